import { byName } from "./by-name";

/** Matches HTML tags in a text. Attributes may contain ">", as in `sizes` of pictures. */
export const HTML_TAG = /<(?:"[^"]*"|'[^']*'|[^'"<>])*>/g;

const ENTITIES = byName<string>({
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  hellip: "\u2026",
  ndash: "\u2013",
  mdash: "\u2014",
  lsquo: "\u2018",
  rsquo: "\u2019",
  ldquo: "\u201C",
  rdquo: "\u201D",
  trade: "\u2122",
  reg: "\u00AE",
  copy: "\u00A9",
  deg: "\u00B0",
  frac14: "\u00BC",
  frac12: "\u00BD",
  frac34: "\u00BE",
  times: "\u00D7",
  bull: "\u2022",
  middot: "\u00B7",
  eacute: "\u00E9",
  ntilde: "\u00F1",
  uuml: "\u00FC",
});

/** Character of a reference by its number: #39 and #x27 are an apostrophe; undefined for numbers of no character. */
function characterOf(name: string): string | undefined {
  const [, hex, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined;
}

/** Replaces the character references that renderers of HTML write by their characters; others stay unchanged. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? characterOf(name) ?? entity);

/** Whether a text contains tags of HTML. */
export const hasTag = (text: string): boolean => /<[a-z!/][^<>]*>/i.test(text);

/** Whether a text contains tags or character references of HTML. */
export const hasHtml = (text: string): boolean =>
  hasTag(text) || /&(?:[a-z][a-z\d]{1,29}|#\d{2,6}|#x[\da-f]{2,6});/i.test(text);
