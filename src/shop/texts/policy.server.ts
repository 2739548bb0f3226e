import { Marked } from "marked";
import type { Database } from "~/platform/database.server";
import { cleanHtml } from "~/platform/html.server";
import { filled, type Settings } from "~/shop/settings";
import { storedContent } from "./page-content.server";
import { type Policy, type PolicyKey, PolicyText } from "./page-texts";

/** Credit for the source of the ZIP codes, required by its license. */
const PLACES_CREDIT = `

---

ZIP code and city data: [GeoNames](https://www.geonames.org/), licensed under [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/).
`;

/** Renders a policy as HTML, with settings replaced by their values. */
export async function policy(db: Database, key: PolicyKey, settings: Settings): Promise<Policy> {
  const { markdown } = PolicyText.parse(await storedContent(db, `policy:${key}`));
  const text = filled(markdown, settings) + (key === "terms" ? PLACES_CREDIT : "");
  const title = /^# (.+)$/m.exec(text)?.[1] ?? "";
  const headings: Policy["headings"] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: words }) {
        const id = anchorOf(words);
        if (depth === 2) headings.push({ id, text: words });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  const html = await marked.parse(text.replace(/^# .+$/m, ""));
  return { title, html: cleanHtml(html), headings };
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|(?<!-)-+$/g, "");
