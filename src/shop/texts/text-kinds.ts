/**
 * Control for a text of a page: one line, several, Markdown, the address of a link, a stored picture, a choice of a list, or the buttons of
 * a section.
 */
export type TextKind = "line" | "lines" | "markdown" | "link" | "picture" | "from" | "faqGroup" | "place" | "state";

/** Names of texts that have several lines. */
const SEVERAL = new Set([
  "text",
  "answer",
  "paragraphs",
  "quote",
  "note",
  "message",
  "success",
  "results",
  "mediaLine",
]);

const OF_SECTIONS: Record<string, TextKind> = {
  place: "place",
  state: "state",
  from: "from",
  group: "faqGroup",
  products: "lines",
};
const PICTURES = new Set(["wide", "tall", "picture", "logo", "avatar", "image"]);

/** Control for the text at a path. */
export function textKindOf(path: string): TextKind {
  if (path === "markdown") return "markdown";
  const names = path.split(".").filter((name) => name !== "*" && !/^\d+$/.test(name));
  const last = names.at(-1) ?? "";
  if (last === "href") return "link";
  if (names[0] === "parts" && OF_SECTIONS[last]) return OF_SECTIONS[last];
  if (PICTURES.has(last)) return "picture";
  // Labels of form fields are lines, whatever they are called.
  if (names.includes("form") || (names[0] === "comments" && last === "message"))
    return last === "success" ? "lines" : "line";
  return SEVERAL.has(last) ? "lines" : "line";
}

const ENTRIES: Record<string, string> = {
  buttons: "Button",
  links: "Link",
  categories: "Link",
  tiles: "Tile",
  categoryTiles: "Tile",
  promoTiles: "Tile",
  sections: "Chapter",
  paragraphs: "paragraph",
  benefits: "Reason",
  sellingPoints: "Reason",
  lines: "Line",
  items: "Entry",
  faqs: "Question",
};

const LEAVES: Record<string, string> = {
  kicker: "Small line",
  title: "Title",
  headline: "Title",
  heading: "Title",
  highlight: "In the large",
  text: "Text",
  message: "Text",
  note: "Small print",
  label: "Words",
  href: "Leads to",
  button: "Button",
  link: "Link",
  quote: "Quote",
  name: "Name",
  location: "From",
  question: "Question",
  answer: "Answer",
  markdown: "Text",
  fieldLabel: "Name of the field",
  placeholder: "Example in the field",
  success: "Once it is sent",
  invalid: "For an address that is none",
  closeLabel: "Close, read aloud",
  emailLabel: "Name of the e-mail address",
  hoursLabel: "Name of the hours",
  hours: "Hours",
  mediaLine: "For the press",
  orderLabel: "Name of the order's field",
  orderPlaceholder: "Example in that field",
  wide: "Wide picture",
  tall: "Tall picture",
  picture: "Picture",
  logo: "Logo",
  avatar: "Picture",
  image: "Picture",
  from: "Which products",
  products: "By hand: addresses of products, one a line",
  group: "Group of the FAQ",
  place: "Place",
  email: "Name of the e-mail field",
  state: "Name of the state's field",
  statePlaceholder: "Before a state is chosen",
  allTab: "All articles",
  readMore: "Over further articles",
  tagline: "Tagline",
  copyright: "Last line",
};

/** Name of the text at a path: "Button 1: leads to". `entry` names the entries of a page that is a list. */
export function textLabel(path: string, entry = "Entry"): string {
  const names = path.split(".");
  const leaf = names.at(-1) ?? "";
  const numbered = names.flatMap((name, place) =>
    /^\d+$/.test(name) ? [`${ENTRIES[names[place - 1] ?? ""] ?? entry} ${Number(name) + 1}`] : [],
  );
  if (/^\d+$/.test(leaf)) return numbered.join(", ");
  const isInForm = names.includes("form") || names[0] === "comments" || names[0] === "newsletter";
  const own =
    names[0] === "parts" && leaf === "state"
      ? "Shown"
      : isInForm && ["name", "message"].includes(leaf)
        ? FORM_FIELDS[leaf]
        : LEAVES[leaf];
  const named = own ?? leaf;
  return numbered.length > 0 ? `${numbered.join(", ")}: ${named.toLowerCase()}` : named;
}

const FORM_FIELDS: Record<string, string> = {
  name: "Name of the name's field",
  message: "Name of the message's field",
};
