/** The current address. It is all a page needs: reload, back and shared links lead to the same place. */
class Place {
  path = $state('/');
  query = $state.raw(new URLSearchParams());
  /** Without its `#`. */
  hash = $state('');
}
export const place = new Place();

function look(): void {
  place.path = location.pathname;
  place.query = new URLSearchParams(location.search);
  place.hash = decodeURIComponent(location.hash.slice(1));
}

export function go(address: string): void {
  if (address === location.pathname + location.search + location.hash) return;
  history.pushState(null, '', address);
  look();
  if (!location.hash) scrollTo(0, 0);
}

/** Takes the place's query and fragment out of the address bar: a secret should not stay there to be copied by accident. */
export function forgetHash(): void {
  history.replaceState(null, '', location.pathname + location.search);
  look();
}

/** Follows links within the site without a reload. New tabs and downloads still work. */
export function startRouter(): void {
  look();
  addEventListener('popstate', look);
  addEventListener('hashchange', look);
  addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname === '/api' || link.pathname.startsWith('/api/')) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}

/**
 * What a pattern such as `/m/:id` finds in a path: its named parts, or null if it does not match.
 */
export function fits(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.replace(/(.)\/$/, '$1').split('/');
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) {
      if (!value) return null;
      found[part.slice(1)] = decodeURIComponent(value);
    } else if (part !== value) {
      return null;
    }
  }
  return found;
}
