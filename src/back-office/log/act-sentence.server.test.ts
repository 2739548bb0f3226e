import { describe, expect, test } from "vitest";
import type { Change } from "~/shop/audit/acts.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { chapterRecord, eventRecord, filmRecord, postRecord } from "~/shop/community/community-records.server";
import { letterRecord } from "~/shop/texts/letters/letter-record.server";
import { searchRecord } from "~/shop/publishing/search-record.server";
import { pageRecord } from "~/shop/texts/page-record.server";
import { defaultSettings } from "~/shop/settings";
import { logKinds, recordKinds } from "../record-kinds.server";
import { actSentence } from "./act-sentence.server";
import { changeWords } from "./change-words.server";
import { kindName } from "./log-kind";
import type { RecordNames } from "./log-kind";
import { UNLOGGED } from "./unlogged-change";

const PRODUCT = "6b1f0c2d9e8a7b6c5d4e3f2a";
const CATEGORY = "a9b8c7d6e5f4a3b2c1d0e9f8";
const MEMBER = "0b1f0c2d-1e6f-4a7b-8c9d-0e1f2a3b4c5d";
const GUIDE = "b9b8c7d6e5f4a3b2c1d0e9f8";
const PLAN = "3f2b1c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d";
const MOMENT = "2026-11-22T13:00:00.000Z";
/** Sample of a member's text that ends with a full stop. */
const TEXT = "Wash cold. Dry flat.";

const TAXED = { treatment: "taxed", amount: null, part: "both" };
const RANGE = {
  zipFrom: "12201",
  zipTo: "12288",
  name: "Albany",
  localRate: 40_000,
  choice: "higher",
  day: "2026-10-01",
};

type Sample = [field: string, old: unknown, now: unknown];

/** Makes a sample change of each text field of a record kind. */
const ofAll = ({ fields }: RecordKind): Sample[] => Object.keys(fields).map((field) => [field, "Wash.", TEXT]);
/** Old and new values of fields with fixed choices. */
const CHOSEN: Record<string, [unknown, unknown]> = {
  kind: ["chapter", "meet-up"],
  nth: ["1", "-1"],
  weekday: ["0", "6"],
  month: ["1", "12"],
  startOffset: ["0", "-1"],
  file: ["", "/media/videos/reel-1.mp4"],
  film: ["/media/videos/reel-1.mp4", ""],
  poster: ["", "/media/scenes/one.webp"],
  picture: ["/media/scenes/one.webp", "/media/scenes/two.webp"],
  product: ["", PRODUCT],
  isShown: [false, true],
};
const LINK = { id: "1", label: "Men", href: "/shop/men", heading: "", icon: "" };
const MENU: Sample[] = [["rows", [LINK], [LINK, { ...LINK, id: "2", label: "Women", href: "/shop/women" }]]];
const COMMUNITY: Record<string, Sample[]> = Object.fromEntries(
  Object.entries({ chapter: chapterRecord, event: eventRecord, film: filmRecord, post: postRecord }).map(
    ([kind, record]) => [kind, ofAll(record).map(([field]): Sample => [field, ...(CHOSEN[field] ?? ["Wash.", TEXT])])],
  ),
);
const FAQ: Sample[] = [
  ["question", "", "May I wash it?"],
  ["answer", "No.", TEXT],
  ["categoryId", GUIDE, CATEGORY],
  ["isShown", false, true],
];

