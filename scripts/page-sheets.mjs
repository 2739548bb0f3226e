// Makes two style sheets for each page: one that its first paint waits for, and one that it loads afterwards
// (docs/decisions/0001).
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The list of all sheets. A comment after a line names the pages whose first paint needs the sheet; by default all pages. */
const LIST = fileURLToPath(new URL("../src/styles.css", import.meta.url));
const SOURCES = dirname(LIST);
const LINE = /^@import [^;]+;(?: \/\* ([\w ]+) \*\/)?$/;
/** Import of the breakpoints. Both sheets have it: it defines custom media for the build and adds no bytes. */
const BREAKPOINTS = '@import "./breakpoints.css";';
const NAMED = /^virtual:sheets\/((\w+)\.(first|later)\.css(?:\?.*)?)$/;
const MADE = /^(\w+)\.(first|later)\.css$/;

/** Names of the pages that comments in the list may contain. */
export const SHEET_PAGES = ["home", "listing", "product", "article", "bag", "checkout"];

/**
 * Returns the lines of the list that a page needs for its first paint (`first`), or the other lines (`later`), in their order.
 *
 * @param {string} list
 * @param {string} page
 * @param {"first" | "later"} part
 */
export function sheetList(list, page, part) {
  if (!SHEET_PAGES.includes(page)) throw new Error(`src/styles.css lists no sheets of ${page}.`);
  const lines = list.split("\n").filter((line) => {
    const [isImport, pages] = LINE.exec(line) ?? [];
    if (line === BREAKPOINTS) return true;
    if (!isImport) return line.startsWith("@layer");
    return isFirst(pages?.split(" "), page) === (part === "first");
  });
  return lines.join("\n");
}

function isFirst(pages, page) {
  const unknown = pages?.find((name) => name !== "later" && !SHEET_PAGES.includes(name));
  if (unknown) throw new Error(`src/styles.css names a page ${unknown}.`);
  return pages?.includes(page) ?? true;
}

/** Returns a plugin that makes two style sheets for each page from the list, e.g. `virtual:sheets/home.first.css`. */
export function pageSheets() {
  return {
    name: "page-sheets",
    enforce: "pre",
    resolveId(id) {
      const [, name] = NAMED.exec(id) ?? [];
      if (name) return join(SOURCES, name);
      // The development server gets the sheets by URLs below /src.
      const path = id.startsWith("/src/") ? join(SOURCES, id.slice("/src".length)) : id;
      return madeFrom(path) ? path : undefined;
    },
    load(id) {
      const made = madeFrom(id);
      if (!made || /[?&]url\b/.test(id)) return undefined;
      this.addWatchFile(LIST);
      return sheetList(readFileSync(LIST, "utf8"), ...made);
    },
  };
}

/** Returns the page and the part of a generated sheet's path, or undefined for other files. */
function madeFrom(id) {
  const path = id.split("?")[0];
  return dirname(path) === SOURCES ? MADE.exec(basename(path))?.slice(1) : undefined;
}
