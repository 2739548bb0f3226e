import { readFile } from "node:fs/promises";
import { eq, getTableName, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { allTables } from "~/backup/all-tables.server";
import { DAY } from "~/platform/durations";
import { markedAs } from "~/platform/marks.tables";
import { CODES_KNOWN_DAYS } from "~/shop/discounts/forget-codes.server";
import { UNDO_DAYS } from "~/shop/undo-days";
import { save } from "~/shop/audit/save.server";
import { communitySignups } from "~/shop/community/community.tables";
import { messageAnswers, messages } from "~/shop/contact/contact.tables";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { withdrawDraft } from "~/shop/orders/drafting/withdraw-draft.server";
import { sendConfirmation } from "~/shop/orders/letters/order-letters.server";
import { addNote } from "~/shop/orders/order-acts.server";
import { orderAddressRecord } from "~/shop/orders/order-records.server";
import { orders } from "~/shop/orders/orders.tables";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { startReturn } from "~/shop/returns/returns.server";
import { allRows } from "~/testing/all-rows.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { made, wishFor } from "~/testing/made-orders.server";
import { memberAs } from "~/testing/members.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { earlierMade } from "~/back-office/made-orders/made-orders.server";
import { endMadeOrder } from "~/shop/orders/made/made-order-acts.server";
import { officeAs } from "~/testing/back-office-as.server";
import { draftRequestFor, jo } from "~/testing/riders.server";
import { untilWaiting } from "~/testing/until-waiting.server";
import { lockedPaymentsOf } from "~/shop/payments/order-payments.server";
import { endByItself } from "./end-by-itself.server";
import { retentionKinds } from "./retention-kinds";
import { retentionDays, retentionNotices } from "./retention.tables";

const { shop, db, bought, shipped, rowOf, seen, tee, ups } = await openBoughtOrders();
const manager = memberAs("manager", "Sam");
const today = officeAs(shop, memberAs("owner", "Olga"));

beforeEach(async () => {
  await db.delete(retentionNotices);
  await db.delete(retentionDays);
});

/** Ends what is over at a moment, in a shop that was told of it two weeks before. */
async function endAt(moment: Date) {
  await endByItself(shop, later(moment, -14.1));
  await endByItself(shop, moment);
}

/** A shopper whose every word can be found again. */
const TOKEN = "Quillfeather";
const quill = {
  ...jo,
  email: "quillfeather@example.com",
  name: `${TOKEN} Jones`,
  address: `7 ${TOKEN} Lane`,
  city: `${TOKEN}ville`,
};
/** Tables with personal columns. */
const personalTables = (): string[] =>
  allTables.filter((table) => markedAs(table, "personal").length > 0).map((table) => getTableName(table));
const months = (count: number): Date => {
  const then = new Date();
  then.setUTCMonth(then.getUTCMonth() + count);
  return then;
};
const later = (moment: Date, days: number) => new Date(moment.getTime() + days * DAY);
const placesOf = async (token: string): Promise<string[]> =>
  [...(await allRows(db))]
    .filter(([, row]) => JSON.stringify(row).toLowerCase().includes(token.toLowerCase()))
    .map(([key]) => key.split(" ")[0] ?? "");
const ended = async (kind: "messages" | "community" | "drafts" | "orders") =>
  db.$count(retentionDays, eq(retentionDays.kind, kind));

test("names and addresses of orders end after their months, wherever they stand; amounts, tax and the ZIP's region stay", async () => {
  const number = await bought([[...tee, 1]], { customer: quill });
  await sendConfirmation(shop, number);
  const { version } = await rowOf(number);
  await save(shop, manager, {
    submission: crypto.randomUUID(),
    edits: [{ kind: orderAddressRecord, id: number, version, values: { address: `9 ${TOKEN} Road` } }],
  });
  await addNote(shop, manager, { submission: crypto.randomUUID(), number, version: 0 }, `Called ${TOKEN}`);
  await shipParcel(shop, await seen(number), { carrier: "UPS", trackingNumber: `1Z${TOKEN}` });
  const before = await rowOf(number);
  const places = await placesOf(TOKEN);
  for (const table of ["orders", "letters", "order_notes", "parcels", "order_search", "audit_shopper_data"])
    expect(places).toContain(table);

  const over = months(84 + 1);
  await endByItself(shop, over);
  expect(await placesOf(TOKEN)).toEqual(places);
  await endByItself(shop, later(over, 13));
  expect(await placesOf(TOKEN)).toEqual(places);
  await endByItself(shop, later(over, 15));

  expect(await placesOf(TOKEN)).toEqual([]);
  expect(await rowOf(number)).toEqual({
    ...before,
    email: "",
    name: "Name erased",
    phone: "",
    address: "",
    city: "",
    postalCode: "860",
    network: null,
    linkRound: before.linkRound + 1,
  });
  expect(await today.text(`/orders/${number}`)).toContain("Name erased");
  expect(await ended("orders")).toBe(1);
});

test("an order with a return that is open keeps its name until the return is over", async () => {
  const number = await shipped([[...tee, 1]]);
  await startReturn(
    shop,
    { order: number, email: jo.email, round: "0", values: { "quantity-0": "1", "reason-0": "too-small" } },
    { now: new Date(), settings: shop.settings() },
  );
  await endAt(months(90));
  expect((await rowOf(number)).email).toBe(jo.email);
  await db.execute(sql`update returns set state = 'refused', refused_at = now() where order_number = ${number}`);
  await endAt(months(90));
  expect((await rowOf(number)).email).toBe("");
});

test("[B-138] an order that was never paid loses its name 30 days after its end, and not while its payment may still arrive", async () => {
  const { id } = await draftOrder(shop, await draftRequestFor(shop, [[...tee, 1]], { customer: quill }));
  const [draft] = await db.select().from(orders).where(eq(orders.email, quill.email));
  const number = draft?.number ?? "";
  await endAt(later(new Date(), 40));
  expect((await rowOf(number)).name).toBe(quill.name);

  await withdrawDraft(shop, number, { cause: "expired" }, new Date());
  expect((await rowOf(number)).state).toBe("cancelled");
  await endAt(later(new Date(), 29));
  expect((await rowOf(number)).name).toBe(quill.name);
  await endAt(later(new Date(), 31));
  expect((await rowOf(number)).name).toBe("Name erased");
  expect(await placesOf(TOKEN)).toEqual([]);
  expect(id).not.toBe("");
});

test("[B-138] a conversation ends 24 months after its last word, with its answers; a newer word keeps all of it", async () => {
  const write = async (words: string) => {
    const [row] = await db
      .insert(messages)
      .values({ name: TOKEN, email: quill.email, message: words, requestKey: words })
      .returning();
    return row?.id ?? 0;
  };
  const [old, young] = [await write("old"), await write("young")];
  const answer = { memberId: "m", answer: `Dear ${TOKEN}`, submission: crypto.randomUUID() };
  await db.insert(messageAnswers).values({ ...answer, messageId: old });
  await db
    .insert(messageAnswers)
    .values({ ...answer, submission: crypto.randomUUID(), messageId: young, writtenAt: months(20) });
  await endAt(months(25));
  expect(await db.$count(messages, eq(messages.id, old))).toBe(0);
  expect(await db.$count(messageAnswers, eq(messageAnswers.messageId, young))).toBe(1);
  await endAt(months(46));
  expect(await placesOf(TOKEN)).toEqual([]);
});

test("docs and policy name each period as the settings do, and nothing stays for ever by oversight", async () => {
  const [page, policy] = await Promise.all(
    ["docs/privacy.md", "src/demo/content/policies/privacy.md"].map((file) => readFile(file, "utf8")),
  );
  const told = [...(page ?? "").matchAll(/^\| `(\w+)` +\| .+? +\| (.+?) +\|$/gm)].map(([, table, ends]) => [
    table,
    ends,
  ]);
  expect(told.map(([table]) => table).toSorted()).toEqual(personalTables().toSorted());
  for (const [, ends] of told) expect(ends).not.toMatch(/^never\b/i);
  const ends = new Map(told as [string, string][]);
  for (const [table, days] of [
    ["subscriptions", UNDO_DAYS],
    ["discount_codes", CODES_KNOWN_DAYS],
  ] as const)
    expect(ends.get(table)).toContain(`${days} days`);
  for (const { setting, unit } of Object.values(retentionKinds)) {
    expect(page).toContain(`${shop.settings()[setting]} ${unit} after`);
    expect(policy).toContain(`{${setting}} ${unit}`);
  }
});

test("[B-113] two runs at the same time end each row once, and say so on Today; before it Today says what will go and when", async () => {
  const signups = Array.from({ length: 1_200 }, (_, index) => ({
    name: TOKEN,
    email: `quill${index}@example.com`,
    state: "NV",
    joinedAt: later(new Date(), -800),
  }));
  await db.insert(communitySignups).values(signups);
  await endByItself(shop, new Date());
  expect(await today.text("/")).toContain("1,200 requests to join the community will be erased");
  expect(await db.$count(communitySignups, eq(communitySignups.name, TOKEN))).toBe(1_200);

  await db.update(retentionNotices).set({ beginsAt: later(new Date(), -1) });
  await Promise.all([endByItself(shop, new Date()), endByItself(shop, new Date())]);
  expect(await db.$count(communitySignups, eq(communitySignups.name, TOKEN))).toBe(0);
  const [row] = await db.select().from(retentionDays).where(eq(retentionDays.kind, "community"));
  expect(row?.ended).toBe(1_200);
  const text = await today.text("/");
  expect(text).toContain("Within the last week: 1,200 requests to join the community");
  expect(text).not.toContain("will be erased");
});

test("a period that became shorter is counted and told before it ends anything; a longer one holds at once", async () => {
  const insert = (email: string) =>
    db.insert(communitySignups).values({ name: TOKEN, email, state: "UT", joinedAt: later(new Date(), -500) });
  await insert("a@example.com");
  await endByItself(shop, new Date());
  const shorter = { ...shop, settings: () => ({ ...shop.settings(), signupsKeptMonths: 12 }) };
  await endByItself(shorter, new Date());
  expect(await db.$count(communitySignups, eq(communitySignups.name, TOKEN))).toBe(1);
  await endByItself(shop, later(new Date(), 15));
  expect(await db.$count(communitySignups, eq(communitySignups.name, TOKEN))).toBe(1);
  await endByItself(shorter, later(new Date(), 15));
  await endByItself(shorter, later(new Date(), 30));
  expect(await db.$count(communitySignups, eq(communitySignups.name, TOKEN))).toBe(0);
});

test("the end of names locks payments before their orders, as news of payments does, so that neither waits for the other", async () => {
  const number = await bought([[...tee, 1]]);
  await shipParcel(shop, await seen(number), ups);
  await endByItself(shop, later(months(90), -14.1));
  const done = await db.transaction(async (tx) => {
    await lockedPaymentsOf(tx, number);
    const ending = endByItself(shop, months(90));
    await untilWaiting(db);
    await tx.execute(sql`select from orders where number = ${number} for update nowait`);
    return { ending };
  });
  await done.ending;
  expect((await rowOf(number)).email).toBe("");
});

test("an order without its shopper is found by no address, and offers no data to make it again", async () => {
  const number = await made(shop, manager, await wishFor(shop, 1, { customer: quill }));
  await endMadeOrder(shop, manager, { submission: crypto.randomUUID(), number });
  const paid = await shipped([[...tee, 1]]);
  expect(await earlierMade(shop, manager, number)).toMatchObject({ name: quill.name });
  await endAt(later(new Date(), 60));
  await db.delete(retentionNotices);
  await endAt(months(90));
  expect(await earlierMade(shop, manager, number)).toEqual({});

  const app = testApp(shop, { pages: testPages().pages });
  const headers = { origin: shop.address, "content-type": "application/x-www-form-urlencoded" };
  for (const path of ["/order-status", "/return-or-exchange"]) {
    const body = new URLSearchParams({ order: paid, email: "" });
    const answer = await app.fetch(new Request(new URL(path, shop.address), { method: "POST", headers, body }));
    expect([path, answer.status]).toEqual([path, 422]);
  }
});
