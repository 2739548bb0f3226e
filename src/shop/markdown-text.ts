import { markdownLimits } from "./markdown-limits";
import { PlainLines } from "./plain-text";

/** Schema of a Markdown text that members write; accepts an empty text. Its complaints are about length and depth alone. */
export const MarkdownText = () =>
  PlainLines(markdownLimits.letters, {
    tooLong: `A text has at most ${markdownLimits.letters.toLocaleString("en-US")} letters. Take some out, or make two of it.`,
  }).check(({ value, issues }) => {
    const message = value.length > markdownLimits.letters ? undefined : depthFault(value);
    // The code of a bound, as for a length: files of content are held to bounds only.
    if (message)
      issues.push({ code: "too_big", origin: "string", maximum: markdownLimits.levels, message, input: value });
  });

/** Error about a Markdown text that is too deep or too dense to render; undefined for a usual one. */
function depthFault(text: string): string | undefined {
  const { levels, marks, address } = markdownLimits;
  if (text.split("\n").some((line) => levelsOf(line) > levels) || tagsInEachOther(text) > levels)
    return `Lists, quotations or tags lie more than ${levels} levels in each other. Use fewer.`;
  if (text.split(PARAGRAPHS).some((paragraph) => (paragraph.match(/[*_~]+|!/g)?.length ?? 0) > marks))
    return `A paragraph has more than ${marks} signs such as *, _ or !. Divide it by an empty line.`;
  if (text.split(/\s/).some((word) => word.length > address && ADDRESS.test(word)))
    return `An address has more than ${address.toLocaleString("en-US")} letters. Use a shorter one.`;
  return undefined;
}

/** Beginning of an address that becomes a link by itself. */
const ADDRESS = /www\.|:\/\//i;
/** Between two paragraphs: an empty line, or the line end before a point of a list or a heading. */
const PARAGRAPHS = /\n(?:[^\S\n]*\n| {0,3}(?=(?:[-*+]|#{1,6}) ))/;
const CONTAINER = /[^\S\n]*(?:>|[-*+](?=\s|$)|\d{1,9}[.)](?=\s|$))/y;
/** Fewest spaces by which a list lies in another. */
const INDENT = 2;

/** Most levels that a line can have: its marks of quotations and lists, and as many as its indentation allows. */
function levelsOf(line: string): number {
  const indent = line.length - line.trimStart().length;
  let levels = 0;
  for (CONTAINER.lastIndex = 0; CONTAINER.test(line);) levels += 1;
  return levels === 0 ? 0 : levels + Math.floor(indent / INDENT);
}

/** Tags that have no end, or whose end may be left out because the next one ends them. */
const WITHOUT_END = new Set(
  "area base br col embed hr img input link meta source wbr p li dt dd th td tr thead tbody option".split(" "),
);

/** The most HTML tags of a text that lie in each other. */
export function tagsInEachOther(html: string): number {
  let [depth, most] = [0, 0];
  for (const [, isEnd, name = ""] of html.matchAll(/<(\/?)([a-z][a-z\d]*)/gi)) {
    if (WITHOUT_END.has(name.toLowerCase())) continue;
    depth = Math.max(0, depth + (isEnd ? -1 : 1));
    most = Math.max(most, depth);
  }
  return most;
}
