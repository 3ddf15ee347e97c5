/** Something that can fly, and where it lay. */
interface Lying {
  node: HTMLElement;
  parent: HTMLElement | null;
  box: DOMRect;
}

/** A way that is about to be flown: from one box to another, coming up from nothing or going away at its end. */
interface Flight {
  node: HTMLElement;
  from: DOMRect;
  to: DOMRect;
  kind: 'moves' | 'comes' | 'goes';
  parent?: HTMLElement;
}

const EASING = 'cubic-bezier(0.22, 1, 0.36, 1)';
/** How long something flies over a distance, in ms. */
const duration = (distance: number): number => Math.min(560, 200 + distance * 0.5);

/** What lies on a table, by the mark of each. */
export type Things = Map<string, Lying>;

export function things(root: HTMLElement, mark: string): Things {
  const all = [...root.querySelectorAll<HTMLElement>(`[data-${mark}]`)];
  return new Map(all.map((node) => [node.dataset[mark]!, { node, parent: node.parentElement, box: node.getBoundingClientRect() }]));
}

/** Lets everything fly that has come, gone or moved. All boxes are read before anything is written. */
export function flown(root: HTMLElement, before: Things, now: Things): Animation[] {
  return plan(root, before, now).map(fly);
}

function plan(root: HTMLElement, before: Things, now: Things): Flight[] {
  const place = (selector: string | undefined): DOMRect | undefined =>
    selector ? root.querySelector(selector)?.getBoundingClientRect() : undefined;
  const all: Flight[] = [];
  for (const [key, { node, box }] of now) {
    const was = before.get(key);
    if (!was) all.push({ node, from: place(node.dataset.from) ?? box, to: box, kind: 'comes' });
    else if (was.box.x !== box.x || was.box.y !== box.y) all.push({ node, from: was.box, to: box, kind: 'moves' });
  }
  for (const [key, { node, parent, box }] of before) {
    if (!now.has(key) && !node.isConnected && parent?.isConnected)
      all.push({ node, from: box, to: place(node.dataset.to) ?? box, kind: 'goes', parent });
  }
  return all.filter(({ from, to }) => from.width > 0 && to.width > 0);
}

/** The change of place and size that shows something which lies in one box as if it lay in another. */
function shown(own: DOMRect, as: DOMRect, kind: Flight['kind']): string {
  const x = as.x + as.width / 2 - own.x - own.width / 2;
  const y = as.y + as.height / 2 - own.y - own.height / 2;
  const size = kind === 'moves' ? as.width / own.width : 0.5;
  return `translate(${x}px, ${y}px) scale(${size})`;
}

function fly({ node, from, to, kind, parent }: Flight): Animation {
  const timing = { duration: duration(Math.hypot(to.x - from.x, to.y - from.y)), easing: EASING };
  if (kind === 'goes') return leave(node, parent!, from, to, timing);
  const { style } = node;
  const { position, zIndex } = style;
  style.zIndex = '5';
  style.position ||= 'relative';
  const animation = node.animate([{ transform: shown(to, from, kind), ...(kind === 'comes' && { opacity: 0 }) }, {}], timing);
  const rest = (): void => void ([style.position, style.zIndex] = [position, zIndex]);
  animation.onfinish = animation.oncancel = rest;
  return animation;
}

/** What has left the table is put back for its last way, where nothing is laid out around it and nobody can touch it. */
function leave(node: HTMLElement, parent: HTMLElement, from: DOMRect, to: DOMRect, timing: KeyframeAnimationOptions): Animation {
  node.inert = true;
  delete node.dataset.fly;
  for (const one of node.querySelectorAll('[data-choice], [data-act]'))
    one.removeAttribute(one.hasAttribute('data-act') ? 'data-act' : 'data-choice');
  Object.assign(node.style, {
    position: 'fixed',
    left: '0',
    top: '0',
    width: `${from.width}px`,
    height: `${from.height}px`,
    margin: '0',
    zIndex: '5',
  });
  parent.append(node);
  // A part of the table that measures itself is where its fixed things begin.
  const own = node.getBoundingClientRect();
  const animation = node.animate([{ transform: shown(own, from, 'moves') }, { transform: shown(own, to, 'goes'), opacity: 0 }], timing);
  animation.onfinish = animation.oncancel = () => node.remove();
  return animation;
}
