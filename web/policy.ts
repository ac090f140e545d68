import { readFileSync } from 'node:fs';

/** The policy that the server sends with every response. */
const HEADER = new URL('../crates/server/src/content_security_policy.txt', import.meta.url);

/** The policy for the page itself. Browsers take `frame-ancestors` from the header only. */
export function pagePolicy(): string {
  const directives = readFileSync(HEADER, 'utf8').trim().split('; ');
  return directives.filter((directive) => !directive.startsWith('frame-ancestors')).join('; ');
}
