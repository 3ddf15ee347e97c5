/** Whether the die of the table still tumbles: until it lies, nothing gives its face away. */
class Rolling {
  now = $state(false);
}

export const rolling = new Rolling();
