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

const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const BLOCKS = new Set(
  "address article aside blockquote details dialog div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main menu nav ol p pre section table ul".split(
    " ",
  ),
);

/**
 * Elements that a browser does not leave where they stand, each as "form in p": an element that ends a paragraph, or one inside
 * another of its kind. React then builds the page anew in the browser.
 */
export function misplacedIn(html: string): string[] {
  const open: string[] = [];
  const found = new Set<string>();
  const markup = html.replace(/<!--[^]*?-->|<(script|style|svg|template|noscript)\b[^]*?<\/\1>/g, "");
  for (const [, end = "", name = ""] of markup.matchAll(/<(\/?)([a-z][a-z0-9]*)(?=[\s/>])(?:"[^"]*"|[^">])*>/g)) {
    if (end) {
      const at = open.lastIndexOf(name);
      if (at >= 0) open.length = at;
      continue;
    }
    if (BLOCKS.has(name) && open.includes("p")) found.add(`${name} in p`);
    if (["a", "button", "form"].includes(name) && open.includes(name)) found.add(`${name} in ${name}`);
    if (!VOID.has(name)) open.push(name);
  }
  return [...found];
}
