const ENTITIES: Record<string, string> = { amp: "&", quot: '"', "#x27": "'", lt: "<", gt: ">", "#x2F": "/", nbsp: " " };
const decoded = (text: string): string =>
  text.replace(/&([#\w]+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

/** Text of some markup, like `textContent`, with single spaces. */
export const textOf = (html: string): string =>
  decoded(html.replace(/<!--[^]*?-->|<(script|style|svg)\b[^]*?<\/\1>|<[^>]*>/g, ""))
    .replace(/\s+/g, " ")
    .trim();

const HIDDEN = /<(\w+)(?=[^>]* aria-hidden="true")[^>]*>[^]*?<\/\1>/g;

/** Accessible name of an element: its label, or else its text without parts that are hidden from assistive technology. */
export const nameOf = (element: string): string =>
  attributeOf(element, "aria-label") ?? textOf(element.replace(HIDDEN, ""));

/** Value of a tag's attribute; undefined if the tag lacks it. */
export const attributeOf = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`^<[^>]*?\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decoded(value);
};

/** All elements with a tag name, with their content, in document order; nested ones are included, too. */
export function elementsOf(html: string, name: string): string[] {
  const open: number[] = [];
  const found: { from: number; html: string }[] = [];
  for (const { 0: tag, index } of html.matchAll(new RegExp(`</?${name}(?=[\\s>])[^>]*>`, "g"))) {
    if (!tag.startsWith("</")) {
      open.push(index);
      continue;
    }
    const from = open.pop();
    if (from !== undefined) found.push({ from, html: html.slice(from, index + tag.length) });
  }
  return found.toSorted((a, b) => a.from - b.from).map((element) => element.html);
}

/** First element with a tag name; empty if there is none. */
export const elementOf = (html: string, name: string): string => elementsOf(html, name)[0] ?? "";

/** Texts of all headings of a level. */
export const headingsOf = (html: string, level: number): string[] => elementsOf(html, `h${level}`).map(textOf);

/** All links with their address and accessible name. */
export const linksOf = (html: string): { href: string; name: string }[] =>
  elementsOf(html, "a").map((link) => ({
    href: attributeOf(link, "href") ?? "",
    name: nameOf(link),
  }));

/** Address of the first link whose name contains this text; undefined if there is none. */
export const linkTo = (html: string, name: string): string | undefined =>
  linksOf(html).find((link) => link.name.includes(name))?.href;

/** The section with this accessible name; empty if there is none. */
export const sectionOf = (html: string, name: string): string =>
  elementsOf(html, "section").find((section) => {
    const label = attributeOf(section, "aria-labelledby");
    const heading = label && new RegExp(`<(\\w+)[^>]* id="${label}"[^>]*>([^]*?)</\\1>`).exec(section)?.[2];
    return (attributeOf(section, "aria-label") ?? textOf(heading ?? "")) === name;
  }) ?? "";

/** Structured data (JSON-LD) of a page. */
export const structuredIn = (html: string): Record<string, unknown>[] =>
  Array.from(html.matchAll(/<script type="application\/ld\+json"[^>]*>([^]*?)<\/script>/g)).flatMap(
    ([, json = "null"]) => JSON.parse(json) as Record<string, unknown>[],
  );
