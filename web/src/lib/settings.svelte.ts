/** How fast other players' moves are shown. */
export const PACES = ['calm', 'quick', 'none'] as const;
export type Pace = (typeof PACES)[number];
export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What this reader likes, kept in this browser. */
class Settings {
  theme = $state<Theme>('auto');
  pace = $state<Pace>('calm');
  /** Ask before a move is played. */
  careful = $state(false);
  /** Notify when it is this reader's turn and the page is out of sight. */
  notify = $state(false);
  /** Whether anything is heard: not until the reader chooses so. */
  sound = $state(false);
  /** Whether the reader has said if anything should be heard. */
  soundAsked = $state(false);
  /** How loud it is, in percent. */
  volume = $state(60);
  /** Whether what others call across the table stays unseen. */
  muted = $state(false);
  /** Whether lessons are shown at the table. */
  lessons = $state(true);
  /** The lessons that were read. */
  learned = $state.raw<string[]>([]);
  private still = matchMedia('(prefers-reduced-motion: reduce)');
  private wantsStill = $state(false);

  constructor() {
    this.theme = read('theme', THEMES, 'auto');
    this.pace = read('pace', PACES, 'calm');
    this.careful = localStorage.getItem('careful') === 'yes';
    this.notify = localStorage.getItem('notify') === 'yes';
    this.sound = localStorage.getItem('sound') === 'yes';
    this.soundAsked = localStorage.getItem('sound') !== null;
    this.volume = Math.min(100, Math.max(0, Number(localStorage.getItem('volume') ?? 60) || 0));
    this.muted = localStorage.getItem('muted') === 'yes';
    this.lessons = localStorage.getItem('lessons') !== 'no';
    this.learned = (localStorage.getItem('learned') ?? '').split(' ').filter(Boolean);
    this.wantsStill = this.still.matches;
    this.still.addEventListener('change', () => {
      this.wantsStill = this.still.matches;
      this.paint();
    });
    this.paint();
  }

  /** Nothing should move. */
  get motionless(): boolean {
    return this.wantsStill || this.pace === 'none';
  }

  /** Lessons are for those who watch: whoever wants no animations knows the game. */
  get teaches(): boolean {
    return this.lessons && this.pace !== 'none';
  }

  /** How long a move of somebody else is shown before the next one, if it takes so long to read, in milliseconds. */
  paced(reading: number): number {
    return { calm: Math.max(900, reading), quick: Math.max(300, reading / 3), none: 0 }[this.pace];
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    localStorage.setItem('theme', theme);
    this.paint();
  }

  setPace(pace: Pace): void {
    this.pace = pace;
    localStorage.setItem('pace', pace);
    this.paint();
  }

  setCareful(careful: boolean): void {
    this.careful = careful;
    localStorage.setItem('careful', careful ? 'yes' : 'no');
  }

  setNotify(notify: boolean): void {
    this.notify = notify;
    localStorage.setItem('notify', notify ? 'yes' : 'no');
  }

  setSound(sound: boolean): void {
    this.sound = sound;
    this.soundAsked = true;
    localStorage.setItem('sound', sound ? 'yes' : 'no');
  }

  setVolume(volume: number): void {
    this.volume = volume;
    localStorage.setItem('volume', String(volume));
  }

  setMuted(muted: boolean): void {
    this.muted = muted;
    localStorage.setItem('muted', muted ? 'yes' : 'no');
  }

  setLessons(lessons: boolean): void {
    this.lessons = lessons;
    localStorage.setItem('lessons', lessons ? 'yes' : 'no');
  }

  /** A lesson was read. */
  learn(id: string): void {
    this.learned = [...this.learned, id];
    localStorage.setItem('learned', this.learned.join(' '));
  }

  private paint(): void {
    const { dataset } = document.documentElement;
    if (this.theme === 'auto') delete dataset.theme;
    else dataset.theme = this.theme;
    if (this.motionless) dataset.still = 'yes';
    else delete dataset.still;
  }
}

function read<T extends string>(key: string, allowed: readonly T[], usual: T): T {
  const kept = localStorage.getItem(key);
  return allowed.find((one) => one === kept) ?? usual;
}

export const settings = new Settings();
