import { defineConfig } from 'vitest/config';

const { KOMADAI_URL, KOMADAI_API, KOMADAI_SERVER } = process.env;
const include = ['tests/browser/**/*.test.ts'];
if (KOMADAI_URL || KOMADAI_API || KOMADAI_SERVER) include.push('tests/live/**/*.test.ts');
else
  console.log(
    'none of KOMADAI_SERVER, KOMADAI_URL and KOMADAI_API is set: games over the server are not played',
  );

/** The browser tests, one after the other: Chromium likes a core of its own. */
export default defineConfig({
  test: {
    include,
    reporters: ['verbose'],
    pool: 'forks',
    fileParallelism: false,
    // A step of a page that is not reached in time fails sooner; see tests/browser/page.ts.
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
