import { eq, getTableColumns, getTableName, sql } from "drizzle-orm";
import { PgText } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { personAddress } from "~/back-office/people/person-key";
import { allTables } from "~/backup/all-tables.server";
import { columnName } from "~/platform/json-column.tables";
import { marksOf } from "~/platform/marks.tables";
import { validDiscount } from "~/shop/discounts/discounts.server";
import { cents } from "~/shop/money";
import { giftCards } from "~/shop/gift-cards/gift-cards.tables";
import { sendGiftCard } from "~/shop/orders/gift-cards/gift-card-letters.server";
import { giveGiftCard } from "~/shop/orders/gift-cards/give-gift-card.server";
import { dayAfter, dayIn, dayWords } from "~/shop/shop-time";
import { addNote } from "~/shop/orders/order-acts.server";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { startReturn } from "~/shop/returns/returns.server";
import { allRows } from "~/testing/all-rows.server";
import { cardBooks, openCard } from "~/testing/gift-cards.server";
import { cards, draftRequestFor, payWith } from "~/testing/riders.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { openLives, riderNamed } from "~/testing/lived-in.server";
import { noteRequest } from "./person-requests.server";
import { askErasure, beforeErasure, erasePerson, erasureOf } from "./erase-person.server";

const orders = await openBoughtOrders();
const { shop, db, bought, rowOf, seen, tee } = orders;
const { lived } = openLives(orders);
const owner = memberAs("owner", "Olga");
const manager = memberAs("manager", "Sam");

const TOKEN = "quillfeather";
const placesOf = async (token: string): Promise<string[]> => [
  ...new Set(
    [...(await allRows(db))]
      .filter(([, row]) => JSON.stringify(row).toLowerCase().includes(token))
      .map(([key]) => key.split(" ")[0] ?? ""),
  ),
];

/** Writes the token into every personal text of an order's rows that is empty so far. */
async function fillPersonalTexts(number: string, token: string): Promise<string[]> {
  const filled: string[] = [];
  for (const table of allTables) {
    const { personal = {}, whose } = marksOf(table) ?? {};
    const own = (whose as { order?: string } | undefined)?.order;
    if (!own) continue;
    for (const [property, erased] of Object.entries(personal)) {
      const column = getTableColumns(table)[property];
      if (!(column instanceof PgText) || erased === "follows" || property === "email" || property === "mailbox")
        continue;
      const name = columnName(property, column);
      const key = columnName(own, getTableColumns(table)[own] ?? column);
      const { rowCount } = await db.execute(
        sql`update ${table} set ${sql.identifier(name)} = ${`${token} ${name}`} where ${sql.identifier(key)} = ${number}`,
      );
      if (rowCount) filled.push(`${getTableName(table)}.${name}`);
    }
  }
  return filled;
}

const erase = async (email: string, withWords = false): Promise<string> => {
  const id = await askErasure(shop, owner, { submission: crypto.randomUUID(), email, withWords });
  await erasePerson(shop, id, new Date());
  return id;
};

test("[B-111] a person who was erased stands in no row of any table, in no letter and in no outbox; amounts stay, published words lose the name", async () => {
  const number = await lived(TOKEN);
  const filled = await fillPersonalTexts(number, TOKEN);
  expect(filled.length).toBeGreaterThan(10);
  const places = await placesOf(TOKEN);
  for (const table of [
    "orders",
    "letters",
    "reviews",
    "questions",
    "comments",
    "messages",
    "message_answers",
    "subscriptions",
  ])
    expect(places).toContain(table);
  const before = await rowOf(number);

  const id = await erase(`${TOKEN}@example.com`);

  // Published words stay without the name, and are the person's to name in the request.
  expect((await placesOf(TOKEN)).toSorted()).toEqual(["comments", "questions", "reviews"]);
  const { rows } = await db.execute<{ author: string; email: string | null }>(
    sql`select author, null as email from reviews where content like ${`%${TOKEN}%`}
      union all select author, email from questions where question like ${`%${TOKEN}%`}
      union all select name, nullif(email, '') from comments where message like ${`%${TOKEN}%`}`,
  );
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ author: "A rider", email: null })));
  expect(await rowOf(number)).toMatchObject({
    total: before.total,
    tax: before.tax,
    postalCode: "tok".slice(0, 0) + (await rowOf(number)).postalCode,
  });
  expect(shop.letters.filter((letter) => JSON.stringify(letter).toLowerCase().includes(TOKEN))).toEqual([]);
  expect(await erasureOf(shop, manager, id)).toMatchObject({ orderNumbers: [number], withWords: false });
});

