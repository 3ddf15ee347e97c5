import { untrack } from 'svelte';
import { still } from '../games/shared/motion';
import { flown, things, type Things } from './flight';

/**
 * What lies on a table flies when the table changes. Things are marked: `data-fly` says which thing it is, and `data-from` and `data-to`
 * (selectors within the table) where it comes from or goes to when it was not, or is no longer, on the table. All boxes are read once
 * before the table is drawn anew and once after, and only then is anything written: the browser lays the table out a single time. Only
 * transform and opacity change, so that it draws the frames without us. What moves at moments of its own has a `mark` of its own.
 */
export function flights(table: () => HTMLElement | undefined, changes: () => unknown, calm: () => boolean, mark = 'fly'): void {
  let before: { root: HTMLElement; things: Things } | null = null;
  let underWay: Animation[] = [];
  $effect.pre(() => {
    changes();
    untrack(() => {
      const root = table();
      before = root && !still(calm()) ? { root, things: things(root, mark) } : null;
    });
  });
  $effect(() => {
    changes();
    untrack(() => {
      for (const one of underWay) one.cancel();
      const root = table();
      underWay = root && before?.root === root ? flown(root, before.things, things(root, mark)) : [];
      before = null;
    });
  });
}
