import { expect, test } from "vitest";
import { type ActionName, actionNames } from "~/shop/audit/action-names";
import type { Change } from "~/shop/audit/acts.server";
import { ORDER_ACT, orderActs } from "~/shop/orders/act-as-member.server";
import { RETURN_ACT, returnActs } from "~/shop/returns/return-acts.server";
import { defaultSettings } from "~/shop/settings";
import { kindNamed, logKinds } from "../record-kinds.server";
import { actSentence } from "./act-sentence.server";
import { kindName, type RecordNames } from "./log-kind";
import { UNLOGGED } from "./unlogged-change";

const [PRODUCT, TWO] = ["6b1f0c2d9e8a7b6c5d4e3f2a", "a9b8c7d6e5f4a3b2c1d0e9f8"];
const MEMBER = "0b1f0c2d-1e6f-4a7b-8c9d-0e1f2a3b4c5d";
const TWO_OFFERS = "1c2f0c2d-1e6f-4a7b-8c9d-0e1f2a3b4c5d";
const MOMENT = "2026-11-22T13:00:00.000Z";
const ORDER = "48217350";
const MADE = "70000001";
const PICTURE = `/media/goods/${PRODUCT}/9f8e7d6c5b4a3f2e.webp`;

const names: RecordNames = new Map([
  [`member ${MEMBER}`, { name: "Ann" }],
  [`product ${PRODUCT}`, { name: "Mesa Jacket", productId: PRODUCT }],
  ["variant 41", { name: "Mesa Jacket, Black, L", productId: PRODUCT }],
  ["stock 0000000041", { name: "Mesa Jacket, Black, L", productId: PRODUCT }],
  [`category ${TWO}`, { name: "Gloves" }],
  [`size-guide ${TWO}`, { name: "Gloves" }],
  [`product-pictures ${PRODUCT}/Black`, { name: "Mesa Jacket", productId: PRODUCT }],
  [`picture-words ${PICTURE}`, { name: "Mesa Jacket", productId: PRODUCT }],
  [`price-plan ${MEMBER}`, { name: "20% off gloves" }],
  [`offer ${MEMBER}`, { name: "Buy 2, the third at half" }],
  [`faq ${TWO}`, { name: "May I wash it?" }],
  [`article ${TWO}`, { name: "Desert rides" }],
  [`chapter ${TWO}`, { name: "Moab" }],
  [`event ${TWO}`, { name: "Moab Days" }],
  [`film ${TWO}`, { name: "First light" }],
  [`post ${TWO}`, { name: "Dust" }],
]);

type Logged = [kind: string, record: string, field: string, old: unknown, now: unknown, made?: "made"];
type Row = [action: ActionName, changes: Logged[], sentence: string, reason?: string];

/** Rows of a kind of texts: its draft, its publishing, and an undo. */
const textRows = (kind: string, record: string, field: string, name: string, label: string): Record<string, Row[]> => ({
  [`draft:${kind}`]: [
    [
      "change",
      [[`draft:${kind}`, record, field, "", "Words."]],
      `The draft of ${name} is saved. The shop stays as it is.`,
    ],
    [
      "discard",
      [[`draft:${kind}`, record, field, "Words.", ""]],
      `The draft of ${name} is discarded. The shop stays as it is.`,
    ],
    [
      "restore",
      [[`draft:${kind}`, record, field, "", "Words."]],
      `The earlier version of ${name} is the draft now. The shop stays as it is.`,
    ],
  ],
  [kind]: [
    [
      "publish",
      [[kind, record, field, "", "Words."]],
      kind === "letter" ? `${name} has these words from now on.` : `${name} is on the shop.`,
    ],
    [
      "publish-hidden",
      [[kind, record, field, "", "Words."]],
      `${name} is stored. It is not on the shop: it is not ticked to be.`,
    ],
    [
      "publish-some",
      [
        [kind, record, field, "", "Words."],
        ["page", "about", "intro.text", "", "Words."],
        ["faq", TWO, "isShown", true, false],
      ],
      `${kind === "page" || kind === "faq" ? 2 : 3} texts are stored, and those that are ticked are on the shop.`,
    ],
    [
      "word-plan-over",
      [[kind, record, field, "Words.", ""]],
      `The planned time of ${name} is over. Its former words are back.`,
    ],
    [
      "hide-invented",
      [[kind, record, field, "", "Words."]],
      "What you ticked is hidden from shoppers, and stays in Words.",
    ],
    ["undo", [[kind, record, field, "Words.", ""]], `Taken back: ${name}: ${label} is Empty again.`],
  ],
});

