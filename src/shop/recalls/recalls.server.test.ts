import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { erasePersonAgain } from "~/privacy/erase-person.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { officeAs } from "~/testing/back-office-as.server";
import { textOf } from "~/testing/html";
import { made, variantId, wishFor } from "~/testing/made-orders.server";
import { memberAs } from "~/testing/members.server";
import { openReadablePages } from "~/testing/read-pages.server";
import { cards, jo, lineOf, payWith } from "~/testing/riders.server";
import { untilWaiting } from "~/testing/until-waiting.server";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { signOf } from "~/shop/letter-endings.server";
import { recallLinks } from "~/shop/orders/letter-links.server";
import { RECALL_TO_CORRECTED } from "~/shop/orders/letters/letter-jobs";
import { correctEmail } from "~/shop/orders/order-email.server";
import { requestMadePayment } from "~/shop/orders/made/pay-made-order.server";
import { orders, parcels } from "~/shop/orders/orders.tables";
import { deliverParcel } from "~/shop/orders/parcels/deliver-parcel.server";
import { loseParcel } from "~/shop/orders/parcels/lose-parcel.server";
import { parcelsOf } from "~/shop/orders/parcels/parcels.server";
import { replacements } from "~/shop/orders/parcels/replacements.tables";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { refundLines } from "~/shop/orders/refunds/refund-lines.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { payments } from "~/shop/payments/payments.tables";
import { receiveReturn } from "~/shop/returns/receive-return.server";
import { startReturn } from "~/shop/returns/returns.server";
import { returns } from "~/shop/returns/returns.tables";
import { dayIn } from "~/shop/shop-time";
import { SPREAD_RECALL, TELL_RECALL } from "./recall-jobs";
import { recallLetters, recalls } from "./recalls.tables";
import { noteCameBack, recallById, recallFile } from "./recalls.server";
import { sendRecallLetter, spreadRecall } from "./send-recall.server";
import { goodsOfLines, previewRecall, recallToCorrected, startRecall } from "./start-recall.server";

const { shop, db, staff, ups, tee, shipped, seen, codeOf, rowOf } = await openBoughtOrders();
const { html, ask } = await openReadablePages(shop);
const owner = memberAs("owner", "Olga");
const { product: teeId } = await lineOf(shop, [...tee]);
const today = dayIn(new Date(), shop.settings().timeZone);
const goods = { productIds: [teeId], variantIds: [], firstDay: "2020-01-01", lastDay: today };
const form = {
  ...goods,
  title: "Sprocket Tee",
  words: "Its dye burns.\n\nCut it up.",
  caseNumber: "25-123",
  takesOff: false,
};

beforeEach(async () => {
  await db.delete(recalls);
  await db.update(parcels).set({ lostAt: new Date("2000-01-01"), deliveredAt: null });
  shop.payloads.length = 0;
});

/** A shipped tee, paid by real money, of a shopper with this name. */
async function sold(name: string): Promise<string> {
  const number = await shipped([[...tee]]);
  await db.update(payments).set({ live: true }).where(eq(payments.orderNumber, number));
  await db
    .update(orders)
    .set({ email: `${name}@example.com` })
    .where(eq(orders.number, number));
  return number;
}
const reach = (more = {}) => previewRecall(shop, owner, { ...goods, ...more });
const start = (more = {}) => startRecall(shop, owner, { submission: randomUUID(), ...form, ...more });
const lettersOf = (recallId: string) => db.select().from(recallLetters).where(eq(recallLetters.recallId, recallId));
const sendAll = async (recallId: string) => {
  await spreadRecall(shop, { recallId });
  for (const { id } of await lettersOf(recallId)) await sendRecallLetter(shop, { letterId: id });
};
const sentTo = (name: string) =>
  shop.letters.filter(({ to, key }) => key.startsWith("recall-") && to === `${name}@example.com`);

/** Corrects the address of an order, and returns the payload of the job that sends recalls there. */
async function corrected(number: string, name: string) {
  const { version } = await rowOf(number);
  const correction = { submission: randomUUID(), number, version, email: `${name}@example.com`, reason: "A typo" };
  expect((await correctEmail(shop, owner, correction)).saved).toBe(true);
  const payload = { orderNumber: number, version: (await rowOf(number)).version };
  expect(shop.payloads).toContainEqual({ name: RECALL_TO_CORRECTED, payload });
  return payload;
}

