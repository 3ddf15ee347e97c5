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

/** What lies on a table, by the mark of each. Cards that are alike share one. */
export type Things = Map<string, Lying[]>;

export function things(root: HTMLElement, mark: string): Things {
  const all: Things = new Map();
  for (const node of root.querySelectorAll<HTMLElement>(`[data-${mark}]`)) {
    const key = node.dataset[mark]!;
    all.set(key, [...(all.get(key) ?? []), { node, parent: node.parentElement, box: node.getBoundingClientRect() }]);
  }
  return all;
}

/** Lets everything fly that has come, gone or moved. All boxes are read before anything is written, but for those of what is put back. */
export function flown(root: HTMLElement, before: Things, now: Things): Animation[] {
  const all = plan(root, before, now);
  const gone = all.filter(({ kind }) => kind === 'goes');
  gone.forEach(putBack);
  // A part of the table that measures itself is where its fixed things begin.
  const own = gone.map(({ node }) => node.getBoundingClientRect());
  return [...gone.map((one, index) => leave(one, own[index]!)), ...all.filter(({ kind }) => kind !== 'goes').map(fly)];
}

function plan(root: HTMLElement, before: Things, now: Things): Flight[] {
  const place = (selector: string | undefined): DOMRect | undefined =>
    selector ? root.querySelector(selector)?.getBoundingClientRect() : undefined;
  const all: Flight[] = [];
  for (const key of new Set([...before.keys(), ...now.keys()])) {
    const [were, are] = [before.get(key) ?? [], now.get(key) ?? []];
    // Of things that are alike, those that lie where one lay have not moved.
    const left = were.filter((one) => !are.some((other) => together(one, other)));
    for (const { node, box } of are.filter((one) => !were.some((other) => together(one, other)))) {
      const was = left.shift();
      all.push(
        was ? { node, from: was.box, to: box, kind: 'moves' } : { node, from: place(node.dataset.from) ?? box, to: box, kind: 'comes' },
      );
    }
    for (const { node, parent, box } of left)
      if (!node.isConnected && parent?.isConnected) all.push({ node, from: box, to: place(node.dataset.to) ?? box, kind: 'goes', parent });
  }
  return all.filter(({ from, to }) => from.width > 0 && to.width > 0);
}

const together = (one: Lying, other: Lying): boolean => one.box.x === other.box.x && one.box.y === other.box.y;

/** The change of place and size that shows something which lies in one box as if it lay in another. */
function shown(own: DOMRect, as: DOMRect, kind: Flight['kind']): string {
  const x = as.x + as.width / 2 - own.x - own.width / 2;
  const y = as.y + as.height / 2 - own.y - own.height / 2;
  const size = kind === 'moves' ? as.width / own.width : 0.5;
  return `translate(${x}px, ${y}px) scale(${size})`;
}

const timing = ({ from, to }: Flight): KeyframeAnimationOptions => ({
  duration: duration(Math.hypot(to.x - from.x, to.y - from.y)),
  easing: EASING,
});

function fly(flight: Flight): Animation {
  const { node, from, to, kind } = flight;
  const { style } = node;
  style.zIndex = '5';
  const animation = node.animate([{ transform: shown(to, from, kind), ...(kind === 'comes' && { opacity: 0 }) }, {}], timing(flight));
  animation.onfinish = animation.oncancel = () => (style.zIndex = '');
  return animation;
}

/** What has left the table is put back for its last way, where nothing is laid out around it and nobody can touch it. */
function putBack({ node, parent, from }: Flight): void {
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
  parent!.append(node);
}

function leave(flight: Flight, own: DOMRect): Animation {
  const { node, from, to } = flight;
  const way = [{ transform: shown(own, from, 'moves') }, { transform: shown(own, to, 'goes'), opacity: 0 }];
  const animation = node.animate(way, timing(flight));
  animation.onfinish = animation.oncancel = () => node.remove();
  return animation;
}
