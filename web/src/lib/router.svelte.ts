/**
 * The address of the page: `/fr/table/ID` is the screen `table` in French. An address without a language gets the reader's, so
 * links can be shared with or without one.
 */
import { language, preferred, type Language } from './messages/index.svelte';

export interface Route {
  /** The path behind the language, split: `['table', 'ID']`; empty is the front page. */
  parts: string[];
  /** The `#…` of the address, without it. */
  hash: string;
  query: URLSearchParams;
}

export const route: { current: Route } = $state({ current: read() });

function read(): Route {
  const [first, ...rest] = location.pathname.split('/').filter(Boolean).map(decoded);
  const named = first === 'fr' || first === 'en';
  language.current = named ? first : (remembered() ?? preferred());
  document.documentElement.lang = language.current;
  const parts = named ? rest : first === undefined ? [] : [first, ...rest];
  if (!named) history.replaceState(null, '', path(...parts) + location.search + location.hash);
  return { parts, hash: location.hash.slice(1), query: new URLSearchParams(location.search) };
}

/** A part of an address as `path` was given it; unchanged if it contains a malformed `%` sequence. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function remembered(): Language | undefined {
  try {
    const kept = localStorage.getItem('taijitu.language');
    return kept === 'fr' || kept === 'en' ? kept : undefined;
  } catch {
    // Embedded in a page of another site, the browser may block storage.
    return undefined;
  }
}

/** The address of a screen in the present language. */
export function path(...parts: string[]): string {
  return `/${[language.current, ...parts.map(encodeURIComponent)].join('/')}`;
}

/** Goes to an address of this site. */
export function go(address: string, how: { replace?: boolean } = {}): void {
  if (how.replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  route.current = read();
  if (!how.replace) {
    scrollTo(0, 0);
    // A screen reader starts at the new screen, not where the last link was.
    document.getElementById('content')?.focus({ preventScroll: true });
  }
}

/** The same screen in the other language. */
export function inLanguage(wanted: Language): string {
  return `/${[wanted, ...route.current.parts.map(encodeURIComponent)].join('/')}${location.search}${location.hash}`;
}

export function switchLanguage(wanted: Language): void {
  localStorage.setItem('taijitu.language', wanted);
  go(inLanguage(wanted), { replace: true });
}

/** Links of this site are followed without loading the page again. */
export function followLinks(event: MouseEvent): void {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!plain || event.defaultPrevented || !link || link.target || link.hasAttribute('download')) return;
  if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
  // A link to a place on this screen is left to the browser.
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}

addEventListener('popstate', () => (route.current = read()));
