/**
 * What the browser's build weighs, by page: the files of scripts that a page loads before it is alive and their bytes as brotli, and the
 * modules in them. Read from build/chunks.json and React Router's manifest; nothing is started.
 */
import { readdir, readFile, stat } from "node:fs/promises";

const CLIENT = "build/client";

/**
 * Every page's scripts: `{ route, files, bytes, modules }`, the files as addresses, the modules as paths from the project's root.
 */
export async function pageWeights() {
  const chunks = new Map(
    JSON.parse(await readFile("build/chunks.json", "utf8")).map((chunk) => [`/${chunk.file}`, chunk]),
  );
  const { address, manifest } = await routeManifest();
  const { root, ...pages } = manifest.routes;
  return Promise.all(
    Object.values(pages).map(async (page) => {
      const first = [address, manifest.entry.module, ...manifest.entry.imports, ...filesOf(root), ...filesOf(page)];
      const files = [...new Set(first.flatMap((file) => withImports(file, chunks)))];
      const sizes = await Promise.all(files.map(brotliBytes));
      return {
        route: page.id,
        files,
        bytes: sizes.reduce((total, size) => total + size, 0),
        modules: files.flatMap((file) => Object.keys(chunks.get(file)?.modules ?? {})),
      };
    }),
  );
}

/** All modules that reach the browser, with the first page or later. */
export async function browserModules() {
  const chunks = JSON.parse(await readFile("build/chunks.json", "utf8"));
  return chunks.flatMap(({ modules }) => Object.keys(modules));
}

async function routeManifest() {
  const file = (await readdir(`${CLIENT}/assets`)).find((name) => /^manifest-\w+\.js$/.test(name));
  const code = await readFile(`${CLIENT}/assets/${file}`, "utf8");
  return { address: `/assets/${file}`, manifest: JSON.parse(code.slice(code.indexOf("=") + 1).replace(/;$/, "")) };
}

const filesOf = ({ module, imports, clientActionModule, clientLoaderModule }) =>
  [module, ...imports, clientActionModule, clientLoaderModule].filter(Boolean);

function withImports(file, chunks, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const imported = chunks.get(file)?.imports ?? [];
  return [file, ...imported.flatMap((name) => withImports(`/${name}`, chunks, seen))];
}

/** A file too small to gain by it is sent as it is. */
const brotliBytes = (file) =>
  stat(`${CLIENT}${file}.br`)
    .catch(() => stat(`${CLIENT}${file}`))
    .then(({ size }) => size);
