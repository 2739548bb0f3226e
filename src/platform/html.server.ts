import sanitize from "sanitize-html";
import { HTML_TAG } from "./html-tag";

const RULES: sanitize.IOptions = {
  allowedTags: [
    "p",
    "br",
    "hr",
    "h2",
    "h3",
    "h4",
    "ul",
    "ol",
    "li",
    "strong",
    "em",
    "b",
    "i",
    "s",
    "code",
    "pre",
    "a",
    "blockquote",
    "footer",
    "cite",
    "figure",
    "figcaption",
    "img",
    "table",
    "caption",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
  ],
  allowedAttributes: {
    a: ["href", "title", "rel"],
    img: ["src", "alt", "width", "height", "loading"],
    th: ["scope", "colspan", "rowspan"],
    td: ["colspan", "rowspan"],
    h2: ["id"],
    h3: ["id"],
    ol: ["start"],
  },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowedSchemesByTag: { img: ["https"] },
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href = "", ...others }) => ({
      tagName,
      attribs: { ...others, href, ...(/^https?:/.test(href) && { rel: "noopener" }) },
    }),
    img: sanitize.simpleTransform("img", { loading: "lazy" }),
  },
};

/**
 * Sanitizes HTML to text, lists, tables, links and pictures: no scripts, no styles that imitate the page, no requests to other
 * hosts except for pictures by https.
 */
export const cleanHtml = (html: string): string => sanitize(html, RULES);

/** Blocks that stand apart from what is before and after them. */
const PARAGRAPHS =
  "p div h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre section article aside header footer main nav figure address hr details center";
/** Blocks that stand on lines of their own. */
const LINES = "li tr dt dd caption figcaption summary legend";
const CELLS = "td th";
// Characters that no text contains, for the breaks that tags stand for.
const [PARAGRAPH, LINE, CELL] = ["\u{E000}", "\u{E001}", "\u{E002}"];
const MEANT = new Map(
  [
    [PARAGRAPHS, PARAGRAPH],
    [LINES, LINE],
    [CELLS, CELL],
  ].flatMap(([names = "", sign = ""]) => names.split(" ").map((name) => [name, sign] as const)),
);

/** Converts HTML to plain text: one line per paragraph, list entry and row of a table, whose cells are divided by `cells`. */
export function plainText(html: string, { cells = " | " } = {}): string {
  const blank = html.replaceAll(/[\u{E000}-\u{E002}]/gu, "").replaceAll(/\s+/g, " ");
  const clean = sanitize(blank, { allowedTags: [...MEANT.keys(), "br"], allowedAttributes: {} });
  return clean
    .replaceAll(/<br\s*\/?>/g, "\n")
    .replaceAll(/<(\/?)(\w+)\s*\/?>/g, (_, end: string, name: string) => {
      const sign = MEANT.get(name) ?? "";
      return sign === CELL && end ? "" : sign;
    })
    .replace(HTML_TAG, "")
    .replaceAll("\u00A0", " ")
    .replaceAll(/[\n\u{E000}\u{E001}][\s\u{E000}\u{E001}]*/gu, breaks)
    .split("\n")
    .map((line) => cellsOf(line).join(cells))
    .join("\n")
    .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof CHARACTERS) => CHARACTERS[name])
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Breaks between two texts: an empty line before and after a paragraph, and as many as were written in one. */
const breaks = (run: string): string => (run.includes(PARAGRAPH) || run.split("\n").length > 2 ? "\n\n" : "\n");

/** Cells of a row; a line outside a table is one cell. */
const cellsOf = (line: string): string[] => {
  const [before = "", ...cells] = line.split(CELL).map((cell) => cell.trim());
  return [...(before || cells.length === 0 ? [before] : []), ...cells];
};

const CHARACTERS = { lt: "<", gt: ">", quot: '"', amp: "&" };
