/** Runs the browser tests one after the other: Chromium likes a core of its own. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.test.mjs'));
// Games between two people need the server itself.
if (process.env.KOMADAI_URL || process.env.KOMADAI_API || process.env.KOMADAI_SERVER) {
  const live = readdirSync(`${folder}../live`).filter((name) => name.endsWith('.test.mjs'));
  files.push(...live.map((name) => `../live/${name}`));
} else console.log('none of KOMADAI_SERVER, KOMADAI_URL and KOMADAI_API is set: games over the server are not played');
const pattern = process.argv[2] ? ['--test-name-pattern', process.argv[2]] : [];
const args = ['--test', '--test-concurrency=1', '--test-reporter=spec', ...pattern, ...files.map((name) => `${folder}${name}`)];
process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1);
