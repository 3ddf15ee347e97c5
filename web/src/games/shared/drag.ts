/** What can be dropped where: by the name of a place (`data-drop`), what the drop does. */
export interface Drops {
  [place: string]: () => void;
}

/** A press becomes a drag after this many pixels; less is an unsteady click. */
const SLACK = 6;

/** A finger that rests for this many ms lifts the element; one that moves earlier scrolls the page. */
const LIFT = 220;

/**
 * Makes a button draggable with any pointer, together with the thing it lies over. Clicks still work: whatever a drop does can be done
 * without dragging.
 */
export function draggable(node: HTMLElement, drops: Drops | undefined) {
  const thing = node.closest<HTMLElement>('.pick') ?? node;
  let current = drops;
  let start: { x: number; y: number; id: number } | undefined;
  let lifted = false;
  let dragged = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const places = () => [...document.querySelectorAll<HTMLElement>('[data-drop]')].filter((place) => current?.[place.dataset.drop ?? '']);
  const below = (event: PointerEvent) =>
    places().find((place) => {
      const box = place.getBoundingClientRect();
      return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
    });

  function lift() {
    lifted = true;
    thing.classList.add('dragged');
  }
  function forget() {
    clearTimeout(timer);
    start = undefined;
    lifted = false;
    thing.classList.remove('dragged');
    thing.style.translate = '';
    for (const other of document.querySelectorAll('.drop-here')) other.classList.remove('drop-here', 'drop-over');
  }
  function down(event: PointerEvent) {
    if (!current || event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    dragged = false;
    // A quick pointer may leave the element before its first move event.
    node.setPointerCapture(event.pointerId);
    if (event.pointerType === 'touch') timer = setTimeout(lift, LIFT);
  }
  function move(event: PointerEvent) {
    if (!start || event.pointerId !== start.id) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!dragged) {
      if (Math.hypot(x, y) < SLACK) return;
      if (event.pointerType === 'touch' && !lifted) return forget();
      lift();
      dragged = true;
      for (const place of places()) place.classList.add('drop-here');
    }
    thing.style.translate = `${x}px ${y}px`;
    const over = below(event);
    for (const place of places()) place.classList.toggle('drop-over', place === over);
  }
  function end(event: PointerEvent) {
    if (!start || event.pointerId !== start.id) return;
    const place = dragged && event.type === 'pointerup' ? below(event) : undefined;
    forget();
    if (place) current?.[place.dataset.drop ?? '']?.();
  }
  // The browser ends a drag with a click: ignore it.
  function click(event: MouseEvent) {
    if (dragged) event.stopImmediatePropagation();
    dragged = false;
  }
  // While something is lifted, neither scroll the page nor open a menu.
  const hold = (event: Event) => lifted && event.preventDefault();

  const listeners: [string, EventListener, AddEventListenerOptions?][] = [
    ['pointerdown', down as EventListener],
    ['pointermove', move as EventListener],
    ['pointerup', end as EventListener],
    ['pointercancel', end as EventListener],
    ['click', click as EventListener, { capture: true }],
    ['touchmove', hold, { passive: false }],
    ['contextmenu', hold],
  ];
  for (const [type, listener, options] of listeners) node.addEventListener(type, listener, options);
  return {
    update(next: Drops | undefined) {
      current = next;
    },
    destroy() {
      forget();
      for (const [type, listener, options] of listeners) node.removeEventListener(type, listener, options);
    },
  };
}
