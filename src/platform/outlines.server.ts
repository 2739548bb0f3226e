import { readFile } from "node:fs/promises";
import type { Font, PathCommand } from "opentype.js";
import { memoizedAsync } from "./memoized-async";

/** Texts as outlines of the brand's condensed type, which are drawn the same on a machine without fonts. */
export interface Outlines {
  /** Width in pixels of a line in a font size in pixels. */
  widthOf(text: string, size: number): number;
  /** Path data of a line from x, with its baseline at y, in pixels. */
  pathOf(text: string, x: number, y: number, size: number): string;
}

/** Files of the font; each path is written whole, because the image has the files that a test finds in the sources. */
const FILES = [
  "node_modules/@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff",
  "node_modules/@fontsource/barlow-condensed/files/barlow-condensed-latin-ext-700-normal.woff",
  "node_modules/@fontsource/barlow-condensed/files/barlow-condensed-vietnamese-700-normal.woff",
];
/** Tracking of headings, in ems, as in the style sheets. */
const SPACING = { kerning: true, letterSpacing: -0.012 };

/** Outlines of the shipped fonts, which are read when the first text is drawn. Letters that none of them has are left out. */
export const openOutlines: () => Promise<Outlines> = memoizedAsync(async () => {
  const { default: opentype } = await import("opentype.js");
  const fonts = await Promise.all(
    FILES.map(async (file) => opentype.parse(Uint8Array.from(await readFile(file)).buffer)),
  );

  /** Parts of a text, each with the font that has its letters. */
  function partsOf(text: string): { font: Font; text: string }[] {
    const parts: { font: Font; text: string }[] = [];
    for (const letter of text.normalize("NFC")) {
      const font = fonts.find((each) => each.charToGlyphIndex(letter) > 0);
      const last = parts.at(-1);
      if (font && last?.font === font) last.text += letter;
      else if (font) parts.push({ font, text: letter });
    }
    return parts;
  }

  const widthOf = (text: string, size: number): number =>
    partsOf(text).reduce((width, part) => width + part.font.getAdvanceWidth(part.text, size, SPACING), 0);

  return {
    widthOf,
    pathOf(text, x, y, size) {
      let from = x;
      return partsOf(text)
        .map((part) => {
          const path = part.font.getPath(part.text, from, y, size, SPACING).commands.map(written).join("");
          from += part.font.getAdvanceWidth(part.text, size, SPACING);
          return path;
        })
        .join("");
    },
  };
});

/** Command as path data in tenths of a pixel. The package's own text has NaN for numbers near zero. */
const written = ({ type, x1, y1, x2, y2, x, y }: PathCommand): string =>
  type +
  [x1, y1, x2, y2, x, y]
    .filter((number) => number !== undefined)
    .map((number) => Math.round(number * 10) / 10)
    .join(" ");