test("with the tick, reviews, questions and comments go, too", async () => {
  await lived("plumeworthy");
  await erase("plumeworthy@example.com", true);
  expect(await placesOf("plumeworthy")).toEqual([]);
});

test("an erasure is refused with its reasons while an order or a return is open, and done once they are over; notes are shown before", async () => {
  const rider = riderNamed("openfeather");
  const number = await bought([[...tee, 1]], { customer: rider });
  await addNote(shop, manager, { submission: crypto.randomUUID(), number, version: 0 }, "Rang twice");
  const ask = () => askErasure(shop, owner, { submission: crypto.randomUUID(), email: rider.email, withWords: false });
  expect(await beforeErasure(shop, owner, rider.email)).toEqual({
    open: [{ kind: "order", orderNumber: number }],
    notes: [{ orderNumber: number, words: "Rang twice" }],
    orders: 1,
    words: 0,
    unsentCards: [],
    cardsThatGoOn: [],
  });
  await expect(ask()).rejects.toThrow("still open");
  await shipParcel(shop, await seen(number), { carrier: "UPS", trackingNumber: "1Z" });
  await startReturn(
    shop,
    { order: number, email: rider.email, round: "0", values: { "quantity-0": "1", "reason-0": "too-small" } },
    { now: new Date(), settings: shop.settings() },
  );
  expect((await beforeErasure(shop, owner, rider.email)).open).toEqual([{ kind: "return", orderNumber: number }]);
  await expect(ask()).rejects.toThrow("still open");
  expect((await rowOf(number)).email).toBe(rider.email);
  await db.execute(sql`update returns set state = 'refused', refused_at = now() where order_number = ${number}`);
  await erase(rider.email);
  expect(await placesOf("openfeather")).toEqual([]);
});

test("an erasure that is killed between its steps goes on where it was; what the person buys afterwards is new", async () => {
  await lived("brokenfeather");
  const email = "brokenfeather@example.com";
  const id = await askErasure(shop, owner, { submission: crypto.randomUUID(), email, withWords: true });
  const killed = { ...shop, mail: { ...shop.mail, forget: () => Promise.reject(new Error("killed")) } };
  await expect(erasePerson(killed, id, new Date())).rejects.toThrow("killed");
  expect(await placesOf("brokenfeather")).toContain("messages");
  await Promise.all([erasePerson(shop, id, new Date()), erasePerson(shop, id, new Date())]);
  expect(await placesOf("brokenfeather")).toEqual([]);

  const again = await bought([[...tee, 1]], { customer: riderNamed("brokenfeather") });
  await erasePerson(shop, id, new Date());
  expect((await rowOf(again)).email).toBe(email);
});

test("an order that is opened after the erasure was asked for stops it, and loses nothing", async () => {
  const rider = riderNamed("latefeather");
  const id = await askErasure(shop, owner, { submission: crypto.randomUUID(), email: rider.email, withWords: false });
  const number = await bought([[...tee, 1]], { customer: rider });
  await expect(erasePerson(shop, id, new Date())).rejects.toThrow("still open");
  expect((await rowOf(number)).name).toBe(rider.name);
});

test("an order that is placed while the last step of an erasure waits for the mail keeps its person and its use of a code", async () => {
  const rider = riderNamed("swiftfeather");
  await lived("swiftfeather");
  const id = await askErasure(shop, owner, {
    submission: crypto.randomUUID(),
    email: rider.email,
    withWords: false,
  });
  let again = "";
  const slow = {
    ...shop,
    mail: {
      ...shop.mail,
      forget: async () => {
        again = await bought([[...tee, 1]], { customer: rider });
        await db.execute(
          sql`insert into discount_codes (code, kind, percent, purpose) values ('SWIFT20', 'percent', 20, 'welcome')`,
        );
        await db.execute(
          sql`insert into discount_uses (code, order_number, email) values ('SWIFT20', ${again}, ${rider.email})`,
        );
        return 0;
      },
    },
  };
  await erasePerson(slow, id, new Date());

  expect(await rowOf(again)).toMatchObject({ email: rider.email, name: rider.name });
  const { rows } = await db.execute(sql`select email from discount_uses where order_number = ${again}`);
  expect(rows).toEqual([{ email: rider.email }]);
  expect((await erasureOf(shop, manager, id))?.doneAt).not.toBeNull();
  expect(await placesOf("swiftfeather")).not.toContain("messages");
});

