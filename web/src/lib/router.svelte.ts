import { isSite } from './site';

// With a server, an address of the page is the path of its URL. A file server knows no such paths: in a copy of plain files the address
// stands behind the `#`, as in `golems/#/rules/capek?lang=fr#CK-3`. Everything but this file writes addresses in the first form.

/** The current address. It is all a page needs: reload, back and shared links lead to the same place. */
class Place {
  path = $state('/');
  query = $state.raw(new URLSearchParams());
  /** Without its `#`. */
  hash = $state('');
}
export const place = new Place();

function look(): void {
  const { path, search, hash } = isSite ? parse(location.hash.slice(1)) : { path: location.pathname, ...location };
  place.path = path;
  place.query = new URLSearchParams(search);
  place.hash = decoded(hash.slice(1));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone `%`, as people write it.
    return text;
  }
}

/** The parts of an address. Anything that does not begin with a slash is not one of ours. */
export function parse(address: string): { path: string; search: string; hash: string } {
  const [, path = '', search = '', hash = ''] = /^(\/[^?#]*)?(\?[^#]*)?(#.*)?/s.exec(address) ?? [];
  return path ? { path, search, hash } : { path: '/', search: '', hash: '' };
}

/** The `href` of an address of the page, such as `/rules/capek#CK-3`, or of a part of the current one, `#CK-3`. */
export function to(address: string): string {
  if (!isSite) return address;
  const query = place.query.size > 0 ? `?${place.query}` : '';
  return address.startsWith('#') ? `#${place.path}${query}${address}` : `#${address}`;
}

/** A link to an address of the page that can be given to others. */
export const linkTo = (address: string): string => new URL(to(address), location.href).href;

const isCurrent = (href: string): boolean =>
  href === (isSite ? location.hash || '#/' : location.pathname + location.search + location.hash);

export function go(address: string): void {
  const href = to(address);
  if (isCurrent(href)) return;
  history.pushState(null, '', href);
  look();
  if (!place.hash) scrollTo(0, 0);
}

/** Goes to an address with a fresh start of the page. */
export function restartAt(address: string): void {
  const href = to(address);
  if (!isCurrent(href)) history.pushState(null, '', href);
  location.reload();
}

/** Says in the address bar what the page shows now, without going anywhere. */
export function rewrite(address: string): void {
  history.replaceState(null, '', to(address));
}

/** Takes the place's fragment out of the address bar: a secret should not stay there to be copied by accident. */
export function forgetHash(): void {
  const query = place.query.size > 0 ? `?${place.query}` : '';
  rewrite(place.path + query);
  look();
}

/** Shows a part of the page, and gives it the focus if it can have it. */
function show(id: string): void {
  const part = document.getElementById(id);
  part?.scrollIntoView();
  part?.focus({ preventScroll: true });
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
    if (isSite) followHash(event, link.getAttribute('href') ?? '');
    else followPath(event, link);
  });
}

function followPath(event: Event, link: HTMLAnchorElement): void {
  if (link.pathname === '/api' || link.pathname.startsWith('/api/')) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** A link to a part of the page would lead away from the address that stands behind the `#`. Other links lead to files. */
function followHash(event: Event, href: string): void {
  if (!href.startsWith('#')) return;
  event.preventDefault();
  if (!href.startsWith('#/')) show(decoded(href.slice(1)));
  else if (isCurrent(href) && place.hash) show(place.hash);
  else go(href.slice(1));
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
      found[part.slice(1)] = decoded(value);
    } else if (part !== value) {
      return null;
    }
  }
  return found;
}