/** Sample changes of an article. */
const ARTICLE: Sample[] = [
  ["title", "Desert", "Desert rides"],
  ["lead", "", TEXT],
  ["text", "", TEXT],
  ["cover", "", "/media/blog/desert.webp"],
  ["categoryId", CATEGORY, GUIDE],
  ["searchTitle", "", "Rides in the desert"],
  ["searchWords", "", TEXT],
  ["isShown", false, true],
];
const samples: Record<string, { record: string; changes: Sample[] }> = {
  setting: {
    record: "shopName",
    changes: Object.entries(defaultSettings).map(([name, value]) => [name, value, value]),
  },
  balance: {
    record: "txn_1PgafmB7WZ01zgkW6dKueIc5",
    changes: [
      ["noted", null, 1999],
      ["refund-handled", null, 1999],
    ],
  },
  "tax-state": {
    record: "NY",
    changes: [
      ["registered", false, true],
      ["isUnchecked", true, false],
      ["stateRate", null, 40_000],
      ["localRate", 0, 48_750],
      ["delivery", "not", "by-share"],
      ["source", "", "The state's table."],
      ["day", null, "2026-10-01"],
      ["since", "2026-10-01", null],
      ["clothing", TAXED, { treatment: "exempt-below", amount: 110_00, part: "state" }],
      ["footwear", TAXED, { treatment: "excess", amount: 175_00, part: "both" }],
      ["protective", { treatment: "exempt", amount: null, part: "both" }, TAXED],
      ["accessory", TAXED, { treatment: "exempt", amount: null, part: "state" }],
      [
        "dated",
        [],
        [{ kind: "clothing", ...TAXED, from: "2026-08-01", to: null, cap: 100_00, name: "Back to school" }],
      ],
      ["fees", [], [{ name: "Retail fee", amount: 50, fromValue: 100_00, from: null, to: null }]],
      ["ranges", [], [RANGE]],
      ["ranges", [RANGE], [{ ...RANGE, localRate: 45_000, localExempt: true }]],
      ["ranges", [], Array.from({ length: 9 }, (_, at) => ({ ...RANGE, zipFrom: `1220${at}` }))],
    ],
  },
  "saved-view": {
    record: "7",
    changes: [
      ["view", null, { screen: "orders", name: "Rush.", query: "state=paid" }],
      ["view", { screen: "orders", name: "Rush", query: "" }, null],
    ],
  },
  member: {
    record: MEMBER,
    changes: [
      ["role", "packer", "manager"],
      ["endedAt", null, "2026-11-03T10:00:00.000Z"],
      ["endedAt", "2026-11-03T10:00:00.000Z", null],
      ["name", "Ann", "Ann Lee"],
      ["email", "ann@x.example", "lee@x.example"],
    ],
  },
  "size-guide": {
    record: GUIDE,
    changes: [
      ["name", "Gloves", "Riding gloves"],
      ["words", "", "Measure your hand."],
      ["unit", "in", "cm"],
      [
        "table",
        { measures: ["Palm"], sizes: [{ size: "M", values: ["8"] }] },
        { measures: ["Palm"], sizes: [{ size: "L", values: ["9"] }] },
      ],
      ["putAwayAt", null, "2026-11-03T10:00:00.000Z"],
      ["putAwayAt", "2026-11-03T10:00:00.000Z", null],
    ],
  },
  parcels: {
    record: "70000001",
    changes: [
      ["packed", "partly-refunded", "packed"],
      ["parcel", null, { carrier: "UPS", trackingNumber: "1Z999" }],
      ["parcel", null, { carrier: "", trackingNumber: "" }],
    ],
  },
  order: {
    record: "70000001",
    changes: [
      ["packed", null, "packed"],
      ["parcel", null, "UPS 1Z999"],
      ["arrived", null, 12],
      ["tracking", "UPS 1", "UPS 2"],
      ["tracking-told", "UPS 1", "UPS 2"],
      ["cancelled", null, "cancelled"],
      ["refund", null, 1999],
      ["refund-handled", null, 1999],
      ["note", null, TEXT],
      ["letter-again", null, "Your order is confirmed"],
      ["lost", null, "lost, 1 sent again"],
      ["found", null, "stays with the shopper"],
      ["replacement", null, "UPS 1Z999"],
      ["replacement-ended", null, "refunded"],
    ],
  },
  "order-address": {
    record: "70000001",
    changes: ["name", "phone", "address", "city", "postalCode"].map((field) => [field, "Before St.", "Main St."]),
  },
  "order-packed": { record: "70000001", changes: [["isPacked", false, true]] },
  "order-email": { record: "70000001", changes: [["email", "old@example.com", "new@example.com"]] },
  "order-note": { record: "4", changes: [["isRemoved", false, true]] },
  return: {
    record: "R70000001",
    changes: [
      ["started", null, "for the shopper"],
      ["started", null, "for the shopper, with instructions"],
      ["approved", null, "without a label"],
      ["refused", null, "with words"],
      ["received", null, "1"],
      ["received", null, null],
      ["settled", null, "1 refunded, 0 exchanged"],
      ["settled", null, null],
    ],
  },
  product: {
    record: PRODUCT,
    changes: [
      ["name", "Jacket", "Mesa Jacket"],
      ["description", "", TEXT],
      ["details", [], ["Lined.", "Two pockets."]],
      ["materials", "Cotton.", TEXT],
      ["care", "", TEXT],
      ["countryOfOrigin", "", "Portugal"],
      ["fit", "", TEXT],
      ["searchTitle", "", "Mesa"],
      ["searchWords", "", TEXT],
      ["price", null, 19900],
      ["salePrice", 19900, null],
      ["cost", null, 100],
      ["choices", null, { colors: [], sizes: [], pairs: [] }],
      ["sku", "", "IM-1"],
      ["weightGrams", null, 400],
      ["lowMark", null, 3],
      ["sizeGuideId", null, GUIDE],
      ["categoryId", null, CATEGORY],
      ["kindForTax", null, "protective"],
      ["type", "top", "bottom"],
      ["headwear", false, true],
      ["finalSale", false, true],
      ["newArrivals", false, true],
      ["bestSeller", false, true],
      ["styleWith", false, true],
      ["styleWithProducts", [], [PRODUCT]],
      ["sizeChart", [], ["/media/size-charts/tops.webp"]],
      ["publishedStatus", "draft", "archived"],
      ["publishAt", null, MOMENT],
      ["putAwayAt", MOMENT, null],
    ],
  },
  variant: {
    record: "41",
    changes: [
      ["price", null, 19900],
      ["salePrice", 0, 1900],
      ["cost", null, 100],
      ["sku", "", "IM-1"],
      ["shelf", "A", "B."],
      ["barcode", "", "0036000291452"],
    ],
  },
  category: {
    record: CATEGORY,
    changes: [
      ["name", "Tops", "Shirts etc."],
      ["position", 1, 2],
      ["added", null, "Gloves"],
      ["putAwayAt", null, MOMENT],
      ["onlyFaultyReturns", false, true],
    ],
  },
  import: {
    record: "7",
    changes: [
      ["standing", "back", "in"],
      ["standing", "in", "back"],
    ],
  },
  "content-import": {
    record: "7",
    changes: [
      ["standing", "back", "in"],
      ["standing", "in", "back"],
    ],
  },
  stock: {
    record: "0000000041",
    changes: [
      ["pieces", 3, 4],
      ["pieces", 4, 1],
      ["isUnlimited", true, false],
    ],
  },
  "discount-code": {
    record: "RIDE10",
    changes: [
      ["off", { kind: "percent", percent: 10 }, { kind: "free-delivery" }],
      ["off", { kind: "percent", percent: 10 }, { kind: "amount", amount: 500 }],
      ["purpose", "promotion", "gift-card"],
      ["minimum", null, 5000],
      ["mostUses", null, 1],
      ["oncePerEmail", false, true],
      ["startsAt", null, MOMENT],
      ["endsAt", MOMENT, null],
      ["productIds", [], [PRODUCT]],
      ["isPutAway", true, false],
    ],
  },
  offer: {
    record: MEMBER,
    changes: [
      [
        "rule",
        { kind: "off-from-pieces", pieces: 3, off: { by: "percent", percent: 10 } },
        { kind: "off-from-value", from: 15_000, off: { by: "amount", amount: 2_000 } },
      ],
      [
        "goods",
        { productIds: [], categoryIds: [], called: { one: "", many: "" } },
        { productIds: [], categoryIds: [PRODUCT], called: { one: "pair", many: "pairs" } },
      ],
      ["isOn", true, false],
      ["startsAt", null, MOMENT],
      ["endsAt", MOMENT, null],
      ["isWithoutCodes", false, true],
      ["position", 0, 1],
      ["isPutAway", true, false],
    ],
  },
  ...Object.fromEntries(
    ["review", "question", "comment", "community-signup"].map((kind) => [
      kind,
      {
        record: kind === "community-signup" ? "12" : PRODUCT,
        changes: [
          ["standing", "waiting", "approved"],
          ["standing", "waiting", "spam"],
          ["standing", "approved", "waiting"],
          ...(kind === "review" ? [["answer", null, TEXT]] : []),
          ...(kind === "question" ? [["answer", null, { author: "Iron Mesa", date: MOMENT, content: TEXT }]] : []),
        ] as Sample[],
      },
    ]),
  ),
  "product-pictures": {
    record: `${PRODUCT}:Black`,
    changes: [
      ["images", [], ["/media/goods/1.webp"]],
      ["images", ["/media/a.webp", "/media/b.webp"], ["/media/b.webp", "/media/a.webp"]],
    ],
  },
  "picture-words": { record: `/media/goods/${PRODUCT}/9f8e7d6c5b4a3f2e.webp`, changes: [["alt", "", TEXT]] },
  "price-plan": {
    record: PLAN,
    changes: [
      ["state", null, "planned"],
      ["state", "planned", "called-off"],
      ["state", "due", "running"],
      ["state", "running", "over"],
      ["state", null, "over"],
      ["state", "planned", "over"],
      ["startsAt", MOMENT, MOMENT],
      ["endsAt", null, MOMENT],
    ],
  },
  "word-plan": {
    record: PLAN,
    changes: [
      ["state", null, "planned"],
      ["state", "planned", "out"],
      ["state", "out", "over"],
      ["state", "planned", "failed"],
      ["state", "planned", "stopped"],
    ],
  },
  "stock-take": {
    record: PLAN,
    changes: [
      ["state", "open", "finished"],
      ["state", "open", "given-up"],
      ["state", "finished", "open"],
    ],
  },
  "demo-shop": { record: "demo-shop", changes: [["goods", 1, 0]] },
  "start-for-real": {
    record: "start-for-real",
    changes: [
      ["goods", 66, 0],
      ["tests", 1, 0],
      ["codeUses", 2, 0],
      ["copy", null, "before-start-2026-11-23-144005-ab12cd34.rows.jsonl (1.2 MB)"],
    ],
  },
  message: {
    record: "9",
    changes: [
      ["state", "waiting", "done"],
      ["state", "done", "waiting"],
    ],
  },
  "message-answer": {
    record: "9",
    changes: [
      ["letter", null, "sent"],
      ["first", null, 12],
    ],
  },
  "message-mail": {
    record: "4",
    changes: [
      ["isPutAway", true, false],
      ["isPutAway", false, true],
    ],
  },
  subscription: {
    record: "5",
    changes: [
      ["leftAt", null, MOMENT],
      ["leftAt", MOMENT, null],
    ],
  },
  "newsletter-list": { record: "newsletter", changes: [["export", null, 1]] },
  "gift-card": {
    record: "5b0c3b0e-0000-4000-8000-000000000002",
    changes: [
      ["card-given", null, 50_00],
      ["card-replaced", "7KQ2", "M4TR"],
      ["card-closed", "7KQ2", "7KQ2"],
      ["card-paid-out", "7KQ2", 12_40],
      ["export", null, 2],
    ],
  },
  recall: {
    record: "5b0c3b0e-0000-4000-8000-000000000002",
    changes: [
      ["started", null, 2],
      ["cameBack", null, 1],
      ["export", null, 2],
    ],
  },
  "person-request": {
    record: "5b0c3b0e-0000-4000-8000-000000000001",
    changes: [
      ["noted", null, "copy"],
      ["proved", null, "copy"],
      ["answer", null, "copy"],
      ["answer", null, "refused"],
    ],
  },
  erasure: { record: "5b0c3b0e-0000-4000-8000-000000000000", changes: [["person", null, 3]] },
  "stock-requests": { record: "5", changes: [["requests", 1, 0]] },
  page: { record: "home", changes: ofAll(pageRecord) },
  "draft:page": { record: "home", changes: ofAll(pageRecord) },
  menu: { record: "main", changes: MENU },
  "draft:menu": { record: "main", changes: MENU },
  article: { record: CATEGORY, changes: ARTICLE },
  "draft:article": { record: CATEGORY, changes: ARTICLE },
  "faq-group": { record: CATEGORY, changes: [["name", "", "Sizes"]] },
  "blog-category": { record: CATEGORY, changes: [["name", "", "Long roads"]] },
  redirect: {
    record: "/old-helmets",
    changes: [
      ["to", "", "/shop/headwear"],
      ["isThere", false, true],
      ["isThere", true, false],
    ],
  },
  "made-order": {
    record: "70000001",
    changes: [
      ["made", null, 7200],
      ["given", null, 1200],
      ["ended", "open", "ended"],
      ["sent-again", null, "the link"],
    ],
  },
  letter: { record: "order-confirmed", changes: ofAll(letterRecord) },
  "draft:letter": { record: "order-confirmed", changes: ofAll(letterRecord) },
  search: { record: "home", changes: ofAll(searchRecord) },
  "draft:search": { record: "home", changes: ofAll(searchRecord) },
  ...Object.fromEntries(
    Object.entries(COMMUNITY).flatMap(([kind, changes]) => [
      [kind, { record: CATEGORY, changes }],
      [`draft:${kind}`, { record: CATEGORY, changes }],
    ]),
  ),
  faq: { record: CATEGORY, changes: FAQ },
  "draft:faq": { record: CATEGORY, changes: FAQ },
  "of-a-newer-shop": { record: PLAN, changes: [["someField", { a: 1 }, null]] },
};

