/** Groups of invented texts, each with its heading, in the order of the list for members. */
export const inventedGroups = {
  home: "On the first page",
  pages: "Whole pages",
  chapters: "Chapters and meet-ups",
  events: "Events",
  articles: "Articles",
  answers: "Answers of the FAQ about what the demo sells",
  faster: "Faster delivery, which the checkout does not offer: only these sentences go",
  offers:
    "Gift cards, custom pieces, wholesale, other countries, accounts and new goods, which nobody promised: only these words go",
  rides: "Rides, chapters and films, which nobody has set: only these words go",
  links: "Links that lead nowhere",
} as const;

export type InventedGroup = keyof typeof inventedGroups;

/** A text that the demo invented, as the list for members shows it. */
export interface InventedText {
  key: string;
  group: InventedGroup;
  name: string;
}

/** Collections to which the opening leads, each with the words of its button. */
export const OPENED = {
  men: "Shop Men",
  women: "Shop Women",
  accessories: "Shop Accessories",
  headwear: "Shop Headwear",
  "new-arrivals": "New Arrivals",
} as const;

/**
 * Opening of the first page in place of the demo's sale: it names the shop, promises nothing, and leads to a collection of
 * `OPENED`.
 */
export const emptyOpening = (to: keyof typeof OPENED) => ({
  "parts.hero.kicker": "Welcome to",
  "parts.hero.title": "{shopName}",
  "parts.hero.highlight": "For riders",
  "parts.hero.href": `/shop/${to}`,
  "parts.hero.text": "Come in and look around.",
  "parts.hero.buttons.0.label": OPENED[to],
  "parts.hero.buttons.0.href": `/shop/${to}`,
  "parts.hero.buttons.1.label": "Contact",
  "parts.hero.buttons.1.href": "/contact",
});

/** Name of the row of the newest pieces, which the demo calls its best sellers. */
export const NEWEST_PIECES = {
  "parts.bestSellers.heading": "Fresh On The Rack",
  "parts.bestSellers.text": "The newest pieces of each collection.",
};

/** Tiles of the contact page in place of the demo's, which speak of goods that sell. */
export const PLAIN_TILES = {
  "tiles.0.text": "See what is new.",
  "tiles.1.title": "Questions",
  "tiles.1.text": "What is asked most, answered.",
  "tiles.1.button": "FAQ",
  "tiles.1.href": "/faqs",
};

/** Names of groups of the FAQ in place of the demo's, which offer custom pieces and wholesale. */
export const PLAIN_GROUPS: ReadonlyMap<string, string> = new Map([
  ["Product Info & Custom Orders", "Product Info"],
  ["Discounts, Promotions & Wholesale", "Discounts & Promotions"],
]);

/** Pages that show nothing once their invented texts are hidden, so that links in menus to them lead nowhere. */
export const EMPTIED = {
  "/about": "About",
  "/community": "Community",
  "/blogs": "Blogs",
};
