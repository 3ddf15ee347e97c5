/** What can be dropped where: by the name of a place (`data-drop`), what the drop does. */
export interface Drops {
  [place: string]: () => void;
}

/** A press becomes a drag after so many pixels: less is a click with an unsteady hand. */
const SLACK = 6;

/**
 * Lets an element be carried to a place by pointer, of any kind. A click stays a click: whatever a drop does can be done without it.
 */
export function draggable(node: HTMLElement, drops: Drops | undefined) {
  let current = drops;
  let start: { x: number; y: number; id: number } | undefined;
  let dragged = false;

  const places = () => [...document.querySelectorAll<HTMLElement>('[data-drop]')].filter((place) => current?.[place.dataset.drop ?? '']);
  const below = (event: PointerEvent) =>
    places().find((place) => {
      const box = place.getBoundingClientRect();
      return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    });

  function down(event: PointerEvent) {
    if (!current || event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    dragged = false;
    // A quick hand leaves the element before its first move is told.
    node.setPointerCapture(event.pointerId);
  }
  function move(event: PointerEvent) {
    if (!start || event.pointerId !== start.id) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!dragged) {
      if (Math.hypot(x, y) < SLACK) return;
      dragged = true;
      node.classList.add('dragged');
      for (const place of places()) place.classList.add('drop-here');
    }
    node.style.translate = `${x}px ${y}px`;
    const over = below(event);
    for (const place of places()) place.classList.toggle('drop-over', place === over);
  }
  function end(event: PointerEvent) {
    if (!start || event.pointerId !== start.id) return;
    start = undefined;
    if (!dragged) return;
    const place = event.type === 'pointerup' ? below(event) : undefined;
    node.classList.remove('dragged');
    node.style.translate = '';
    for (const other of document.querySelectorAll('.drop-here')) other.classList.remove('drop-here', 'drop-over');
    if (place) current?.[place.dataset.drop ?? '']?.();
  }
  // The click that a browser makes of the end of a drag is not meant.
  function click(event: MouseEvent) {
    if (dragged) event.stopImmediatePropagation();
    dragged = false;
  }

  const listen = (on: boolean) => {
    const change = on ? node.addEventListener.bind(node) : node.removeEventListener.bind(node);
    change('pointerdown', down as EventListener);
    change('pointermove', move as EventListener);
    change('pointerup', end as EventListener);
    change('pointercancel', end as EventListener);
    change('click', click as EventListener, true);
  };
  const style = () => (node.style.touchAction = current ? 'none' : '');
  listen(true);
  style();
  return {
    update(next: Drops | undefined) {
      current = next;
      style();
    },
    destroy: () => listen(false),
  };
}
