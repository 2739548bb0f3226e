import { byName } from "~/platform/by-name";

/**
 * Form control for a text of a page: one line, several lines, Markdown, the address of a link, a stored picture, a choice from a
 * list, the position or state of a section, whether shoppers see a block, or a table.
 */
export type TextControl =
  "line" | "lines" | "markdown" | "link" | "picture" | "from" | "faqGroup" | "place" | "state" | "visibility" | "table";

/** Names of texts with several lines. */
const SEVERAL = new Set([
  "text",
  "answer",
  "paragraphs",
  "quote",
  "note",
  "intro",
  "message",
  "success",
  "results",
  "mediaLine",
]);

const OF_SECTIONS = byName<TextControl>({
  place: "place",
  state: "state",
  from: "from",
  group: "faqGroup",
  products: "lines",
});
const PICTURES = new Set(["wide", "tall", "picture", "logo", "avatar", "image"]);

/** Form control for the text at a path. */
export function textControlOf(path: string): TextControl {
  if (path === "markdown") return "markdown";
  const names = path.split(".").filter((name) => name !== "*" && !/^\d+$/.test(name));
  const last = names.at(-1) ?? "";
  if (last === "href") return "link";
  if (last === "rows") return "table";
  if (last === "visibility") return "visibility";
  if (names[0] === "parts" && OF_SECTIONS[last]) return OF_SECTIONS[last];
  if (PICTURES.has(last)) return "picture";
  // Labels of form fields always have one line, even if their name is one of `SEVERAL`.
  if (names.includes("form") || (names[0] === "comments" && last === "message"))
    return last === "success" ? "lines" : "line";
  return SEVERAL.has(last) ? "lines" : "line";
}

const ENTRIES = byName<string>({
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
  steps: "Step",
  points: "Point",
  bullets: "Point",
  tables: "Table",
  columns: "Column",
  notes: "Note",
});

/** Labels of groups of texts on a page, by name. */
const GROUPS = byName<string>({
  empty: "Where there is nothing",
  unsold: "No longer sold",
  tax: "Before the tax is known",
  estimate: "Under the total",
  returns: "About returns",
  others: "Row of others",
  secure: "Under the button",
  placed: "Order placed",
  confirmed: "Confirmed",
  changed: "Order changed",
  waiting: "Payment on its way",
  unpaid: "Not paid",
  held: "Not paid, by a link",
  unknown: "No such order",
  goes: "Address",
  "awaiting-payment": "Not paid yet",
  paid: "Paid",
  packed: "Packed",
  "partly-shipped": "Partly shipped",
  shipped: "Shipped",
  delivered: "Arrived",
  cancelled: "Cancelled",
  "partly-refunded": "Partly refunded",
  refunded: "Refunded",
  "cancelled-back": "Cancelled, once the money is there",
  "partly-refunded-back": "Partly refunded, once the money is there",
  "refunded-back": "Refunded, once the money is there",
  returned: "Returned",
  undecided: "Parcel lost",
  "sent-again": "Lost, sent again",
  unsent: "Nothing has left yet",
  started: "Return started",
  approved: "May be sent at once",
  checked: "Looked at first",
  nothing: "Nothing found",
  answers: "Pages that were found",
  ways: "Collections",
  filtered: "Nothing for the filters",
  description: "Description",
  materials: "Materials",
  free: "Delivery is free",
  delivery: "Delivery costs",
  finalSale: "Final sale",
  kept: "Not returnable",
  gone: "Sold out for good",
  tight: "Under the sizes, tight fit",
  loose: "Under the sizes, loose fit",
  usual: "Under the sizes, usual fit",
  styleWith: "Goes with it",
  viewed: "Seen before",
  reviews: "Reviews",
  questions: "Questions",
  broken: "For a link that is broken",
});

const LEAVES = byName<string>({
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
  summary: "In the large",
  intro: "Text",
  term: "What is measured",
  visibility: "For shoppers",
  rows: "Rows, a line each, cells between |",
  men: "Men",
  women: "Women",
  accessories: "Accessories",
  headwear: "Headwear",
  "final-sale": "Final sale",
  "new-arrivals": "New arrivals",
  "men-top": "Men, tops",
  "men-bottom": "Men, bottoms",
  "women-top": "Women, tops",
  "women-bottom": "Women, bottoms",
});

/** Label of the text at a path, such as "Button 1: leads to". `entry` is the label of an entry of a page that is a list. */
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
  const group = GROUPS[names.at(-2) ?? ""];
  if (group !== undefined) return `${group}: ${named.toLowerCase()}`;
  return numbered.length > 0 ? `${numbered.join(", ")}: ${named.toLowerCase()}` : named;
}

const FORM_FIELDS = byName<string>({
  name: "Name of the name's field",
  message: "Name of the message's field",
});