const moderated = (kind: string, thing: string, approved: string): Record<string, Row[]> => ({
  [kind]: [
    ["approve", [[kind, PRODUCT, "standing", "waiting", "approved"]], approved],
    [
      "hide",
      [[kind, PRODUCT, "standing", "waiting", "hidden:advertising"]],
      `The ${thing} is hidden: it sells something.`,
    ],
    ["wait", [[kind, PRODUCT, "standing", "approved", "waiting"]], `The ${thing} is back in the queue.`],
    ["undo", [[kind, PRODUCT, "standing", "approved", "waiting"]], `Taken back: the ${thing} waits for you again.`],
    [
      "hide",
      [
        [kind, PRODUCT, "standing", "waiting", "hidden:advertising"],
        [kind, TWO, "standing", "approved", "hidden:advertising"],
        [kind, MEMBER, "standing", "approved", "waiting"],
      ],
      `2 ${thing}s are hidden: it sells something; 1 is back in the queue.`,
    ],
    [
      "undo",
      [
        [kind, PRODUCT, "standing", "approved", "waiting"],
        [kind, TWO, "standing", "hidden:advertising", "approved"],
        [kind, MEMBER, "standing", "approved", "waiting"],
      ],
      `Taken back: 2 ${thing}s wait for you again; 1 is as it was.`,
    ],
  ],
});

