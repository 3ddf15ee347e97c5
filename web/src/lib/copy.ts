/** Copies a text to the clipboard; false if the browser does not allow it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyTheOldWay(text);
  }
}

/** A page that is not served securely, such as that of a laptop in a school's network, has no other way. */
function copyTheOldWay(text: string): boolean {
  let copied = false;
  const hand = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    copied = event.clipboardData !== null;
  };
  document.addEventListener('copy', hand);
  const done = document.execCommand('copy');
  document.removeEventListener('copy', hand);
  return done && copied;
}
