import { beforeAll, expect, test } from 'vitest';
import { explain, Refused } from '../src/lib/api';
import { needWords, t } from '../src/lib/words.svelte';
import { inThisPage } from '../src/local/codes';

beforeAll(() => needWords('common'));

test('a search that was given up in this page is not blamed on a server', () => {
  const error = { code: 'limit/busy' as const, message: 'the search for a hint was given up' };
  expect(explain(new Refused(inThisPage(error)))).toBe(t('error.here/gave-up'));
  expect(explain(new Refused(error))).toBe(t('error.limit/busy'));
});

test('other refusals of the module have the words of the server', () => {
  const error = { code: 'action/turn' as const, message: '' };
  expect(inThisPage(error)).toBe(error);
});
