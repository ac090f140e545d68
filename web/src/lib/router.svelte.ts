/** Routes in the part of the address after `#`, so that any static server can serve the page. */

import { parseRoute, type Route } from './route';

// The server gives the page for paths that it does not know as well: what was meant may be a page behind `#`.
if (document.querySelector('[data-unknown-path]'))
  history.replaceState(null, '', `/#${location.pathname}${location.search}`);

let current = $state<Route>(parseRoute(location.hash));

window.addEventListener('hashchange', () => {
  current = parseRoute(location.hash);
  window.scrollTo(0, 0);
});

export const route = (): Route => current;

export function go(path: string): void {
  location.hash = path;
}
