import { decodeEntities, HTML_TAG } from "~/platform/html-tag";

/** A section of an article with its anchor. */
export interface Section {
  id: string;
  text: string;
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/&#?\w+;/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|(?<!-)-+$/g, "");

/** Ids of other elements of an article's page and its frame. A test compares them with the page. */
const PAGE_IDS = new Set(["main", "comments", "comment", "leave-comment", "more", "footer", "newsletter"]);

/** Sections of an article, which begin with `h2` headings, and its HTML with anchors. Equal headings get different anchors. */
export function withContents(html: string): { html: string; sections: Section[] } {
  const sections: Section[] = [];
  const anchored = html.replace(/<h2(?: id="[^"]*")?>([^]*?)<\/h2>/g, (_heading, inner: string) => {
    const text = inner.replace(HTML_TAG, "").trim();
    const anchor = anchorOf(text) || "section";
    const base = PAGE_IDS.has(anchor) ? `${anchor}-section` : anchor;
    const same = sections.filter(({ id }) => id === base || id.startsWith(`${base}--`)).length;
    const id = same === 0 ? base : `${base}--${same + 1}`;
    sections.push({ id, text: decodeEntities(text) });
    return `<h2 id="${id}">${inner}</h2>`;
  });
  return { html: anchored, sections };
}
