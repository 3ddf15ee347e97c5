/**
 * Keeps the keyboard on the table: a button that was chosen is often gone with the next step, and the focus with it. Then the same
 * choice gets it if it is offered again, else the first one, except those marked `data-late`. Readers who use a pointer are left
 * alone.
 */
export function keepFocus(table: HTMLElement, _step: unknown) {
  let inside = false;
  let last: string | undefined;
  const come = (event: FocusEvent) => {
    const target = event.target as HTMLElement;
    inside = target.matches('[data-choice]:focus-visible');
    last = target.dataset.choice;
  };
  const leave = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !table.contains(event.relatedTarget)) inside = false;
  };
  const point = () => (inside = false);
  table.addEventListener('focusin', come);
  table.addEventListener('focusout', leave);
  document.addEventListener('pointerdown', point);
  return {
    // Runs after each change of the step. While an answer is pending there is nothing to focus.
    update(step: unknown) {
      const lost = document.activeElement === document.body || document.activeElement === null;
      if (!inside || !lost || !step) return;
      const offered = [...table.querySelectorAll<HTMLElement>('[data-choice]')].filter((button) => !button.closest('[data-late]'));
      (offered.find((button) => button.dataset.choice === last) ?? offered[0])?.focus();
    },
    destroy() {
      table.removeEventListener('focusin', come);
      table.removeEventListener('focusout', leave);
      document.removeEventListener('pointerdown', point);
    },
  };
}
