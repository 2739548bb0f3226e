/** Groups of invented texts, each with its heading, in the order of the list for members. */
export const inventedGroups = {
  home: "On the first page",
  pages: "Whole pages",
  chapters: "Chapters and meet-ups",
  events: "Events",
  articles: "Articles",
  answers: "Answers of the FAQ about what the demo sells",
  faster: "Faster delivery, which the checkout does not offer: only these sentences go",
  rides: "Ride dates, which nobody has set: only these words go",
  links: "Links that lead nowhere",
} as const;

export type InventedGroup = keyof typeof inventedGroups;

/** A text that the demo invented, as the list for members shows it. */
export interface InventedText {
  key: string;
  group: InventedGroup;
  name: string;
}

/** Opening of the first page in place of the demo's sale: it names the shop and promises nothing. */
export const EMPTY_OPENING = {
  "parts.hero.kicker": "Welcome to",
  "parts.hero.title": "{shopName}",
  "parts.hero.highlight": "For riders",
  "parts.hero.href": "/shop/new-arrivals",
  "parts.hero.text": "Apparel, footwear, accessories and headwear.",
  "parts.hero.buttons.0.label": "New Arrivals",
  "parts.hero.buttons.0.href": "/shop/new-arrivals",
  "parts.hero.buttons.1.label": "Contact",
  "parts.hero.buttons.1.href": "/contact",
};

/** Tiles of the contact page in place of the demo's, which speak of goods that sell. */
export const PLAIN_TILES = {
  "tiles.0.text": "See what is new.",
  "tiles.1.title": "Questions",
  "tiles.1.text": "What is asked most, answered.",
  "tiles.1.button": "FAQ",
  "tiles.1.href": "/faqs",
};

/** Words of the demo about ride dates, each with what stays in its place. */
export const withoutRides: readonly { id: string; field: string; name: string; from: string; to: string }[] = [
  {
    id: "footer",
    field: "newsletter.text",
    name: "Newsletter at the foot of every page",
    from: "New gear, ride dates and a code",
    to: "New gear and a code",
  },
  {
    id: "newsletterPopup",
    field: "text",
    name: "Newsletter in the window that opens by itself",
    from: "new gear, ride dates, nothing else",
    to: "new gear, nothing else",
  },
];

/** Pages that show nothing once their invented texts are hidden, so that links in menus to them lead nowhere. */
export const EMPTIED = {
  "/about": "About",
  "/community": "Community",
  "/blogs": "Blogs",
};

/** Sentences of the demo about faster delivery, each with what stays in its place; a test finds each in the demo's texts. */
export const withoutFaster: readonly {
  kind: "page" | "faq";
  id: string;
  field: string;
  name: string;
  from: string;
  to: string;
}[] = [
  {
    kind: "page",
    id: "product",
    field: "faqs.0.answer",
    name: "Every product: Delivery",
    from: " Expedited takes {expeditedDelivery} and is arranged by e-mail at {supportEmail}.",
    to: "",
  },
  {
    kind: "page",
    id: "policy:terms",
    field: "markdown",
    name: "Terms and conditions",
    from: " and expedited shipping, which we arrange by e-mail for an extra fee, {expeditedDelivery}, both counted",
    to: ", counted",
  },
  {
    kind: "page",
    id: "policy:returns",
    field: "markdown",
    name: "Return policy",
    from: "Shipping fees that you paid on the order, whether the {deliveryFee} standard delivery fee or a fee for expedited shipping, are",
    to: "The {deliveryFee} delivery fee that you paid on the order is",
  },
  {
    kind: "faq",
    id: "1eb8f63619d2ee557d0b6b7e",
    field: "answer",
    name: "",
    from: " and expedited shipping {expeditedDelivery}",
    to: "",
  },
  {
    kind: "faq",
    id: "3b2ff80ceb064c11e48a4e7f",
    field: "answer",
    name: "",
    from: "The delivery or expedited fee you paid",
    to: "The delivery fee you paid",
  },
];
