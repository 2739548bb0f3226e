import { brotliCompressSync, constants } from "node:zlib";
import { describe, expect, test } from "vitest";
import { attributeOf } from "~/testing/html";
import { openReadablePages } from "~/testing/read-pages.server";

const { ask, html } = await openReadablePages();
const [product = ""] = /\/product\/outlaw-leather-jacket-\w+/.exec(await html("/shop/men")) ?? [];

const pictures = (page: string) => Array.from(page.matchAll(/<img [^>]*>/g), ([tag]) => tag);
const isUrgent = (tag: string) =>
  attributeOf(tag, "fetchPriority") === "high" && attributeOf(tag, "loading") !== "lazy";
const compressed = (page: string) =>
  brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).byteLength;

const ALL = undefined;
const FROM_TABLETS = "(width >= 600px)";
/**
 * By path: the number of pictures with high priority, the maximum bytes of the compressed document, and the media queries of the
 * preloaded pictures.
 */
const MOST = {
  "/": [1, 22_500, ["(width >= 64rem)", "(width < 64rem)"]],
  "/shop/men": [2, 21_000, [ALL, ALL, FROM_TABLETS, FROM_TABLETS]],
  [product]: [1, 25_500, [ALL]],
} as const;

describe.each(Object.entries(MOST))("before the first paint of %s", (path, [urgent, bytes, windows]) => {
  test("the styles are inline, and no style sheet is requested", async () => {
    const response = await ask(path);
    const page = await response.text();
    expect(page.match(/<style>/g)).toHaveLength(1);
    expect(page.replace(/<noscript>.*?<\/noscript>/g, "")).not.toContain('rel="stylesheet"');
    expect(page).toMatch(/<script type="text\/plain" data-files="[^"]+" data-later="[^"]+\.later\.css">/);
    expect(response.headers.get("link")).toBeNull();
  });

  test("no script blocks the paint, and a phone requests no font", async () => {
    const page = await html(path);
    const [, afterStyles = ""] = page.split("</style>");
    const waited = /<script[^>]* src=|rel="modulepreload"|type="module"/.exec(afterStyles)?.[0];
    expect(waited).toBeUndefined();
    const fonts = Array.from(page.matchAll(/<link [^>]*as="font"[^>]*>/g), ([tag]) => tag);
    expect(fonts.map((tag) => attributeOf(tag, "media"))).toEqual(["(width >= 768px)", "(width >= 768px)"]);
  });

  test("only the first pictures load early, all others when they come near the window", async () => {
    const page = await html(path);
    expect(pictures(page).filter(isUrgent)).toHaveLength(urgent);
    const others = pictures(page).filter((tag) => !isUrgent(tag));
    expect(others.every((tag) => attributeOf(tag, "loading") === "lazy")).toBe(true);
  });

  test("the first pictures are preloaded, each for the window widths that show it first", async () => {
    const [ahead = ""] = (await html(path)).split("<style>");
    const named = Array.from(ahead.matchAll(/<link [^>]*as="image"[^>]*>/g), ([tag]) => attributeOf(tag, "media"));
    expect(named).toEqual(windows);
  });

  test("the compressed document does not grow beyond its limit", async () => {
    expect(compressed(await html(path))).toBeLessThan(bytes);
  });
});
