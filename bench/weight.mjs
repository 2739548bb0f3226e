/**
 * Sizes of the browser builds: for each page its scripts before hydration, their bytes as brotli and their modules; and the style
 * sheet. Reads React Router's manifests and build/chunks.json; does not start the shop.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

const SHOP = "build/client";
const BACK_OFFICE = "build/back-office/client";

/**
 * The scripts of every page of the shop: `{ route, files, bytes, modules }`, the files as addresses, the modules as paths from the
 * project's root.
 */
export async function pageWeights() {
  const chunks = new Map(
    JSON.parse(await readFile("build/chunks.json", "utf8")).map((chunk) => [`/${chunk.file}`, chunk]),
  );
  const pages = await weightsIn(SHOP, "/");
  return pages.map((page) => ({
    ...page,
    modules: page.files.flatMap((file) => Object.keys(chunks.get(file)?.modules ?? {})),
  }));
}

/** The scripts of every page of the back office: `{ route, files, bytes }`. */
export const backOfficeWeights = () => weightsIn(BACK_OFFICE, "/back-office/");

/** Paths of all modules in the shop's browser build, whether loaded with the first page or later. */
export async function browserModules() {
  const chunks = JSON.parse(await readFile("build/chunks.json", "utf8"));
  return chunks.flatMap(({ modules }) => Object.keys(modules));
}

/** Bytes of brotli of the style sheet with all rules, which pages without styles of their own wait for. */
export async function sheetBytes() {
  const folder = join(SHOP, "assets");
  const files = (await readdir(folder)).filter((file) => /^styles-.*\.css$/.test(file));
  if (files.length !== 1) throw new Error(`${files.length} files are the style sheet of the build`);
  return brotliBytes(join(folder, files[0]));
}

async function weightsIn(folder, base) {
  const name = (await readdir(join(folder, "assets"))).find((file) => /^manifest-\w+\.js$/.test(file));
  const { entry, routes } = await manifestOf(folder, name);
  const { root: _root, ...pages } = routes;
  return Promise.all(
    Object.values(pages).map(async (page) => {
      const first = [`${base}assets/${name}`, entry.module, ...entry.imports];
      for (let route = page; route; route = routes[route.parentId]) first.push(...filesOf(route));
      const files = [...new Set(first)];
      const sizes = await Promise.all(files.map((file) => brotliBytes(join(folder, file.slice(base.length)))));
      return { route: page.id, files, bytes: sizes.reduce((total, size) => total + size, 0) };
    }),
  );
}

/** Parses the manifest of routes and their files that browsers load. */
async function manifestOf(folder, name) {
  const code = await readFile(join(folder, "assets", name), "utf8");
  return JSON.parse(code.slice(code.indexOf("{")).replace(/;$/, ""));
}

/** Files that the document of a route loads; `imports` contains direct and indirect imports of its module. */
const filesOf = ({ module, imports = [], clientActionModule, clientLoaderModule }) =>
  [module, ...imports, clientActionModule, clientLoaderModule].filter(Boolean);

/** Size of a file's brotli copy in bytes; of the file itself if there is no such copy. */
const brotliBytes = (path) =>
  stat(`${path}.br`)
    .catch(() => stat(path))
    .then(({ size }) => size);