/** Every kind of act in the workshop: what it stored, and the sentence of the message after it. */
const acts: Record<string, Row[]> = {
  product: [
    [
      "create",
      [["product", PRODUCT, "publishedStatus", "archived", "draft", "made"]],
      "Mesa Jacket is made, as a draft.",
    ],
    ["change", [["product", PRODUCT, "publishedStatus", "draft", "published"]], "Mesa Jacket is on the shop."],
    [
      "change",
      [["product", PRODUCT, "publishedStatus", "published", "archived"]],
      "Mesa Jacket is put away, and shoppers do not see it.",
    ],
    [
      "undo",
      [["product", PRODUCT, "publishedStatus", "published", "draft"]],
      "Taken back: Mesa Jacket is a draft, and shoppers do not see it.",
    ],
    ["plan", [["product", PRODUCT, "publishedStatus", "draft", "published"]], "Mesa Jacket is on the shop."],
    [
      "many-goods",
      [
        ["product", PRODUCT, "publishedStatus", "draft", "published"],
        ["product", TWO, "publishedStatus", "draft", "published"],
      ],
      "2 products are on the shop.",
      "2 products are on the shop.",
    ],
    ["change", [["product", PRODUCT, "price", 100_00, 120_00]], "Mesa Jacket: price: $120.00."],
    [
      "change",
      [
        ["product", PRODUCT, "price", 100_00, 120_00],
        ["variant", "41", "sku", "A", "B"],
      ],
      "Mesa Jacket: price and SKU are changed.",
    ],
    [
      "change",
      [
        ["product", PRODUCT, "price", 100_00, 120_00],
        ["product", PRODUCT, "fit", "", "Wide"],
        ["product", PRODUCT, "care", "", "Cold"],
        ["picture-words", PICTURE, "alt", "", "A jacket"],
      ],
      "Mesa Jacket: price, fit and 2 more fields are changed.",
    ],
    [
      "undo",
      [
        ["product", PRODUCT, "price", 120_00, 100_00],
        ["product", TWO, "price", 120_00, 100_00],
      ],
      "Taken back: 2 products: price is as before.",
    ],
  ],
  variant: [
    ["change", [["variant", "41", "price", 100_00, 120_00]], "Mesa Jacket, Black, L: price: $120.00."],
    [
      "change",
      [
        ["variant", "41", "price", 100_00, 120_00],
        ["variant", "42", "price", 100_00, 120_00],
        ["variant", "43", "salePrice", null, 90_00],
      ],
      "3 variants: price and sale price are changed.",
    ],
  ],
  category: [
    ["create", [["category", TWO, "putAwayAt", MOMENT, null, "made"]], "Category Gloves is made."],
    ["change", [["category", TWO, "name", "Mitts", "Gloves"]], "Name of category Gloves: Gloves."],
    ["put-away", [["category", TWO, "putAwayAt", null, MOMENT]], "Category Gloves is put away."],
    [
      "put-away",
      [
        ["category", TWO, "putAwayAt", null, MOMENT],
        ["product", PRODUCT, "categoryId", TWO, PRODUCT],
      ],
      "Category Gloves is put away, and 1 product has another.",
    ],
    [
      "change",
      [
        ["category", TWO, "position", 1, 2],
        ["category", PRODUCT, "position", 2, 1],
      ],
      "2 categories: place is changed.",
    ],
  ],
  stock: [
    ["change", [["stock", "0000000041", "pieces", 3, 5]], "Stock: 2 pieces more."],
    ["delivery", [["stock", "0000000041", "pieces", 3, 5]], "Stock: 2 pieces more."],
    ["write-off", [["stock", "0000000041", "pieces", 5, 3]], "Stock: 2 pieces fewer."],
    ["correction", [["stock", "0000000041", "pieces", 5, 4]], "Stock: 1 piece fewer."],
    [
      "change",
      [
        ["stock", "0000000041", "pieces", 3, 5],
        ["stock", "0000000042", "pieces", 3, 5],
      ],
      "Stock: 2 variants changed.",
    ],
  ],
  "stock-take": [
    ["count", [["stock-take", MEMBER, "state", "open", "finished"]], "The stock-take is finished: nothing differed."],
    [
      "count",
      [["stock-take", MEMBER, "state", "open", "given-up"]],
      "The stock-take was given up, and nothing changed.",
    ],
  ],
  "discount-code": [
    ["create", [["discount-code", "RIDE10", "isPutAway", true, false, "made"]], "Code RIDE10 is made."],
    ["change", [["discount-code", "RIDE10", "isPutAway", false, true]], "Code RIDE10: Standing: Put away."],
    [
      "change",
      [
        ["discount-code", "RIDE10", "minimum", null, 50_00],
        ["discount-code", "RIDE10", "endsAt", null, MOMENT],
      ],
      'Code RIDE10: "From an order value of" and "Ends" are changed.',
    ],
  ],
  offer: [
    ["create", [["offer", MEMBER, "isPutAway", true, false, "made"]], 'Offer "Buy 2, the third at half" is made.'],
    ["change", [["offer", MEMBER, "isPutAway", false, true]], 'Offer "Buy 2, the third at half": standing: Deleted.'],
    [
      "change",
      [
        ["offer", MEMBER, "isOn", true, false],
        ["offer", MEMBER, "endsAt", null, MOMENT],
      ],
      'Offer "Buy 2, the third at half": on and ends are changed.',
    ],
    [
      "change",
      [
        ["offer", MEMBER, "position", 0, 1],
        ["offer", TWO_OFFERS, "position", 1, 0],
      ],
      "The offers take in the new order.",
    ],
  ],
  "price-plan": [
    ["price-plan", [["price-plan", MEMBER, "state", null, "planned"]], "20% off gloves. It waits for its time."],
    [
      "price-plan",
      [
        ["price-plan", MEMBER, "state", null, "running"],
        ["variant", "41", "salePrice", null, 90_00],
      ],
      "20% off gloves. 1 variant has its new price.",
    ],
    [
      "price-plan",
      [
        ["price-plan", MEMBER, "startsAt", MOMENT, MOMENT],
        ["price-plan", MEMBER, "endsAt", MOMENT, MOMENT],
      ],
      "20% off gloves: begin and end are changed.",
    ],
  ],
  "size-guide": [
    ["create", [["size-guide", TWO, "putAwayAt", MOMENT, null, "made"]], "Size guide Gloves is made."],
    [
      "change",
      [
        ["size-guide", TWO, "name", "Mitts", "Gloves"],
        ["size-guide", TWO, "words", "", "Measure twice."],
      ],
      "Size guide Gloves: name and words above the table are changed.",
    ],
  ],
  "product-pictures": [
    [
      "change",
      [["product-pictures", `${PRODUCT}/Black`, "images", [], ["/media/a.webp"]]],
      "Pictures of Mesa Jacket, Black: 1 picture.",
    ],
    [
      "change",
      [
        ["product-pictures", `${PRODUCT}/Black`, "images", [], ["/media/a.webp"]],
        ["product-pictures", `${PRODUCT}/Bone`, "images", ["/media/a.webp"], []],
      ],
      "2 lists of pictures: pictures of Black and pictures of Bone are changed.",
    ],
  ],
  "picture-words": [
    ["change", [["picture-words", PICTURE, "alt", "", "A jacket"]], "Words for a picture of Mesa Jacket: A jacket."],
  ],
  import: [
    ["import", [["import", "7", "standing", "back", "in"]], "Import 7 is in."],
    ["undo", [["import", "7", "standing", "in", "back"]], "Import 7 was taken back."],
  ],
  "content-import": [["import", [["content-import", "7", "standing", "back", "in"]], "Content file 7 is in the shop."]],
  setting: [
    ["change", [["setting", "returnDays", "value", 30, 45]], "Return window: 45 days."],
    [
      "change",
      [
        ["setting", "returnDays", "value", 30, 45],
        ["setting", "newsletterPercent", "value", 5, 10],
      ],
      '"Return window" and "A subscriber gets once" are changed.',
    ],
  ],
  "tax-state": [
    ["change", [["tax-state", "NY", "registered", false, true]], "Sales tax is collected in New York from now on."],
    [
      "change",
      [
        ["tax-state", "NY", "stateRate", 0, 40_000],
        ["tax-state", "NY", "localRate", 0, 40_000],
      ],
      "Sales tax of New York: state's rate and local rate where no ZIP range holds are changed.",
    ],
  ],
  member: [
    ["change", [["member", MEMBER, "role", "packer", "manager"]], "Role of Ann: Manager."],
    ["change", [["member", MEMBER, "endedAt", null, MOMENT]], "Ann works here no longer. All sessions have ended."],
    [
      "change",
      [
        ["member", MEMBER, "name", "Anne", "Ann"],
        ["member", MEMBER, "email", "a@x.example", "b@x.example"],
      ],
      "Ann: name and e-mail are changed.",
    ],
  ],
  balance: [
    ["note", [["balance", "txn_1", "noted", null, 19_99]], "The movement of $19.99 at the gateway is noted as known."],
    [
      "refund-handled",
      [["balance", TWO, "refund-handled", null, 19_99]],
      "The refused refund of $19.99 of a payment without an order is handled.",
    ],
  ],
  "saved-view": [
    [
      "change",
      [["saved-view", "3", "view", null, { screen: "orders", name: "Late", query: "late" }]],
      'The view "Late" is in your lists.',
    ],
    [
      "undo",
      [["saved-view", "3", "view", { screen: "orders", name: "Late", query: "late" }, null]],
      'Taken back: the view "Late" is gone from your lists.',
    ],
  ],
  "order-packed": [
    ["pack", [["order-packed", ORDER, "isPacked", false, true]], "Order #4821 7350 is packed."],
    [
      "pack",
      [
        ["order-packed", ORDER, "isPacked", false, true],
        ["order-packed", MADE, "isPacked", false, true],
      ],
      "2 orders are packed.",
    ],
  ],
  parcels: [
    [
      "ship",
      [
        ["parcels", ORDER, "parcel", null, { carrier: "UPS", trackingNumber: "1Z" }],
        ["parcels", MADE, "parcel", null, { carrier: "UPS", trackingNumber: "1Z2" }],
      ],
      "2 orders were sent, 2 letters go out.",
    ],
    ["pack", [["parcels", ORDER, "packed", null, true]], "1 order is packed."],
  ],
  "order-address": [
    [
      "change",
      [
        ["order-address", ORDER, "city", "Moab", "Vernal"],
        ["order-address", ORDER, "postalCode", "84532", "84078"],
      ],
      "Address of order #4821 7350: city and ZIP are changed.",
    ],
  ],
  "order-email": [
    [
      "change",
      [["order-email", ORDER, "email", "a@x.example", "b@x.example"]],
      "E-mail of order #4821 7350: b@x.example.",
    ],
  ],
  "order-note": [["change", [["order-note", "5", "isPutAway", false, true]], "A note about an order: put away."]],
  "made-order": [
    [
      "made",
      [["made-order", MADE, "made", null, 72_00]],
      "Order #7000 0001 is made. It waits for $72.00: the shopper has a link to pay.",
    ],
    [
      "made",
      [
        ["made-order", MADE, "made", null, 72_00],
        ["made-order", MADE, "given", null, 12_00],
      ],
      "Order #7000 0001 is made. It waits for $72.00: the shopper has a link to pay. $12.00 of its price is given.",
    ],
    [
      "ended",
      [["made-order", MADE, "ended", "open", "ended"]],
      "Order #7000 0001 has ended unpaid. Its pieces are free again.",
    ],
    [
      "sent-again",
      [["made-order", MADE, "sent-again", null, "the link"]],
      "The link to pay order #7000 0001 is sent again.",
    ],
  ],
  ...moderated("review", "review", "The review is on the shop."),
  ...moderated("question", "question", "The question is on the shop, without an answer of yours."),
  ...moderated("comment", "comment", "The comment is on the shop."),
  ...moderated("community-signup", "sign-up", "The sign-up is approved."),
  message: [
    ["change", [["message", "9", "state", "waiting", "done"]], "The message is done."],
    ["change", [["message", "9", "state", "done", "waiting"]], "The message is open again."],
  ],
  "message-answer": [
    ["answer", [["message-answer", "9", "letter", null, "sent"]], "Your answer is stored and on its way."],
    ["write", [["message-answer", "9", "first", null, 12]], "Your letter is stored and on its way."],
  ],
  "message-mail": [
    ["create", [["message-mail", "4", "isPutAway", true, false, "made"]], "What came by mail is in the thread."],
  ],
  subscription: [
    ["change", [["subscription", "5", "leftAt", null, MOMENT]], "The subscriber gets no newsletter any more."],
    ["undo", [["subscription", "5", "leftAt", MOMENT, null]], "Taken back: the subscriber gets the newsletter."],
  ],
  "newsletter-list": [
    [
      "export",
      [["newsletter-list", "newsletter", "export", null, 12]],
      "The newsletter's list is exported: 12 addresses.",
    ],
  ],
  "stock-requests": [
    ["stop", [["stock-requests", "5", "letters", 2, 0]], "2 letters about goods are stopped."],
    ["stop", [["stock-requests", "5", "reviews", 1, 0]], "Letters that ask for reviews are stopped."],
    [
      "stop",
      [
        ["stock-requests", "5", "letters", 1, 0],
        ["stock-requests", "5", "reviews", 1, 0],
      ],
      "1 letter about goods is stopped. Letters that ask for reviews are stopped.",
    ],
  ],
  erasure: [
    ["erase", [["erasure", "7", "orders", null, 2]], "The person is being erased, with the names on 2 orders."],
  ],
  "gift-card": [
    ["card-given", [["gift-card", TWO, "card-given", null, 50_00]], "A gift card of $50.00 is made."],
    [
      "card-corrected",
      [["gift-card", TWO, "card-corrected", "7KQ2", "M4TR"]],
      "The gift card's letter is corrected. It leaves on its day, and a code that had left is replaced.",
    ],
    [
      "card-sent-again",
      [["gift-card", TWO, "card-sent-again", "7KQ2", "7KQ2"]],
      "The letter with the code is on its way again.",
    ],
    [
      "card-replaced",
      [["gift-card", TWO, "card-replaced", "7KQ2", "M4TR"]],
      "The card has another code. The former one is worth nothing any more.",
    ],
    [
      "card-closed",
      [["gift-card", TWO, "card-closed", "7KQ2", "7KQ2"]],
      "The gift card is closed. No order can use it.",
    ],
    ["card-opened", [["gift-card", TWO, "card-opened", "7KQ2", "7KQ2"]], "The gift card is open again."],
    [
      "card-paid-out",
      [["gift-card", TWO, "card-paid-out", "7KQ2", 12_40]],
      "It is noted that $12.40 was paid out. The gift card is closed.",
    ],
    [
      "cards-replaced",
      [["gift-card", "all", "cards-replaced", null, null]],
      "Each gift card whose code was lost gets another one, with a letter where it has an address.",
    ],
    ["export", [["gift-card", "all", "export", null, 2]], "The list of gift cards is exported: 2 cards."],
  ],
  recall: [
    ["recall", [["recall", "7", "started", null, 2]], "The recall goes to 2 addresses."],
    ["recall-back", [["recall", "7", "cameBack", null, 1]], "It is noted that the letter came back."],
    ["export", [["recall", "7", "export", null, 2]], "The recall's list is exported: 2 addresses."],
  ],
  "person-request": [
    [
      "noted",
      [["person-request", "7", "noted", null, "copy"]],
      "The request is noted, and its code is on its way to the person.",
    ],
    ["proved", [["person-request", "7", "proved", null, "copy"]], "The code is right: the mailbox is the person's."],
    [
      "answer",
      [["person-request", "7", "answer", null, "copy"]],
      "The copy is being made. A letter with its link goes to the person.",
    ],
    [
      "answer",
      [["person-request", "7", "answer", null, "refused"]],
      "The request is refused. A letter with your words goes to the person.",
    ],
  ],
  "demo-shop": [["clear", [["demo-shop", "demo-shop", "goods", 66, 0]], "The demo goods are cleared: 66 products."]],
  "start-for-real": [
    [
      "start",
      [
        ["start-for-real", "start-for-real", "goods", 66, 0],
        ["start-for-real", "start-for-real", "tests", 1, 0],
      ],
      "Started for real: 66 demo products and 1 test order are cleared.",
    ],
  ],
  ...textRows("page", "about", "intro.text", "About", "text"),
  ...textRows("faq", TWO, "answer", 'Question "May I wash it?"', "answer"),
  ...textRows("menu", "main", "rows", "Main menu", "links"),
  ...textRows("article", TWO, "text", 'Article "Desert rides"', "article"),
  ...textRows("letter", "order-confirmed", "opening", 'Letter "Order confirmed"', "opening"),
  ...textRows("search", "home", "title", "Home in search results", "title"),
  ...textRows("chapter", TWO, "text", 'Chapter "Moab"', "text"),
  ...textRows("event", TWO, "text", 'Event "Moab Days"', "text"),
  ...textRows("film", TWO, "title", 'Film "First light"', "title"),
  ...textRows("post", TWO, "words", 'Post "Dust"', "words"),
  "blog-category": [["change", [["blog-category", TWO, "name", "", "Roads"]], "Category of articles: Roads."]],
  "faq-group": [["change", [["faq-group", TWO, "name", "", "Sizes"]], "Group of the FAQ: Sizes."]],
  redirect: [
    [
      "change",
      [
        ["redirect", "/old", "to", "", "/shop/men"],
        ["redirect", "/old", "isThere", false, true],
      ],
      "/old leads to /shop/men.",
    ],
    ["remove", [["redirect", "/old", "isThere", true, false]], "/old leads nowhere any more."],
  ],
  "word-plan": [
    ["word-plan", [["word-plan", MEMBER, "state", null, "planned"]], "It is planned. It goes on the shop by itself."],
    [
      "word-plan",
      [["word-plan", MEMBER, "state", "planned", "stopped"]],
      "The plan is stopped. Its words are drafts again.",
    ],
  ],
};

