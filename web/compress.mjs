/** Writes the files of the page once more, compressed, as the server sends them. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const page = new URL('../crates/cli/page/', import.meta.url).pathname;
const text = /\.(html|js|css|svg|wasm|json)$/;

for (const name of readdirSync(page, { recursive: true })) {
  const path = join(page, name);
  if (!text.test(path) || !statSync(path).isFile()) continue;
  const bytes = readFileSync(path);
  const brotli = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  const gzip = gzipSync(bytes, { level: 9 });
  if (brotli.length < bytes.length) writeFileSync(`${path}.br`, brotli);
  if (gzip.length < bytes.length) writeFileSync(`${path}.gz`, gzip);
}