test("[B-137] reached is each address to which a piece left and was not received back, whatever was refunded; erased ones are counted", async () => {
  const [lou, back, lost, , erased] = [
    await sold("lou"),
    await sold("back"),
    await sold("lost"),
    await sold("lou"),
    await sold("erased"),
  ];
  await refundLines(shop, await seen(lou), { lines: [{ position: 0, quantity: 1 }], cause: "kept", restock: false });
  const values = { "quantity-0": "1", "reason-0": "too-small" };
  const asked = { order: back, email: "back@example.com", round: "0", values };
  const number = await startReturn(shop, asked, { now: new Date(), settings: shop.settings() });
  expect(await reach()).toEqual({ addresses: 4, orders: 5, pieces: 5, unreachable: 0 });
  const [row] = await db.select().from(returns).where(eq(returns.number, number));
  await receiveReturn(shop, { number, version: row?.version ?? 0, actor: staff }, [
    { position: 0, condition: "worn", quantity: 1 },
  ]);
  await loseParcel(shop, await seen(lost), (await parcelsOf(db, lost))[0]?.id ?? 0);
  await db.update(orders).set({ email: "" }).where(eq(orders.number, erased));
  expect(await reach()).toEqual({ addresses: 1, orders: 2, pieces: 2, unreachable: 1 });
  expect(await reach({ firstDay: "2020-01-01", lastDay: "2020-01-02" })).toMatchObject({
    addresses: 0,
    unreachable: 0,
  });
  expect(await reach({ productIds: [] })).toMatchObject({ addresses: 0 });
});

test("[B-137] reached is what an exchange sent, not what was bought and came back; a lost parcel that was found; and what a member's order sent", async () => {
  const gloves = await lineOf(shop, ["Gauntlet Leather Gloves", "M", "Black"]);
  const ofGloves = { productIds: [gloves.product] };
  const swapped = await sold("swap");
  const values = { "quantity-0": "1", "reason-0": "too-small" };
  const asked = { order: swapped, email: "swap@example.com", round: "0", values };
  const back = await startReturn(shop, asked, { now: new Date(), settings: shop.settings() });
  const [row] = await db.select().from(returns).where(eq(returns.number, back));
  await receiveReturn(shop, { number: back, version: row?.version ?? 0, actor: staff }, [
    { position: 0, condition: "as-new", quantity: 1 },
  ]);
  const [parcel] = await db.insert(parcels).values({ orderNumber: swapped, carrier: "UPS" }).returning();
  await db.insert(replacements).values({
    orderNumber: swapped,
    position: 0,
    cause: "return",
    returnNumber: back,
    productId: gloves.product,
    variantId: await variantId(shop, ["Gauntlet Leather Gloves", "M", "Black"]),
    name: "Gauntlet Leather Gloves",
    size: "M",
    color: "Black",
    quantity: 1,
    state: "sent",
    parcelId: parcel?.id ?? 0,
  });
  expect([(await reach()).addresses, (await reach(ofGloves)).addresses]).toEqual([0, 1]);
  const lost = await sold("found");
  const lostId = (await parcelsOf(db, lost))[0]?.id ?? 0;
  await loseParcel(shop, await seen(lost), lostId);
  expect((await reach()).addresses).toBe(0);
  await deliverParcel(shop, await seen(lost), lostId);
  expect((await reach()).addresses).toBe(1);

  const number = await made(shop, owner, await wishFor(shop, 1, { customer: { ...jo, email: "phoned@example.com" } }));
  const { paymentId, clientSecret } = await requestMadePayment(shop, number, "Credit Card");
  await payWith(shop, cards.good, clientSecret);
  await settleOrder(shop, paymentId, { clientSecret });
  await db.update(payments).set({ live: true }).where(eq(payments.orderNumber, number));
  await shipParcel(shop, await seen(number), ups);
  expect((await reach()).addresses).toBe(2);
});

