import type { Stage } from '../api/classroom';
import { classes } from './api';
import { filmOfDuel, filmOfRun, type Film } from './playback';

/** The films of what is on the wall. While others come, those before stay: the wall is never empty by the way. */
export class StageFilms {
  films = $state.raw<Film[]>([]);
  /** Of which version of the stage they are. */
  version = $state(-1);
  private asked = -1;

  constructor(id: string, stage: () => Stage | null | undefined) {
    $effect(() => {
      const now = stage();
      if (!now || now.version === this.asked) return;
      const { version, show } = now;
      this.asked = version;
      if (show.kind !== 'programs' && show.kind !== 'bout') return;
      classes.onStage(id).then(
        (on) => {
          if (this.asked !== version) return;
          const programs = show.kind === 'programs' ? show.programs : [];
          const runs = on.runs.flatMap((run, index) => filmOfRun(run, programs[index] ?? '') ?? []);
          this.films = on.bout ? [filmOfDuel(on.bout)] : runs;
          this.version = version;
        },
        () => (this.asked = -1),
      );
    });
  }

  /** The number of the last beat of whatever is shown. */
  get last(): number {
    return Math.max(0, ...this.films.map(({ shots }) => shots.length - 1));
  }
}

/** Whether what is shown goes beat by beat. */
export const hasBeats = (stage: Stage): boolean => stage.show.kind === 'programs' || stage.show.kind === 'bout';
