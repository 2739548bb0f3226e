import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { kindName } from "./log-kind";
import { logKinds } from "../record-kinds.server";

/** Place where shoppers see the result of an act, with the test that asks there afterwards; or the reason why no shopper sees it. */
type Seen = readonly [at: string, file: string, title: string] | { inside: string };

const KEPT = "src/back-office/log/kept-on-the-shop.test.ts";
const SAID = "src/back-office/log/said-and-kept.test.ts";
const RECORDS = "src/back-office/log/kept-records.test.ts";
const DETAIL = "src/back-office/orders/order-detail.test.ts";
/** A row of the table in kept-records.test.ts. */
const ofRecord = (kind: string, at: string): Seen => [at, RECORDS, `kind: "${kind}",`];

/** Every kind of act in the workshop, with the public address that is asked after it. */
const seen: Record<string, Seen> = {
  order: ["/order-status", SAID, "pieces that lie here are refunded"],
  "order-address": ["the letter about the order", DETAIL, "[B-37] slip and letter have the corrected address"],
  "order-packed": ["/order-status", SAID, "an order is packed"],
  "order-email": [
    "/order-status",
    "src/back-office/orders/order-corrections.test.ts",
    "the old address no longer finds the order",
  ],
  "order-note": { inside: "Notes are for members; order-detail.test.ts asks letters, order status and API for them." },
  "made-order": [
    "the link to pay",
    "src/back-office/made-orders/made-orders.test.ts",
    "the order is mailed and listed, and the member ends it",
  ],
  parcels: ["/order-status", DETAIL, "letter and order status list only the sent pieces"],
  return: ["/order-status", SAID, "a return is received and settled"],
  setting: ["/return-policy", KEPT, "a setting is changed"],
  "tax-state": ["/cart", SAID, "collecting sales tax is started"],
  balance: { inside: "What the gateway moved is known to members only." },
  "saved-view": { inside: "Views are lists of members." },
  product: ["the product's page", KEPT, "a product is put away"],
  variant: ofRecord("variant", "the product's page"),
  category: ofRecord("category", "/shop/men"),
  "price-plan": ["the product's page", KEPT, "a sale begins"],
  "size-guide": ofRecord("size-guide", "the product's page"),
  import: { inside: "An import's changes are those of products and variants; new ones are drafts." },
  "content-import": { inside: "A content file's changes are those of its records." },
  member: { inside: "Members are no part of the shop." },
  stock: ofRecord("stock", "/back-in-stock"),
  erasure: { inside: "An erased person is on no page of the shop." },
  "gift-card": { inside: "A card is spent with its code, by letter, in the bag and at the checkout." },
  recall: { inside: "A recall is a letter, and a page behind its link." },
  "person-request": { inside: "The answer is a letter, and a copy behind its link." },
  "stock-take": { inside: "Counted pieces are changes of stock." },
  "discount-code": ["/api/discounts/check", KEPT, "a code is put away"],
  offer: ["the product's page", "src/back-office/offers/offers.test.ts", "stands on the pages of its goods"],
  review: ["/reviews", SAID, "a review is approved"],
  question: ofRecord("question", "/questions"),
  comment: ofRecord("comment", "the article"),
  "community-signup": { inside: "Sign-ups stand on no page of the shop." },
  "product-pictures": [
    "listings",
    "src/back-office/goods/pictures/pictures.test.ts",
    "[B-48] listings and variants show the first picture of a color",
  ],
  "picture-words": ["the product's page", KEPT, "words for a picture are changed"],
  "demo-shop": [
    "every public page",
    "src/demo/clear-demo.server.test.ts",
    "leaves every public page complete, without errors and without names of demo products",
  ],
  "start-for-real": ["every public page", "src/back-office/content/started-shop.test.ts", "says nothing that the demo"],
  message: { inside: "The inbox is for members." },
  "message-answer": [
    "the letter to the sender",
    "src/back-office/messages/messages.test.ts",
    "sends the answer as a reply to the shopper's mail",
  ],
  "message-mail": { inside: "What came by mail is in the inbox." },
  subscription: { inside: "Who gets the newsletter is shown nowhere." },
  "newsletter-list": { inside: "The list is a file for a member." },
  "stock-requests": { inside: "Requests for letters are shown nowhere." },
  page: ["/return-policy", KEPT, "a page's words are published"],
  faq: ["/faqs", SAID, "a new question is published"],
  menu: ofRecord("menu", "every page"),
  article: ofRecord("article", "/blogs"),
  letter: ["the letter", "src/back-office/texts/letters/letters.test.ts", "the next letter after publishing has them"],
  search: ofRecord("search", "the page's head"),
  chapter: ofRecord("chapter", "/community"),
  event: ofRecord("event", "/community"),
  film: ["the films of the shop", "src/back-office/texts/community/community.test.ts", "a film gets another product"],
  post: ofRecord("post", "/"),
  "blog-category": ofRecord("blog-category", "/blogs"),
  "faq-group": ["/faqs", KEPT, "a group of the FAQ is renamed"],
  redirect: ["the old address", KEPT, "an old address leads on"],
  "word-plan": { inside: "A plan shows nothing before its time; then its texts are published." },
};

/** Drafts are shown to nobody but members; kept-on-the-shop.test.ts asks the page of one. */
const isDraft = (kind: string): boolean => kind.startsWith("draft:");

test("the table names every kind of act in the workshop", () => {
  const kinds = logKinds.map(kindName).filter((kind) => !isDraft(kind));
  expect(Object.keys(seen).toSorted()).toEqual(kinds.toSorted());
});

test("each test that the table names is there", async () => {
  const missing: string[] = [];
  for (const [kind, how] of Object.entries(seen)) {
    if ("inside" in how) continue;
    const [, file, title] = how;
    if (!(await readFile(file, "utf8")).includes(title)) missing.push(`${kind}: ${file}: ${title}`);
  }
  expect(missing).toEqual([]);
});
