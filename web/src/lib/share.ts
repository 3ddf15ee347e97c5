import { copy } from './copy';

/** What came of sharing: the share sheet was shown, the text is on the clipboard, or neither works here. */
export type Shared = 'sheet' | 'copied' | 'blocked';

/** Shares a text through the system's share sheet if there is one, else copies it. */
export async function share(text: string): Promise<Shared> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ text });
      return 'sheet';
    } catch (thrown) {
      // Whoever closes the sheet has changed their mind.
      if (thrown instanceof DOMException && thrown.name === 'AbortError') return 'sheet';
    }
  }
  return (await copy(text)) ? 'copied' : 'blocked';
}
