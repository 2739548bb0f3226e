/**
 * Weight of the browser's builds by page: the files of scripts that a page loads before it is alive and their bytes as brotli, and the
 * modules in them; and the style sheets. Read from React Router's manifests and the shop's build/chunks.json; nothing is started.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { SHEET_PAGES } from "../scripts/page-sheets.mjs";

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

/** All modules that reach the shop's browser, with the first page or later. */
export async function browserModules() {
  const chunks = JSON.parse(await readFile("build/chunks.json", "utf8"));
  return chunks.flatMap(({ modules }) => Object.keys(modules));
}

/**
 * The style sheets that documents wait for before their first paint: `{ page, first, later }`, in bytes of brotli. `whole` is that of all
 * pages that have none of their own.
 */
export async function sheetWeights() {
  const folder = join(SHOP, "assets");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".css"));
  const bytesOf = async (start) => {
    const matching = files.filter((file) => file.startsWith(`${start}-`));
    if (matching.length !== 1) throw new Error(`${matching.length} files are ${start} of the build`);
    return brotliBytes(join(folder, matching[0]));
  };
  const own = await Promise.all(
    SHEET_PAGES.map(async (page) => ({
      page,
      first: await bytesOf(`${page}.first`),
      later: await bytesOf(`${page}.later`),
    })),
  );
  return [...own, { page: "whole", first: await bytesOf("styles"), later: 0 }];
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

/** All routes with their files, from the list that browsers load. */
async function manifestOf(folder, name) {
  const code = await readFile(join(folder, "assets", name), "utf8");
  return JSON.parse(code.slice(code.indexOf("{")).replace(/;$/, ""));
}

/** Files in a document for a route: React Router lists its module's imports, direct and through others. */
const filesOf = ({ module, imports = [], clientActionModule, clientLoaderModule }) =>
  [module, ...imports, clientActionModule, clientLoaderModule].filter(Boolean);

/** A file too small to gain by it is sent as it is. */
const brotliBytes = (path) =>
  stat(`${path}.br`)
    .catch(() => stat(path))
    .then(({ size }) => size);
