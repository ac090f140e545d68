/** Routes in the part of the address after `#`, so that any static server can serve the page. */

export interface Route {
  /** The words of the path: `['play', 'computer']`. */
  path: string[];
  query: URLSearchParams;
}

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

let current = $state<Route>(parseRoute(typeof location === 'undefined' ? '' : location.hash));

if (typeof window !== 'undefined') {
  window.addEventListener('hashchange', () => {
    current = parseRoute(location.hash);
    window.scrollTo(0, 0);
  });
}

export const route = (): Route => current;

export function go(path: string): void {
  location.hash = path;
}
