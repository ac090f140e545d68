// usage: node bench.mjs FOLDER
// Reads the records that FOLDER/index.tsv names with tsshogi. Every line of standard input asks for
// something and is answered by a line of JSON:
//   readable kif   the paths of the files that tsshogi can read
//   round kif      seconds for reading these files once
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { importCSA, importKI2, importKIF } from 'tsshogi';

const families = { kif: 'kif', kifu: 'kif', ki2: 'ki2', ki2u: 'ki2', csa: 'csa' };
const encodings = { ascii: 'utf-8', 'utf-8-bom': 'utf-8' };
const importers = { kif: importKIF, ki2: importKI2, csa: importCSA };

function load(folder) {
  const files = { kif: [], ki2: [], csa: [] };
  const lines = readFileSync(join(folder, 'index.tsv'), 'utf-8').split('\n').slice(1);
  for (const [path, format, encoding] of lines.map((line) => line.split('\t'))) {
    const family = families[format];
    if (family === undefined) continue;
    // A TextDecoder takes the byte order mark away.
    const decoder = new TextDecoder(encodings[encoding] ?? encoding);
    files[family].push({ path, text: decoder.decode(readFileSync(join(folder, path))) });
  }
  return files;
}

function reads(family, file) {
  try {
    return !(importers[family](file.text) instanceof Error);
  } catch {
    return false;
  }
}

// The smaller of CPU and wall time: helper threads of V8 are not held against it.
function round(family, files) {
  const wall = process.hrtime.bigint();
  const cpu = process.cpuUsage();
  let read = 0;
  for (const file of files) {
    if (reads(family, file)) read += 1;
  }
  const { user, system } = process.cpuUsage(cpu);
  const elapsed = Number(process.hrtime.bigint() - wall) / 1e9;
  if (read !== files.length) throw new Error(`${family}: a file is no longer read`);
  return Math.min(elapsed, (user + system) / 1e6);
}

const files = load(process.argv[2]);
for (const family of Object.keys(files)) {
  files[family] = files[family].filter((file) => reads(family, file));
}
for await (const line of createInterface({ input: process.stdin })) {
  const [what, family] = line.split(' ');
  const answer =
    what === 'readable' ? files[family].map(({ path }) => path) : round(family, files[family]);
  console.log(JSON.stringify(answer));
}
