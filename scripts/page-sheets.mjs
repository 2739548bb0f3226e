// Style sheets of a page: those it waits for before its first paint, and those it loads before its scripts (docs/decisions/0001).
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The list of all sheets; a comment behind a line names the pages that need the sheet for their first paint; without a comment all pages do. */
const LIST = fileURLToPath(new URL("../src/styles.css", import.meta.url));
const SOURCES = dirname(LIST);
const LINE = /^@import [^;]+;(?: \/\* ([\w ]+) \*\/)?$/;
/** Import of the breakpoints, in both parts: it defines custom media for the build and adds no bytes. */
const BREAKPOINTS = '@import "./breakpoints.css";';
const NAMED = /^virtual:sheets\/((\w+)\.(first|later)\.css(?:\?.*)?)$/;
const MADE = /^(\w+)\.(first|later)\.css$/;

/** Pages that comments in the list name. */
export const SHEET_PAGES = ["home", "listing", "product", "article", "bag", "checkout"];

/**
 * The part of the list that a page's first document needs, or the rest of it, in the same order.
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

/** A plugin that makes `virtual:sheets/home.first.css` and `home.later.css` of the list, and so on for each page. */
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

/** The page and the part of it that a made sheet is for. */
function madeFrom(id) {
  const path = id.split("?")[0];
  return dirname(path) === SOURCES ? MADE.exec(basename(path))?.slice(1) : undefined;
}
