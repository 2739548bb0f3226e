import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { audit } from "~/shop/audit/audit.tables";
import { rights, takesFactor } from "~/shop/members/rights";
import { memberAccounts } from "~/shop/members/members.tables";
import { letters } from "~/shop/orders/orders.tables";
import { guardedSettings, Settings } from "~/shop/settings";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { linkTo } from "~/testing/html";
import { fieldIn, locationOf, testBrowser, testMember, type TestMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { recordKinds } from "./record-kinds.server";

const { shop, db, bought } = await openBoughtOrders();
const app = testBackOffice(shop);
let [owner, packer] = [{} as TestMember, {} as TestMember];
let browser = testBrowser(app);

beforeAll(async () => {
  [owner, packer] = [await testMember(shop, "owner"), await testMember(shop, "packer", "Jo")];
  browser = testBrowser(app);
  // A session whose last factor is 15 minutes old.
  browser.setCookie(await owner.cookie(new Date(Date.now() - 15 * 60_000)));
});
afterAll(() => void vi.useRealTimers());

/** Rights, settings and fields that need a recent factor: they send letters or money, give access, or take data out. */
const ASKS = {
  rights: ["export", "erase", "recall", "payments.keys", "members", "start-for-real"],
  settings: [
    "discountLimit",
    "draftsKeptDays",
    "formLettersPerDay",
    "formLimits",
    "giftCardCashOut",
    "giftCardsADay",
    "messagesKeptMonths",
    "newsletterPercent",
    "orderNamesKeptMonths",
    "refundLimit",
    "remindersKeptDays",
    "signupsKeptMonths",
    "supportEmail",
  ],
  fields: ["content-import.standing", "member.email", "order-email.email"],
  /** Record kinds of which a change needs a factor only if it lowers prices by more than the limit in the settings. */
  amounts: ["discount-code", "offer", "price-plan"],
};

/**
 * Settings that need no factor: their changes are logged, can be undone, and do not direct money or mail to anybody or give
 * access.
 */
const OPEN_SETTINGS = {
  "words and values that pages and letters quote": [
    "shopName",
    "shopAddress",
    "supportHours",
    "replyWithin",
    "refundTime",
    "deliveryEstimate",
    "requestDays",
    "shipByDays",
    "shipByHour",
    "closedDays",
    "timeZone",
    "standardDelivery",
    "expeditedDelivery",
    "shipsWithin",
    "social",
    "popUpDelay",
    "popUpPauseDays",
  ],
  "prices and times that orders from now on get": [
    "deliveryFee",
    "freeDeliveryFrom",
    "deliveryZones",
    "pieceGrams",
    "returnDays",
    "damageReportDays",
    "cancelMinutes",
    "changeHours",
    "returnApproval",
  ],
  "limits of states that are watched, and change no tax": ["taxLimits"],
  "who computes the tax that orders from now on pay": ["taxService"],
  "how stock is held": [
    "reservationMinutes",
    "triedReservationMinutes",
    "heldDrafts",
    "heldPieces",
    "heldHalfFrom",
    "lapsePauseMinutes",
    "lowStock",
  ],
  "whether and when shoppers are asked for reviews": ["reviewLetter", "reviewLetterDays"],
  "whether and when shoppers who ticked a box are reminded": ["checkoutReminder", "checkoutReminderHours"],
  "whether gift cards are sold, which cost what they are worth": ["giftCardSale"],
  "which letters the shop writes to its own address": ["newOrderLetter", "forwardMessages", "lowStockLetter"],
};

test("every right, setting and field that needs a factor is listed in this file, and so is every setting that needs none", () => {
  expect(rights.filter(takesFactor).toSorted()).toEqual(ASKS.rights.toSorted());
  expect([...guardedSettings].toSorted()).toEqual(ASKS.settings);
  expect([...Object.values(OPEN_SETTINGS).flat(), ...ASKS.settings].toSorted()).toEqual(
    Object.keys(Settings.shape).toSorted(),
  );
  const fields = recordKinds
    .filter(({ kind }) => kind !== "setting")
    .flatMap(({ kind, fields: own }) =>
      Object.entries(own).flatMap(([field, { needsFactor }]) => (needsFactor ? [`${kind}.${field}`] : [])),
    );
  expect(fields.toSorted()).toEqual(ASKS.fields);
  expect(recordKinds.flatMap(({ kind, takesFactor: own }) => (own ? [kind] : [])).toSorted()).toEqual(ASKS.amounts);
});

/** Hidden fields and values of the first form with a submission id on a page. */
async function opened(path: string): Promise<Record<string, string>> {
  const page = await (await browser.get(path)).text();
  return Object.fromEntries(
    ["submission", "version", "base", "versions"].flatMap((name) => {
      const value = fieldIn(page, name).replaceAll("&quot;", '"');
      return value ? [[name, value]] : [];
    }),
  );
}

test("[B-13] each act that needs a factor asks for a new one in a session with an old factor, and does nothing without it", async () => {
  const number = await bought();
  const [letter] = await db
    .insert(letters)
    .values({
      orderNumber: number,
      kind: "order-confirmed",
      onceKey: "a letter",
      recipient: "jo@x.example",
      subject: "Thank you",
      text: "Thank you",
      html: "",
    })
    .returning();
  const fieldsOf = async (group: string, changed: Record<string, string>) => {
    const form = await opened(`/settings/${group}`);
    return { ...(JSON.parse(form["base"] ?? "{}") as Record<string, string>), ...form, ...changed };
  };
  const steepPlan = "/goods/bulk/percent?percent=51&q=Gauntlet";
  const plan = fieldsIn(formIn(await (await browser.get(steepPlan)).text(), "digest"));
  const order = await opened(`/orders/${number}/letters/${letter?.id}`);
  const details = await opened("/account/details");
  const submission = crypto.randomUUID();
  const posts: [path: string, fields: Record<string, string>][] = [
    ["/members/invite", { submission, email: "eve@x.example", role: "owner" }],
    [`/members/${packer.id}`, { submission, version: "1", form: "role", role: "owner" }],
    [`/members/${packer.id}`, { submission, version: "1", form: "end" }],
    [`/members/${packer.id}`, { submission, form: "renew" }],
    [`/members/${packer.id}`, { submission, form: "sessions" }],
    ["/members", { submission, form: "take-back:1", invitation: crypto.randomUUID() }],
    ["/account/details", { ...details, name: "Dana", email: "eve@x.example" }],
    ["/account/password", { submission, form: "password", password: "anchor violin meadow quartz" }],
    [
      "/account/password",
      { submission, form: "both", password: "anchor violin meadow quartz", code: "1", sealed: "x" },
    ],
    ["/account/passkey", { submission, form: "passkey", response: "{}", sealed: "x" }],
    ["/account/codes", { submission }],
    ["/account", { submission, form: "remove-passkey", passkey: "x" }],
    ["/welcome/way-in", { password: "anchor violin meadow quartz", code: "1", sealed: "x" }],
    ["/welcome/codes", { form: "new" }],
    ["/settings/shop", await fieldsOf("shop", { supportEmail: "eve@x.example" })],
    ["/settings/returns", await fieldsOf("returns", { refundLimit: "99000" })],
    ["/settings/gift-cards", await fieldsOf("gift-cards", { giftCardCashOut: "999" })],
    ["/settings/gift-cards", await fieldsOf("gift-cards", { giftCardsADay: "999" })],
    ["/settings/discounts", await fieldsOf("discounts", { discountLimit: "100" })],
    ["/settings/newsletter", await fieldsOf("newsletter", { newsletterPercent: "100" })],
    ["/settings/mail", await fieldsOf("mail", { formLettersPerDay: "1000" })],
    ["/settings/forms", await fieldsOf("forms", { "formLimits.perNetwork": "100000" })],
    ["/discounts/new", { submission, name: "ALLOFIT", kind: "percent", percent: "100", purpose: "promotion" }],
    [steepPlan, { ...plan, when: "now" }],
    [`/orders/${number}/letters/${letter?.id}`, { ...order, where: "elsewhere", to: "eve@x.example" }],
    ["/content/export", {}],
  ];
  const before = await standing();
  const asked: [path: string, location: string][] = [];
  for (const [path, fields] of posts) {
    const location = locationOf(await browser.post(path, fields));
    expect([path, fields, location]).toEqual([path, fields, expect.stringMatching(/^\/back-office\/confirm\?back=/)]);
    asked.push([path, location]);
  }
  for (const path of [
    "/members/invite",
    `/members/${packer.id}`,
    "/account/password",
    "/account/passkey",
    "/account/codes",
    "/content",
    "/orders/export",
    "/orders/export/file",
    "/imports/export",
    "/newsletter/list.csv",
  ]) {
    const location = locationOf(await browser.get(path));
    expect([path, location]).toEqual([path, expect.stringContaining("/confirm?back=")]);
    asked.push([path, location]);
  }
  // The page that asks for a factor has a link to leave it.
  for (const [path, location] of asked) {
    const way = await wayBackFrom(location);
    expect([path, way, (await browser.get(way)).status]).toEqual([path, way, 200]);
  }
  expect(await standing()).toEqual(before);
});

/** Target of the link with which a member leaves the page that asks for a factor. */
async function wayBackFrom(location: string): Promise<string> {
  const page = await (await browser.get(location.slice("/back-office".length))).text();
  return linkTo(page, "Go back")?.slice("/back-office".length) ?? "no way back";
}

test("a member who leaves the page that asks for a factor gets the form back with the typed values", async () => {
  const path = "/settings/shop";
  const form = await opened(path);
  const hidden = JSON.parse(form["base"] ?? "{}") as Record<string, string>;
  const location = locationOf(await browser.post(path, { ...hidden, ...form, supportEmail: "eve@x.example" }));
  const page = await (await browser.get(await wayBackFrom(location))).text();
  expect(page).toContain('value="eve@x.example"');
  expect(shop.settings().supportEmail).not.toBe("eve@x.example");
});

test("the link to leave the page that asks for a factor keeps the filter of the list", async () => {
  const location = locationOf(await browser.get("/orders/export?q=jo"));
  expect(await wayBackFrom(location)).toBe("/orders?q=jo");
});

const standing = async () => ({
  changes: await db.$count(audit),
  jobs: shop.enqueued.length,
  accounts: await db.select().from(memberAccounts).orderBy(memberAccounts.id),
  settings: shop.settings(),
});

test("after the factor is confirmed the form is shown with the typed values, and sending it does the act", async () => {
  const path = `/members/${packer.id}`;
  const form = { submission: crypto.randomUUID(), version: "1", form: "role", role: "editor" };
  const asked = new URL(locationOf(await browser.post(path, form)), "http://localhost");
  const back = { back: asked.searchParams.get("back") ?? "", kept: asked.searchParams.get("kept") ?? "" };
  const confirmed = await browser.post("/confirm", { ...back, code: owner.code() });
  const page = await (await browser.get(locationOf(confirmed).slice("/back-office".length))).text();
  expect(page).toMatch(/<option value="editor" selected/);
  const sent = await browser.post(path, { ...form, submission: fieldIn(page, "submission") });
  expect(locationOf(sent)).toContain("?done=");
  const [row] = await db.select().from(memberAccounts).where(eq(memberAccounts.id, packer.id));
  expect(row?.role).toBe("editor");
});
