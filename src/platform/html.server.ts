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

/** Converts HTML to plain text, one line per paragraph and list entry. */
export function plainText(html: string): string {
  const blocks = ["p", "br", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6"];
  const clean = sanitize(html.replaceAll(/\s+/g, " "), { allowedTags: blocks, allowedAttributes: {} });
  return clean
    .replace(/<br\s*\/?>/g, "\n")
    .replace(/<\/(p|div|h\d)>/g, "\n\n")
    .replace(/<\/(li|tr)>/g, "\n")
    .replace(HTML_TAG, "")
    .replaceAll("\u00A0", " ")
    .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof CHARACTERS) => CHARACTERS[name])
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const CHARACTERS = { lt: "<", gt: ">", quot: '"', amp: "&" };
