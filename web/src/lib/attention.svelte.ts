import { settings } from './settings.svelte';
import { t } from './words.svelte';

/** Calls back a reader who is looking at something else: a mark in the title and, if they want it, a notification. */
class Attention {
  /** A match waits for this reader. */
  wanted = $state(false);

  /** Says whether a match waits; `game` names it in the notification. */
  set(wanted: boolean, game: string): void {
    const isNew = wanted && !this.wanted;
    this.wanted = wanted;
    if (isNew && document.hidden && settings.notify && Notification.permission === 'granted') {
      const note = new Notification(t('turn.yours'), { body: game, tag: 'golemry-turn' });
      note.onclick = () => {
        window.focus();
        note.close();
      };
    }
  }
}

export const attention = new Attention();

/** Turns notifications on after asking the browser; whether they are on now. */
export async function allowNotifications(wanted: boolean): Promise<boolean> {
  const allowed = wanted && 'Notification' in window && (await Notification.requestPermission()) === 'granted';
  settings.setNotify(allowed);
  return allowed;
}
