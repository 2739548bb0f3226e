import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const BEGIN = "window.__reactRouterManifest=";
/** Each route is called as it is listed. */
const NAMED = "for(const[id,route]of Object.entries(__reactRouterManifest.routes))route.id=id";

/**
 * Leaves out of the list of routes that a browser loads what it never reads there: which files a route's module imports (the server,
 * with a list of its own, writes them into the document, and no link fetches a page before it is pressed), and what is not so or not
 * there. The whole list stays beside the build, as manifest.json, for who weighs pages.
 *
 * @param {string} directory the build's folder, with `client` in it
 */
export async function leanManifest(directory) {
  const assets = join(directory, "client", "assets");
  const name = (await readdir(assets)).find((file) => /^manifest-\w+\.js$/.test(file));
  const code = name === undefined ? "" : await readFile(join(assets, name), "utf8");
  if (!code.startsWith(BEGIN)) throw new Error(`${assets} has no list of routes as React Router writes it.`);
  const whole = JSON.parse(code.slice(BEGIN.length).replace(/;$/, ""));
  const routes = Object.entries(whole.routes).map(([id, route]) => [id, leanRoute(route)]);
  await writeFile(join(directory, "manifest.json"), JSON.stringify(whole));
  const lean = JSON.stringify({ ...whole, routes: Object.fromEntries(routes) });
  await writeFile(join(assets, name), `${BEGIN}${lean};${NAMED}`);
}

const leanRoute = ({ id: _id, imports: _imports, hasDefaultExport: _unread, ...route }) =>
  Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false && !isEmptyList(value)));

const isEmptyList = (value) => Array.isArray(value) && value.length === 0;
