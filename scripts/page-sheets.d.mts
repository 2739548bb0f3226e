import type { Plugin } from "vite";

/** Returns a plugin that makes two style sheets for each page from the list in src/styles.css. */
export function pageSheets(): Plugin;

/** Returns the lines of the list that a page needs for its first paint (`first`), or the other lines (`later`). */
export function sheetList(list: string, page: string, part: "first" | "later"): string;