const changesOf = (kind: string): Change[] =>
  (samples[kind]?.changes ?? []).map(([field, old, now], id) => ({
    ...UNLOGGED,
    id,
    kind,
    field,
    old,
    new: now,
    record: kind === "setting" ? field : (samples[kind]?.record ?? ""),
  }));

const named: RecordNames = new Map([
  [`member ${MEMBER}`, { name: "Ann" }],
  [`offer ${MEMBER}`, { name: "Buy 2, the third at half" }],
  [`product ${PRODUCT}`, { name: "Mesa Jacket", productId: PRODUCT }],
  ["variant 41", { name: "Mesa Jacket, Black, L", productId: PRODUCT }],
  ["stock 0000000041", { name: "Mesa Jacket, Black, L", productId: PRODUCT }],
  [`category ${CATEGORY}`, { name: "Gloves" }],
  [`size-guide ${GUIDE}`, { name: "Gloves" }],
  [`faq ${CATEGORY}`, { name: "May I wash it?" }],
  [`faq-group ${CATEGORY}`, { name: "Care" }],
  ["message 9", { name: "Jo Delacroix", messageId: 9 }],
  ["message-answer 9", { name: "Jo Delacroix", messageId: 9 }],
  ["message-mail 4", { name: "Jo Delacroix", messageId: 9 }],
]);

