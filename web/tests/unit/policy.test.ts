import { expect, test } from 'vitest';
import { pagePolicy } from '../../policy';

test('the page may load its own files and nothing else', () => {
  expect(pagePolicy().split('; ')).toEqual([
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ]);
});
