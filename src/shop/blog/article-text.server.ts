import { escapeHtml } from "~/platform/escape-html";
import { Marked } from "marked";
import { cleanHtml } from "~/platform/html.server";
import { fillBraces } from "~/shop/fill-braces";
import { quotable, type Settings } from "~/shop/settings";

const marked = new Marked();

/**
 * Cleaned HTML of an article's Markdown. Names of settings stay in braces. Markdown may contain HTML, so that an article that was
 * imported as HTML is not changed.
 */
export const articleHtml = (markdown: string): string => cleanHtml(marked.parse(markdown, { async: false })).trim();

/** HTML of an article, with the current values of settings in place of their names. */
export function filledHtml(html: string, settings: Settings): string {
  if (!html.includes("{")) return html;
  const quotes = Object.entries(quotable(settings));
  return fillBraces(html, Object.fromEntries(quotes.map(([name, value]) => [name, escapeHtml(value)])));
}

/** A stored picture with the data that an article's text needs to show it. */
interface ShownPicture {
  hash: string;
  width: number;
  height: number;
}

/** Widths of pictures that a column of text needs, in pixels. */
const COLUMN = [320, 480, 640, 960, 1280];
const IMAGE = /<img\b[^<>]*\bsrc="(\/media\/[^"<>]+)"[^<>]*>/g;

/** Paths of the shop's own pictures in an article's HTML. */
export const picturesIn = (html: string): string[] => [...html.matchAll(IMAGE)].map(([, path = ""]) => path);

/** Article HTML with `srcset`, width and height on the shop's own pictures. Unknown pictures are removed. */
export const withPictures = (html: string, pictures: ReadonlyMap<string, ShownPicture>): string =>
  html.replace(IMAGE, (tag, path: string) => {
    const picture = pictures.get(path);
    if (!picture) return "";
    const { hash, width, height } = picture;
    const words = /\balt="([^"]*)"/.exec(tag)?.[1] ?? "";
    const sources = COLUMN.filter((each) => each <= width).map((each) => `/pictures/${hash}/${each}.webp ${each}w`);
    const fitting = sources.length > 0 ? ` srcset="${sources.join(", ")}" sizes="(width >= 48rem) 42rem, 100vw"` : "";
    return `<img src="/api${path}"${fitting} alt="${words}" width="${width}" height="${height}" loading="lazy" />`;
  });
