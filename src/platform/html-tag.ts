import { byName } from "./by-name";

/** Matches HTML tags in a text. Attributes may contain ">", as in `sizes` of pictures. */
export const HTML_TAG = /<(?:"[^"]*"|'[^']*'|[^'"<>])*>/g;

const ENTITIES = byName<string>({
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  "#39": "'",
  "#x27": "'",
  nbsp: " ",
});

/** Replaces the character references that renderers of HTML write by their characters; others stay unchanged. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
