/** Copies a text to the clipboard; false if the browser does not allow it (a page that is not served securely). */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
