/** What Chromium sends where the page can be installed. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

class Install {
  /** The browser's offer to install the page, to be shown when the reader asks for it. */
  offer = $state.raw<InstallPrompt | null>(null);
  /** The reader should know that this browser keeps matches for a week only. */
  forgetful = $state(false);
}
export const install = new Install();

export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    install.offer = event as InstallPrompt;
  });
  addEventListener('appinstalled', () => (install.offer = null));
}

export async function askToInstall(): Promise<void> {
  const { offer } = install;
  // It can be shown once only; the browser makes another one if it is declined.
  install.offer = null;
  await offer?.prompt();
}

/** Safari on a phone or tablet, in a tab: it deletes what pages keep after seven days in which it was used without them. */
const isForgetful = (): boolean => 'standalone' in navigator && navigator.standalone === false && navigator.maxTouchPoints > 1;

/** Whether this is the first time that something is done here. */
function first(what: string): boolean {
  if (localStorage.getItem(what) !== null) return false;
  localStorage.setItem(what, 'yes');
  return true;
}

/**
 * A match that is kept in this browser is over. The first time, the browser is asked not to delete what the page keeps, and readers whose
 * browser does so anyway are told.
 */
export async function finishedOne(): Promise<void> {
  if (!first('keepAsked')) return;
  install.forgetful = isForgetful();
  await navigator.storage?.persist?.().catch(() => false);
}