/** Kinds whose acts have a table of their own, total by their names, in said-and-kept.test.ts. */
const TOLD_THERE = [ORDER_ACT, RETURN_ACT];

test("the table names every kind of act in the workshop", () => {
  expect(Object.keys(acts).toSorted()).toEqual(
    logKinds
      .map(kindName)
      .filter((kind) => !TOLD_THERE.includes(kind))
      .toSorted(),
  );
});

test("the table names every action of the log, with those on orders and returns of said-and-kept.test.ts", () => {
  const told = Object.values(acts).flatMap((rows) => rows.map(([action]) => action));
  const elsewhere: ActionName[] = [...orderActs, ...returnActs];
  expect(actionNames.filter((action) => !told.includes(action) && !elsewhere.includes(action))).toEqual([]);
});

test("an act that changed the status of a product beside other things says what shoppers see of it", () => {
  const at = (field: string, now: unknown): Change => ({
    ...UNLOGGED,
    kind: "product",
    record: PRODUCT,
    field,
    old: null,
    new: now,
  });
  const told = (changes: Change[]) => kindNamed("product")?.told?.(changes);
  expect(told([at("price", 90_00), at("publishedStatus", "published")])).toBe(" It is on the shop.");
  expect(told([at("price", 90_00), at("publishedStatus", "draft")])).toBe(
    " It is a draft, and shoppers do not see it.",
  );
  expect(told([at("price", 90_00)])).toBe("");
});