test("the day on which a piece left is the shop's, also in the night whose hour is repeated", async () => {
  const number = await sold("night");
  const reachedOn = async (day: string) => (await reach({ firstDay: day, lastDay: day })).addresses;
  // Half past one and half past two in Denver, each before and after the clocks went back, and the minutes around midnight.
  for (const [left, day] of [
    ["2025-11-02T05:59:00Z", "2025-11-01"],
    ["2025-11-02T06:01:00Z", "2025-11-02"],
    ["2025-11-02T07:30:00Z", "2025-11-02"],
    ["2025-11-02T08:30:00Z", "2025-11-02"],
    ["2025-11-03T06:59:00Z", "2025-11-02"],
    ["2025-11-03T07:01:00Z", "2025-11-03"],
  ] as const) {
    await db
      .update(parcels)
      .set({ shippedAt: new Date(left) })
      .where(eq(parcels.orderNumber, number));
    for (const each of ["2025-11-01", "2025-11-02", "2025-11-03"])
      expect([left, each, await reachedOn(each)]).toEqual([left, each, each === day ? 1 : 0]);
  }
});

test("goods are named by product, or by the SKU of one variant; a line that names nothing is told", async () => {
  const found = await goodsOfLines(db, ["sprocket tee", "No such thing"]);
  expect(found).toEqual({ productIds: [teeId], variantIds: [], wrong: ["No such thing: Nothing is called so."] });
  const [variant] = await db.select().from(variants).where(eq(variants.productId, teeId)).orderBy(variants.id);
  await db
    .update(variants)
    .set({ sku: "TEE-1" })
    .where(eq(variants.id, variant?.id ?? 0));
  expect(await goodsOfLines(db, ["tee-1", "TEE-1"])).toEqual({ productIds: [], variantIds: [variant?.id], wrong: [] });
});

test("[B-137] each address gets one letter with the words and the case number, also by two processes and twice", async () => {
  await sold("ann");
  await sold("ann");
  const id = await start();
  expect(shop.payloads).toContainEqual({ name: SPREAD_RECALL, payload: { recallId: id } });
  await Promise.all([sendAll(id), sendAll(id)]);
  await sendAll(id);
  const [letter, ...more] = sentTo("ann");
  expect(more).toEqual([]);
  for (const part of ["Its dye burns.", "Case 25-123", "Sprocket Tee"]) expect(letter?.text).toContain(part);
  expect(await lettersOf(id)).toMatchObject([{ email: "ann@example.com", pieces: 2 }]);
});

test("a letter is not sent to somebody erased, or whose piece came back meanwhile", async () => {
  const [gone, back] = [await sold("gone"), await sold("late")];
  const id = await start();
  await db.update(recallLetters).set({ email: null }).where(eq(recallLetters.orderNumber, gone));
  await loseParcel(shop, await seen(back), (await parcelsOf(db, back))[0]?.id ?? 0);
  await sendAll(id);
  expect([...sentTo("gone"), ...sentTo("late")]).toEqual([]);
  expect((await lettersOf(id)).map(({ pieces, sentAt }) => [pieces, sentAt])).toEqual([
    [0, null],
    [0, null],
  ]);
});

test("a recall that begins while a person is being erased keeps no address of them, and counts their pieces", async () => {
  const [going, staying] = [await sold("going"), await sold("staying")];
  const started = await db.transaction(async (tx) => {
    // As an erasure does: it locks the person's orders first.
    await tx.execute(sql`select from orders where number = ${going} for update`);
    const email = "going@example.com";
    await erasePersonAgain(tx, { email, withWords: false, sign: signOf(shop) }, new Date());
    const starting = start();
    await untilWaiting(db, { statement: "%recall_letters%" });
    return { starting };
  });
  const id = await started.starting;
  expect(await lettersOf(id)).toMatchObject([{ email: "staying@example.com", orderNumber: staying }]);
  expect(await recallById(shop, owner, id)).toMatchObject({ addresses: 1, recall: { unreachable: 1 } });
});

test("a recall goes to the corrected address of an order, whether its letter had left or not, and to no address twice", async () => {
  const [typo, late] = [await sold("typo"), await sold("late-typo")];
  const id = await start();
  const correct = async (number: string, name: string) => recallToCorrected(shop, await corrected(number, name));
  await correct(late, "late-right");
  await sendAll(id);
  await correct(typo, "right");
  await correct(late, "right");
  await sendAll(id);
  const told = ["typo", "right", "late-typo", "late-right"].map((name) => sentTo(name).length);
  expect(told).toEqual([1, 1, 0, 1]);
  const spread = shop.payloads.filter(({ name, payload }) => name === SPREAD_RECALL && "recallId" in payload);
  expect(spread.map(({ payload }) => payload)).toEqual([1, 2, 3, 4].map(() => ({ recallId: id })));
});

