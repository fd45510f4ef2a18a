// Compresses the built files once at the highest level. Compressing on every request costs the server time and, at a
// quick level, a quarter more bytes.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(m?js|css|svg)$/;
/** Below this a second file costs more than it saves. */
const leastBytes = 1024;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const compressFile = async (file: string) => {
  if ((await stat(file)).size < leastBytes) return;
  const bytes = await readFile(file);
  const [brotli, gzipped] = await Promise.all([
    toBrotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    toGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
};

/** Writes a `.br` and a `.gz` beside each script, style and drawing of the build. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle: async ({ dir = 'dist' }) => {
    const files = await readdir(dir, { recursive: true });
    await Promise.all(
      files
        .filter((file) => compressible.test(file))
        .map((file) => compressFile(path.join(dir, file))),
    );
  },
});