/** Whether the log shows the first value of this field as the creation of its record. */
const beginning = (kind: string, field: string): boolean =>
  recordKinds.find((each) => each.kind === kind)?.fields[field]?.begins === true;

/** Pattern of texts that members should not see: ids, keys, program values such as "undefined", and wrong punctuation. */
const RAW =
  /[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{16}|\/media\/|\d{4}-\d\d-\d\dT|undefined|\bnull\b|NaN|Invalid Date|\[object|[{}]|\.\.|\.,|: ?\.|, ?\.|\s[.,:]|\s$|:$/;
const KEY = /\b[a-z]+[A-Z]\w*|\b(called-off|partly-refunded|gift-card|free-delivery|price-plan|of-a-newer-shop)\b/;
const ZONE = "America/Denver";
const OWN_WORDS = /\biPhone\b/g;

function expectReadable(text: string): void {
  expect(text.replace(OWN_WORDS, "")).not.toMatch(RAW);
  expect(text).not.toMatch(KEY);
  expect(text).not.toMatch(/\b1 (pieces|products|pictures|things|changes|variants|addresses|days|orders|letters)\b/);
}

describe("the text of the log", () => {
  test("has a sample in this file for every record kind and each field that members edit", () => {
    expect(logKinds.map(kindName).filter((kind) => !samples[kind])).toEqual([]);
    for (const { kind, fields } of recordKinds) {
      const sampled = new Set((samples[kind]?.changes ?? []).map(([field]) => field));
      expect([kind, Object.keys(fields).filter((field) => !sampled.has(field))]).toEqual([kind, []]);
    }
  });

  test.each(Object.keys(samples))("describes changes of %s without ids, keys and doubled full stops", (kind) => {
    for (const change of changesOf(kind)) {
      for (const names of [named, new Map()]) {
        const { what, from, to } = changeWords(change, names, ZONE);
        expect(to).not.toBe("");
        // Texts of members are shown exactly as typed.
        for (const text of [what, from, to]) expectReadable(text);
        for (const action of ["change", "undo"]) {
          const sentence = actSentence({ action, changes: [change], count: 1 }, names, ZONE);
          expectReadable(sentence);
          expect(sentence).toMatch(/[a-z0-9%)"][.!?]$/i);
        }
      }
      if (kind.startsWith("order"))
        expectReadable(changeWords({ ...change, old: null, new: null, isErased: true }, named, ZONE).what);
    }
    for (const change of changesOf(kind).filter(({ field }) => beginning(kind, field))) {
      const words = changeWords({ ...change, isCreation: true }, named, ZONE);
      expect(words).toMatchObject({ what: expect.stringMatching(/^New [a-z ]+ \S/), from: "Not there" });
      expectReadable(`${words.what} ${words.to}`);
    }
    for (const action of ["change", "undo", "pack", "ship"]) {
      const sentence = actSentence({ action, changes: changesOf(kind), count: changesOf(kind).length }, named, ZONE);
      expectReadable(sentence);
    }
  });
});