test("a recall that begins while an address is corrected goes to the present one", async () => {
  const older = await sold("two");
  await sold("two");
  let hasEnded = false;
  let telling = Promise.resolve();
  const meeting = {
    ...shop,
    jobs: {
      ...shop.jobs,
      async enqueue(...args: Parameters<typeof shop.jobs.enqueue>) {
        telling = recallToCorrected(shop, await corrected(older, "one-of-two")).finally(() => (hasEnded = true));
        await untilWaiting(db, { statement: "%advisory%", orEnded: () => hasEnded });
        return shop.jobs.enqueue(...args);
      },
    },
  };
  const id = await startRecall(meeting, owner, { submission: randomUUID(), ...form });
  await telling;
  await sendAll(id);
  expect(["two", "one-of-two"].map((name) => sentTo(name).length)).toEqual([1, 1]);
});

test("a letter that the mail server refuses for good is listed with its words; one that it takes later is sent", async () => {
  await sold("refused");
  await sold("slow");
  const id = await start();
  let isSlow = true;
  const failing = {
    ...shop,
    mail: {
      ...shop.mail,
      async send(letter: Parameters<typeof shop.mail.send>[0]) {
        if (letter.to === "refused@example.com")
          throw Object.assign(new Error("550 no such user"), { responseCode: 550 });
        if (isSlow) throw Object.assign(new Error("451 later"), { responseCode: 451 });
        return shop.mail.send(letter);
      },
    },
  };
  const byName = async (name: string) =>
    (await lettersOf(id)).find(({ email }) => email === `${name}@example.com`)?.id ?? "";
  await sendRecallLetter(failing, { letterId: await byName("refused") });
  await expect(sendRecallLetter(failing, { letterId: await byName("slow") })).rejects.toThrow("451");
  isSlow = false;
  await sendRecallLetter(failing, { letterId: await byName("slow") });
  const found = await recallById(shop, owner, id);
  expect(found?.letters.map(({ state, refusal }) => [state, refusal])).toEqual([
    ["refused", "550 no such user"],
    ["sent", null],
  ]);
});

test("the words of a mail server, which name the address, are not kept of somebody who was erased meanwhile", async () => {
  await sold("meanwhile");
  const id = await start();
  const [letter] = await lettersOf(id);
  const erasing = {
    ...shop,
    mail: {
      ...shop.mail,
      async send() {
        const email = "meanwhile@example.com";
        await db.transaction((tx) => erasePersonAgain(tx, { email, withWords: false, sign: signOf(shop) }, new Date()));
        throw Object.assign(new Error(`550 <${email}> unknown`), { responseCode: 550 });
      },
    },
  };
  await sendRecallLetter(erasing, { letterId: letter?.id ?? "" });
  expect(await lettersOf(id)).toMatchObject([{ email: null, refusal: null, refusedAt: expect.any(Date) }]);
});

test("[B-137] a recall of 5,000 orders resumes after a kill, and reaches each address once", async () => {
  const like = await sold("many");
  await shop.asOwner(`
    create temp table copies as select lpad((60000000 + n)::text, 8, '0') as number, n from generate_series(1, 5000) as n;
    insert into orders select (jsonb_populate_record(orders, jsonb_build_object('number', copies.number, 'draft_key', null,
      'email', 'many' || copies.n % 4000 || '@example.com'))).* from orders, copies where orders.number = '${like}';
    insert into order_lines select (jsonb_populate_record(order_lines, jsonb_build_object('order_number', copies.number))).*
      from order_lines, copies where order_number = '${like}';
    insert into parcels (order_number, carrier) select number, 'UPS' from copies;
    insert into parcel_lines (parcel_id, order_number, position, quantity)
      select parcels.id, order_number, 0, 1 from parcels where order_number between '60000001' and '60005000';`);
  const id = await start();
  let left = 450;
  const dying = {
    ...shop,
    jobs: {
      ...shop.jobs,
      async enqueue(...args: Parameters<typeof shop.jobs.enqueue>) {
        if (left-- <= 0) throw new Error("killed");
        return shop.jobs.enqueue(...args);
      },
    },
  };
  await expect(spreadRecall(dying, { recallId: id })).rejects.toThrow("killed");
  const ofRecall = eq(recallLetters.recallId, id);
  expect(await db.$count(recallLetters, and(ofRecall, isNotNull(recallLetters.enqueuedAt)))).toBe(400);
  await Promise.all([
    spreadRecall(shop, { recallId: id }),
    spreadRecall({ ...shop, ...shop.anotherProcess() }, { recallId: id }),
  ]);
  expect(await db.$count(recallLetters, and(ofRecall, isNull(recallLetters.enqueuedAt)))).toBe(0);
  const told = new Set(
    shop.payloads.filter(({ name }) => name === TELL_RECALL).map(({ payload }) => JSON.stringify(payload)),
  );
  expect([told.size, new Set((await lettersOf(id)).map(({ email }) => email)).size]).toEqual([4001, 4001]);
}, 180_000);

