import type { Stage } from '../api/classroom';
import { classes } from './api';
import { filmOfDuel, filmOfRun, type Film } from './playback';

/** The films of what is on the wall. */
export class StageFilms {
  private fetched = $state.raw<{ version: number; films: Film[] }>({ version: -1, films: [] });
  private asked = -1;

  constructor(
    id: string,
    private readonly stage: () => Stage | null | undefined,
  ) {
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
          this.fetched = { version, films: on.bout ? [filmOfDuel(on.bout)] : runs };
        },
        () => (this.asked = -1),
      );
    });
  }

  /** None until those of this version of the stage are here. */
  get films(): Film[] {
    return this.fetched.version === this.stage()?.version ? this.fetched.films : [];
  }

  /** The number of the last beat of whatever is shown. */
  get last(): number {
    return Math.max(0, ...this.films.map(({ shots }) => shots.length - 1));
  }
}

/** Whether what is shown goes beat by beat. */
export const hasBeats = (stage: Stage): boolean => stage.show.kind === 'programs' || stage.show.kind === 'bout';
