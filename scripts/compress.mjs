import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const COMPRESSIBLE = /\.(js|css|html|svg|json|xml|txt|ico)$/;
const WORTH_IT = 400;

/**
 * Writes a .br and a .gz copy beside each text file of at least 400 bytes, at the best compression levels, which are too slow for
 * requests.
 *
 * @param {string} directory
 */
export async function compressFiles(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const body = await readFile(file);
      if (body.length < WORTH_IT) return;
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
      await writeFile(`${file}.br`, await brotli(body, { params }));
      await writeFile(`${file}.gz`, await zip(body, { level: 9 }));
    }),
  );
}