test("an act on several texts of the queue names the deed, and how many have which result", () => {
  const said = (...logged: [record: string, field: string, now: unknown][]) =>
    actSentence(
      {
        action: "approve",
        count: logged.length,
        changes: logged.map(([record, field, now]): Change => ({
          ...UNLOGGED,
          kind: "review",
          record,
          field,
          old: null,
          new: now,
        })),
      },
      names,
      defaultSettings.timeZone,
    );
  expect(said(["a", "standing", "approved"], ["b", "standing", "approved"], ["c", "standing", "approved"])).toBe(
    "3 reviews are on the shop.",
  );
  expect(
    said(
      ["a", "standing", "approved"],
      ["b", "standing", "approved"],
      ["b", "answer", { content: "Thanks." }],
      ["c", "standing", "hidden:person"],
    ),
  ).toBe("1 review is on the shop; 1 is on the shop, with your answer; 1 is hidden: it names a person or an address.");
});

test("an act with more changes than are read counts the changes, and names no number of records", () => {
  const changes = ["41", "42"].map((record): Change => ({
    ...UNLOGGED,
    kind: "variant",
    record,
    field: "price",
    old: 0,
    new: 1,
  }));
  const act = { action: "change", changes, count: 1_240 };
  expect(actSentence(act, names, defaultSettings.timeZone)).toBe("Price is changed (1,240 changes).");
});

test.each(
  Object.entries(acts).flatMap(([kind, rows]) =>
    rows.map(([action, changes, said, reason = ""]) => [kind, action, changes, said, reason] as const),
  ),
)("%s: after the act %s of %j the message says %s", (kind, action, changes, said, reason) => {
  expect(kindNamed(kind)).toBeDefined();
  const logged = changes.map(([of, record, field, old, now, made], id): Change => ({
    ...UNLOGGED,
    id,
    kind: of,
    record,
    field,
    old,
    new: now,
    isCreation: made === "made",
  }));
  const act = { action, changes: logged, count: logged.length, ...(reason && { reason }) };
  expect(actSentence(act, names, defaultSettings.timeZone)).toBe(said);
});
