/** Control for a text of a page: one line, several, Markdown, or the address of a link. */
export type TextKind = "line" | "lines" | "markdown" | "link";

/** Texts of a page that members edit under one heading. */
interface FormPart {
  title: string;
  /** Paths into the page's texts; `*` stands for each entry of a list. */
  paths: readonly string[];
}

/** A page whose texts members edit. */
export interface PageForm {
  /** Its stored key. */
  key: string;
  /** Its name in addresses of the back office. */
  slug: string;
  /** Its name for members. */
  name: string;
  /** A public address that shows it. */
  address: string;
  /** True for what stands on every page. */
  isEverywhere?: true;
  parts: readonly FormPart[];
}

const part = (title: string, paths: string): FormPart => ({ title, paths: paths.split(" ") });
const policyForm = (slug: string, key: string, name: string, address: string): PageForm => ({
  key: `policy:${key}`,
  slug,
  name,
  address,
  parts: [part("Text", "markdown")],
});

/** Pages whose texts members edit, in the order of their list. Names of pictures and texts that the program reads are not among them. */
export const pageForms: readonly PageForm[] = [
  {
    key: "home",
    slug: "home",
    name: "Home",
    address: "/",
    parts: [
      part(
        "Opening picture",
        "hero.kicker hero.title hero.highlight hero.text hero.buttons.*.label hero.buttons.*.href",
      ),
      part("Partners", "sections.partners.heading"),
      part("Best sellers", "sections.bestSellers.heading sections.bestSellers.text sections.bestSellers.link"),
      part(
        "Categories",
        "sections.categories.heading categoryTiles.*.text categoryTiles.*.button categoryTiles.*.href",
      ),
      part("Films", "sections.videos.heading sections.videos.text"),
      part("Riders' words", "sections.testimonials.heading sections.testimonials.text"),
      part("Collections", "sections.collections.heading"),
      part("From the feed", "sections.social.heading sections.social.text"),
      part("Why shop here", "benefits.home.*.title benefits.home.*.text benefits.home.*.href"),
      part("Before the page is there", "splash.title splash.text"),
    ],
  },
  policyForm("return-policy", "returns", "Return policy", "/return-policy"),
  policyForm("privacy-policy", "privacy", "Privacy policy", "/privacy-policy"),
  policyForm("terms", "terms", "Terms and conditions", "/terms-&-conditions"),
  policyForm("accessibility", "accessibility", "Accessibility", "/accessibility"),
  {
    key: "about",
    slug: "about",
    name: "About",
    address: "/about",
    parts: [
      part("Opening", "hero.title hero.text"),
      part("Chapters", "sections.*.heading sections.*.paragraphs.*"),
      part("Ways on", "tiles.*.button tiles.*.href"),
    ],
  },
  {
    key: "contact",
    slug: "contact",
    name: "Contact",
    address: "/contact",
    parts: [
      part("Opening", "headline message"),
      part(
        "Address and hours",
        "emailLabel hoursLabel hours headOffice.heading headOffice.lines.* headOffice.note mediaLine",
      ),
      part("Form", "form.heading form.name form.email form.message form.button form.success"),
      part("What shoppers can count on", "sellingPoints.*.title sellingPoints.*.text"),
      part("Ways on", "tiles.*.title tiles.*.text tiles.*.button tiles.*.href"),
    ],
  },
  {
    key: "returnStart",
    slug: "start-a-return",
    name: "Start a return",
    address: "/return-or-exchange",
    parts: [
      part("Opening", "heading text"),
      part("Form", "orderLabel orderPlaceholder emailLabel button"),
      part("Ways on", "links.*.label links.*.href"),
    ],
  },
  {
    key: "notFound",
    slug: "not-found",
    name: "Page not found",
    address: "/404",
    parts: [part("Words", "title text"), part("Ways back", "links.*.label links.*.href")],
  },
  {
    key: "testimonials",
    slug: "riders-words",
    name: "Riders' words",
    address: "/",
    parts: [part("Quotes", "*.quote *.name *.location")],
  },
  {
    key: "collections",
    slug: "collections",
    name: "Trending collections",
    address: "/",
    parts: [part("Collections", "*.title *.text *.button *.href")],
  },
  {
    key: "community",
    slug: "community",
    name: "Community",
    address: "/community",
    parts: [
      part(
        "Opening",
        "hero.title hero.text hero.form.name hero.form.email hero.form.state hero.form.statePlaceholder hero.form.button",
      ),
      part(
        "Fund",
        "donation.kicker donation.heading donation.paragraphs.* donation.button.label donation.button.href donation.links.*.label donation.links.*.text donation.links.*.href",
      ),
      part(
        "Get out there",
        "events.heading events.items.*.title events.items.*.text events.items.*.button events.items.*.href",
      ),
      part("Calendar", "calendar.heading calendar.text"),
    ],
  },
  {
    key: "blogs",
    slug: "blog",
    name: "Blog",
    address: "/blogs",
    parts: [
      part("Words", "title allTab readMore"),
      part("Banner", "banner.heading banner.text banner.button banner.href"),
      part(
        "Comments",
        "comments.heading comments.note comments.name comments.email comments.message comments.button comments.success",
      ),
    ],
  },
  {
    key: "product",
    slug: "every-product",
    name: "Every product",
    address: "/shop/men",
    isEverywhere: true,
    parts: [
      part("Questions", "faqs.*.question faqs.*.answer"),
      part("Ways on", "promoTiles.*.title promoTiles.*.button"),
    ],
  },
  {
    key: "newsletterPopup",
    slug: "newsletter-pop-up",
    name: "Newsletter pop-up",
    address: "/",
    isEverywhere: true,
    parts: [
      part("Words", "kicker heading text"),
      part("Form", "fieldLabel placeholder button note success invalid closeLabel"),
      part("Ways on", "categories.*.label categories.*.href"),
    ],
  },
  {
    key: "footer",
    slug: "foot",
    name: "Foot of every page",
    address: "/",
    isEverywhere: true,
    parts: [
      part(
        "Newsletter",
        "newsletter.heading newsletter.text newsletter.fieldLabel newsletter.placeholder newsletter.button newsletter.note newsletter.success",
      ),
      part("Last lines", "tagline copyright"),
    ],
  },
];

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

/** Control for the text at a path. */
export function textKindOf(path: string): TextKind {
  if (path === "markdown") return "markdown";
  const names = path.split(".").filter((name) => name !== "*" && !/^\d+$/.test(name));
  const last = names.at(-1) ?? "";
  if (last === "href") return "link";
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
  home: "Reason",
  sellingPoints: "Reason",
  lines: "Line",
  items: "Tile",
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
  const own = isInForm && ["name", "message"].includes(leaf) ? FORM_FIELDS[leaf] : LEAVES[leaf];
  const named = own ?? leaf;
  return numbered.length > 0 ? `${numbered.join(", ")}: ${named.toLowerCase()}` : named;
}

const FORM_FIELDS: Record<string, string> = {
  name: "Name of the name's field",
  message: "Name of the message's field",
};
