import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin, type ProxyOptions } from 'vite';
import { pagePolicy } from './policy';

/** Puts the policy into the built page; while developing, Vite needs inline styles. */
function policy(): Plugin {
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: pagePolicy() },
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
