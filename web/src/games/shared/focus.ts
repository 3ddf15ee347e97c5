/**
 * Keeps the keyboard on the table: a button that was chosen is often gone with the next step, and the focus with it. Then the first
 * button of the new step has it. Who uses a pointer is left alone.
 */
export function keepFocus(table: HTMLElement, _step: unknown) {
  let inside = false;
  const come = (event: FocusEvent) => (inside = (event.target as HTMLElement).matches('[data-choice]:focus-visible'));
  const leave = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !table.contains(event.relatedTarget)) inside = false;
  };
  const point = () => (inside = false);
  table.addEventListener('focusin', come);
  table.addEventListener('focusout', leave);
  document.addEventListener('pointerdown', point);
  return {
    // After each change of the step; while an answer is awaited there is nothing to go to.
    update(step: unknown) {
      const lost = document.activeElement === document.body || document.activeElement === null;
      if (inside && lost && step) table.querySelector<HTMLElement>('[data-choice]')?.focus();
    },
    destroy() {
      table.removeEventListener('focusin', come);
      table.removeEventListener('focusout', leave);
      document.removeEventListener('pointerdown', point);
    },
  };
}
