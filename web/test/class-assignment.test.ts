import { describe, expect, test } from 'vitest';
import { boardIn, fromField, toField } from '../src/class/assignment';

describe('an assignment', () => {
  test('takes a board from whatever link was pasted', () => {
    const id = 'aB3dE6gH9jK2';
    for (const text of [
      id,
      ` ${id} `,
      `http://localhost:4646/boards/${id}`,
      `https://golems.example.org/boards/${id}/edit`,
      `/boards/${id}?lang=fr`,
    ])
      expect(boardIn(text)).toBe(id);
    for (const text of ['', 'https://golems.example.org/boards', 'first-steps', `/replay/${id}`, `${id}x`])
      expect(boardIn(text)).toBe(null);
  });

  test('is due at the minute that was chosen', () => {
    const at = new Date(2026, 10, 5, 9, 7).getTime();
    expect(toField(at)).toBe('2026-11-05T09:07');
    expect(fromField(toField(at))).toBe(at);
    expect([toField(null), fromField(''), fromField('nonsense')]).toEqual(['', null, null]);
  });
});
