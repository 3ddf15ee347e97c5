import { onDestroy } from 'svelte';
import type { PupilView, ProjectorView, TeacherView } from '../api/classroom';
import { Live } from '../lib/live.svelte';

interface Views {
  teacher: TeacherView;
  pupil: PupilView;
  projector: ProjectorView;
}

interface Held {
  live: Live<unknown>;
  holders: number;
  leave: ReturnType<typeof setTimeout> | undefined;
}

/** Lines by their path. Whoever goes from the path of puzzles to one of them and back stays on the same line. */
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- no template reads it
const lines = new Map<string, Held>();
/** How long a line waits for the next page that wants it. */
const LINGER = 5000;

/** What the server shows of a class to somebody in it, for as long as this component is there. */
export function follow<Who extends keyof Views>(id: string, who: Who): Live<Views[Who]> {
  const path = `/classes/${id}/sockets/${who}`;
  let held = lines.get(path);
  if (!held || held.live.state === 'gone') {
    held = { live: new Live<unknown>(path), holders: 0, leave: undefined };
    lines.set(path, held);
  }
  const line = held;
  clearTimeout(line.leave);
  line.holders++;
  onDestroy(() => {
    line.holders--;
    if (line.holders > 0) return;
    line.leave = setTimeout(() => {
      line.live.close();
      if (lines.get(path) === line) lines.delete(path);
    }, LINGER);
  });
  return line.live as Live<Views[Who]>;
}

/** The server's time, which goes on by itself, for as long as this component is there. */
export function clock(live: Live<unknown>): { readonly now: number } {
  let now = $state(live.now());
  const timer = setInterval(() => (now = live.now()), 2000);
  onDestroy(() => clearInterval(timer));
  return {
    get now() {
      // What has just been heard may be later than the last tick.
      return live.value ? Math.max(now, live.now()) : now;
    },
  };
}