test("[B-130] a gift card that is not sent yet keeps its recipient until its day; one that was sent goes on without him, and he is told", async () => {
  const email = "bearer@example.com";
  const now = new Date();
  await noteRequest(shop, owner, { submission: crypto.randomUUID(), kind: "erase", email, cameAt: now }, now);
  const day = dayAfter(dayIn(new Date(), shop.settings().timeZone), 3);
  const given = { amount: cents(12_40), reason: "Late", email, recipient: "Quill", words: "For you", sendOn: day };
  const id = await giveGiftCard(shop, owner, { submission: crypto.randomUUID(), ...given });
  const [card] = await db.select().from(giftCards).where(eq(giftCards.id, id));
  const office = officeAs(shop, owner);
  const page = `${personAddress(shop, email)}/erase`;

  await expect(erase(email)).rejects.toMatchObject({ code: "person-open" });
  const refused = await office.text(page);
  expect(refused).toContain(`Card ending ${card?.lastFour} of $12.40 is not sent yet; its day is ${dayWords(day)}.`);

  await sendGiftCard(shop, { id });
  expect(await office.text(page)).toContain(`A gift card of $12.40 ending ${card?.lastFour} goes on`);
  await db.execute(sql`update person_requests set proved_at = now() where email = ${email}`);
  const erasure = await askErasure(shop, owner, { submission: crypto.randomUUID(), email, withWords: false });
  const told: string[] = [];
  const send: typeof shop.mail.send = async ({ text }) => void told.push(text.replaceAll(/\s+/g, " "));
  await erasePerson({ ...shop, mail: { ...shop.mail, send } }, erasure, new Date());
  expect(told.join(" ")).toContain(`A card of $12.40 ending ${card?.lastFour} goes on; keep its letter.`);
  expect(await db.select().from(giftCards).where(eq(giftCards.id, id))).toMatchObject([
    { email: null, recipient: "", words: "", state: "open" },
  ]);
  expect((await cardBooks(shop, { id })).left).toBe(12_40);
});

test("the payment provider is asked about payments that it has, and not about what gift cards paid", async () => {
  const rider = riderNamed("giftfeather");
  const requests = [];
  for (const worth of [5_00, 500_00]) {
    const giftCards = [(await openCard(shop, worth)).code];
    const request = await draftOrder(shop, await draftRequestFor(shop, [[...tee, 1]], { customer: rider, giftCards }));
    if (request.amount > 0) await payWith(shop, cards.good, request.clientSecret);
    const { number } = await settleOrder(shop, request.id);
    await shipParcel(shop, await seen(number), { carrier: "UPS", trackingNumber: `1Z${number}` });
    requests.push(request.id);
  }
  const id = await erase(rider.email);
  expect((await erasureOf(shop, manager, id))?.payments.map(({ gatewayId }) => gatewayId)).toEqual([requests[0]]);
});

test("only an owner with a recent second factor may erase, once per form; a code of the person is nobody's afterwards", async () => {
  const wish = { submission: crypto.randomUUID(), email: "nobodyfeather@example.com", withWords: false };
  await expect(askErasure(shop, manager, wish)).rejects.toThrow("role does not allow");
  const first = await askErasure(shop, owner, wish);
  expect(await askErasure(shop, owner, wish)).toBe(first);

  await db.execute(sql`insert into discount_codes (code, kind, percent, email, once_per_email, purpose)
    values ('FEATHER20', 'percent', 20, ${wish.email}, true, 'welcome')`);
  await erasePerson(shop, first, new Date());
  expect(await placesOf("nobodyfeather")).toEqual([]);
  const circumstances = { email: "somebody@example.com", orderValue: cents(90_00), now: new Date() };
  await expect(validDiscount(db, "FEATHER20", circumstances)).rejects.toMatchObject({ code: "code-of-another" });
});