test("more goods than one recall can name are told, and none is left out in silence", async () => {
  await sold("pat");
  const lines = Array.from({ length: 201 }, () => "Sprocket Tee").join("\n");
  const text = await officeAs(shop, owner).text(`/recalls/new?goods=${encodeURIComponent(lines)}`);
  expect(text).toContain("Name at most 200 lines of goods.");
  expect(text).not.toContain("Whom it reaches");
});

test("the page changes nothing by GET; its button says that the goods are not used any more, and the recall's page counts it", async () => {
  await sold("kim");
  const id = await start();
  await sendAll(id);
  const [letter] = await lettersOf(id);
  const path = new URL(await recallLinks.address(shop, letter?.id ?? "")).pathname;
  expect(textOf(await html(path))).toContain("Its dye burns.");
  expect((await lettersOf(id))[0]?.stoppedAt).toBeNull();
  const headers = { origin: shop.address };
  const answer = await ask(path, { method: "POST", body: new URLSearchParams({ any: "" }), headers });
  expect(textOf(await answer.text())).toContain("you do not use it any more");
  expect(await recallById(shop, owner, id)).toMatchObject({ stopped: 1, letters: [{ state: "stopped" }] });
  expect((await ask(`${path}x`)).status).toBe(404);
});

test("an owner begins it in the workshop with a factor, after the count; a manager sees it and notes a letter that came back; the file has all", async () => {
  await sold("pat");
  const office = officeAs(shop, owner);
  const at = `/recalls/new?goods=Sprocket+Tee&from=2020-01-01&to=${today}`;
  const page = await (await office.fetch(at)).text();
  expect(textOf(page)).toContain("1 piece at 1 address, of 1 order");
  const submission =
    / name="submission" value="([^"]+)"| value="([^"]+)" name="submission"/.exec(page)?.slice(1).find(Boolean) ?? "";
  const fields = {
    submission,
    title: "Sprocket Tee",
    words: "Its dye burns.",
    caseNumber: "25-9",
    agreed: "yes",
    off: "yes",
  };
  const manager = officeAs(shop, memberAs("manager", "Sam"));
  expect((await manager.post(at, fields)).status).not.toBe(302);
  const counted = await manager.text(at);
  expect(counted).toContain("1 piece at 1 address");
  expect(counted).toContain("An owner begins a recall.");
  expect(counted).not.toContain("Send 1 letter");
  const answer = await office.post(at, fields);
  const id = /recalls\/([\w-]+)/.exec(answer.headers.get("location") ?? "")?.[1] ?? "";
  await sendAll(id);
  const [product] = await db.select().from(products).where(eq(products.id, teeId));
  expect(product?.publishedStatus).toBe("archived");
  const shown = await manager.text(`/recalls/${id}`);
  expect(shown).toContain("pat@example.com");
  expect(shown).toContain("January 1, 2020 to ");
  const [letter] = await lettersOf(id);
  const noted = { submission: randomUUID(), recallId: id, letterId: letter?.id ?? "" };
  await noteCameBack(shop, memberAs("manager", "Sam"), noted);
  expect(await codeOf(noteCameBack(shop, owner, { ...noted, submission: randomUUID() }))).toBe("record-unknown");
  expect(await recallFile(shop, owner, id)).toContain("came-back");
  expect(await manager.text("/recalls")).toContain("Sprocket Tee");
});
