const ENTITIES: Record<string, string> = { amp: "&", quot: '"', "#x27": "'", lt: "<", gt: ">", "#x2F": "/", nbsp: " " };
const decoded = (text: string): string =>
  text.replace(/&([#\w]+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

/** The words of some markup, as `textContent` has them, without needless spaces. */
export const textOf = (html: string): string =>
  decoded(html.replace(/<!--[^]*?-->|<(script|style|svg)\b[^]*?<\/\1>|<[^>]*>/g, ""))
    .replace(/\s+/g, " ")
    .trim();

const HIDDEN = /<(\w+)(?=[^>]* aria-hidden="true")[^>]*>[^]*?<\/\1>/g;

/** The name of an element as it is read out: its label, or its words without those that are hidden from assistive technology. */
export const nameOf = (element: string): string =>
  attributeOf(element, "aria-label") ?? textOf(element.replace(HIDDEN, ""));

/** An attribute of a tag; undefined when it has none of that name. */
export const attributeOf = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`^<[^>]*?\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : decoded(value);
};

/** The elements of a name with all that is in them, in the order of the document; one inside another counts as well. */
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

/** The first element of a name; empty when there is none. */
export const elementOf = (html: string, name: string): string => elementsOf(html, name)[0] ?? "";

/** The words of all headings of a level. */
export const headingsOf = (html: string, level: number): string[] => elementsOf(html, `h${level}`).map(textOf);

/** All links: their address, and their name as it is read out. */
export const linksOf = (html: string): { href: string; name: string }[] =>
  elementsOf(html, "a").map((link) => ({
    href: attributeOf(link, "href") ?? "",
    name: nameOf(link),
  }));

/** Address of the first link with this in its name; undefined when there is none. */
export const linkTo = (html: string, name: string): string | undefined =>
  linksOf(html).find((link) => link.name.includes(name))?.href;

/** The section of this name, which is its label or the heading that labels it; empty when there is none. */
export const sectionOf = (html: string, name: string): string =>
  elementsOf(html, "section").find((section) => {
    const label = attributeOf(section, "aria-labelledby");
    const heading = label && new RegExp(`<(\\w+)[^>]* id="${label}"[^>]*>([^]*?)</\\1>`).exec(section)?.[2];
    return (attributeOf(section, "aria-label") ?? textOf(heading ?? "")) === name;
  }) ?? "";

/** The structured data of a page. */
export const structuredIn = (html: string): Record<string, unknown>[] =>
  Array.from(html.matchAll(/<script type="application\/ld\+json"[^>]*>([^]*?)<\/script>/g)).flatMap(
    ([, json = "null"]) => JSON.parse(json) as Record<string, unknown>[],
  );
