import type { Plugin } from "vite";

/** Makes the two sheets of each page of the list in src/styles.css. */
export function pageSheets(): Plugin;

/** The part of the list that a page's first document needs, or the rest of it. */
export function sheetList(list: string, page: string, part: "first" | "later"): string;
