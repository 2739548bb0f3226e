import type { PageForm } from "./page-form";
import type { shoppingTexts } from "./shopping-texts";

const paths = (prefix: string, names: string, leaves: string): string[] =>
  names.split(" ").flatMap((name) => leaves.split(" ").map((leaf) => [prefix, name, leaf].filter(Boolean).join(".")));

const STATES =
  "awaiting-payment paid packed partly-shipped shipped delivered cancelled partly-refunded refunded returned undecided sent-again";
const STATES_ONCE_BACK = "cancelled-back partly-refunded-back refunded-back";
const TITLES = "men women accessories headwear final-sale new-arrivals men-top men-bottom women-top women-bottom";

/**
 * Forms of the pages on which shoppers choose, pay for and track their orders. Buttons, labels and errors are part of the
 * program, so forms do not contain them.
 */
export const shoppingForms: readonly (PageForm & { key: keyof typeof shoppingTexts })[] = [
  {
    key: "bag",
    slug: "bag",
    name: "Shopping bag",
    address: "/cart",
    parts: [
      { title: "Head", paths: ["heading"] },
      { title: "Empty bag", paths: ["empty.title", "empty.text"] },
      {
        title: "Beside the total",
        paths: ["unsold.text", "tax.text", "estimate.text", "returns.text", "returns.label"],
      },
      { title: "Ways on", paths: ["links.*.label", "links.*.href"] },
      { title: "Row below", paths: ["others.heading"] },
    ],
  },
  {
    key: "checkout",
    slug: "checkout",
    name: "Checkout",
    address: "/checkout",
    parts: [
      { title: "Head", paths: ["heading"] },
      { title: "Nothing to pay", paths: ["empty.title", "empty.text", "unsold.text"] },
      { title: "Under the total", paths: ["secure.text", "links.*.label", "links.*.href"] },
    ],
  },
  {
    key: "orderPlaced",
    slug: "order-placed",
    name: "After paying",
    address: "/success",
    parts: [
      { title: "Order placed", paths: paths("", "placed confirmed changed", "title text") },
      { title: "Exchange paid", paths: ["exchanged.title", "exchanged.text", "exchanged.over"] },
      { title: "Not done yet", paths: paths("", "waiting", "title text").concat("returned.title") },
      { title: "Not paid", paths: ["unpaid.title", "unpaid.text", "held.text"] },
      { title: "No such order", paths: ["unknown.title", "unknown.text"] },
    ],
  },
  {
    key: "orderStatus",
    slug: "order-status",
    name: "Order status",
    address: "/order-status",
    parts: [
      { title: "Opening", paths: ["heading", "text"] },
      { title: "Ways on", paths: ["links.*.label", "links.*.href"] },
      {
        title: "How an order stands",
        paths: [...paths("states", STATES, "name text"), ...paths("states", STATES_ONCE_BACK, "text")],
      },
      { title: "Beside the lines", paths: ["goes.heading"] },
    ],
  },
  {
    key: "returnSteps",
    slug: "steps-of-a-return",
    name: "Steps of a return",
    address: "/return-or-exchange",
    parts: [
      { title: "Steps", paths: ["steps.*.text"] },
      { title: "Nothing has left yet", paths: ["unsent.text"] },
      { title: "Return started", paths: ["started.title", "started.text", "approved.text", "checked.text"] },
    ],
  },
  {
    key: "wishlist",
    slug: "wishlist",
    name: "Wishlist",
    address: "/wishlist",
    parts: [{ title: "Words", paths: ["heading", "empty.title", "unsold.text"] }],
  },
  {
    key: "search",
    slug: "search",
    name: "Search",
    address: "/search",
    parts: [
      { title: "Head", paths: ["heading", "placeholder"] },
      { title: "Before a search", paths: ["empty.title", "empty.text"] },
      { title: "Nothing found", paths: ["nothing.title", "nothing.text", "others.heading", "ways.heading"] },
      { title: "Beside the goods", paths: ["answers.heading"] },
    ],
  },
  {
    key: "listings",
    slug: "lists-of-goods",
    name: "Lists of goods",
    address: "/shop/men",
    parts: [
      { title: "Titles", paths: TITLES.split(" ").map((name) => `titles.${name}`) },
      { title: "Empty list", paths: ["empty.title", "empty.text", "filtered.title", "filtered.text"] },
    ],
  },
  {
    key: "faqPage",
    slug: "page-of-the-faq",
    name: "Page of the FAQ",
    address: "/faqs",
    parts: [
      { title: "Opening", paths: ["heading", "text"] },
      { title: "Below the answers", paths: ["others.title", "others.text"] },
    ],
  },
  {
    key: "backInStock",
    slug: "back-in-stock",
    name: "Back in stock",
    address: "/shop/men",
    isBesideProducts: true,
    parts: [{ title: "Words", paths: ["heading", "text", "success"] }],
  },
  {
    key: "unsubscribe",
    slug: "unsubscribe",
    name: "Leaving the newsletter",
    address: "/unsubscribe",
    parts: [{ title: "Words", paths: ["heading", "text", "broken.text", "success"] }],
  },
  {
    key: "productPage",
    slug: "words-of-a-product",
    name: "Words beside every product",
    address: "/shop/men",
    isBesideProducts: true,
    isEverywhere: true,
    parts: [
      {
        title: "Headings",
        paths: paths("", "styleWith others viewed reviews", "heading").concat("description.title", "materials.title"),
      },
      {
        title: "Our story",
        paths: [
          "brandStory.heading",
          "brandStory.text",
          "brandStory.bullets.*.title",
          "brandStory.bullets.*.text",
          "brandStory.visibility",
        ],
      },
      {
        title: "Size and fit",
        paths: [
          "sizeFit.heading",
          "sizeFit.summary",
          "sizeFit.text",
          "sizeFit.points.*",
          "sizeFit.visibility",
          "tight.text",
          "loose.text",
          "usual.text",
        ],
      },
      { title: "Delivery", paths: paths("", "free delivery", "title text") },
      { title: "Return", paths: paths("", "returns finalSale kept", "title text").concat("gone.text") },
    ],
  },
  {
    key: "communityReasons",
    slug: "reasons-on-the-community-page",
    name: "Reasons on the community page",
    address: "/community",
    parts: [{ title: "Reasons", paths: ["items.*.title", "items.*.text", "items.*.href"] }],
  },
  {
    key: "riders",
    slug: "reviews-and-questions",
    name: "Reviews and questions",
    address: "/shop/men",
    isBesideProducts: true,
    isEverywhere: true,
    parts: [
      { title: "Reviews", paths: paths("", "reviews", "heading text success") },
      { title: "Questions", paths: paths("", "questions", "heading text success") },
    ],
  },
];
