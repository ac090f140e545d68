import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin, type ProxyOptions } from 'vite';

/** What the page may load: its own files and nothing else. The server sends the same as a header. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** Puts the policy into the built page; while developing, Vite needs inline styles. */
function policy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}

/** A server of the club to talk to while the page itself comes from Vite: KOMADAI_API=http://127.0.0.1:8181 */
const proxy: Record<string, ProxyOptions> = process.env.KOMADAI_API
  ? { '/api': { target: process.env.KOMADAI_API, ws: true } }
  : {};

export default defineConfig({
  base: './',
  plugins: [svelte(), policy()],
  worker: { format: 'es' },
  server: { fs: { allow: ['..'] }, proxy },
  preview: { proxy },
  build: {
    target: 'es2022',
    // The program embeds it.
    outDir: '../crates/cli/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
