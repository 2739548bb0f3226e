import { randomUUID } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, gt, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { allRows } from "~/testing/all-rows.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { openCard } from "~/testing/gift-cards.server";
import { memberAs } from "~/testing/members.server";
import { draftRequestFor, leftOf } from "~/testing/riders.server";
import { openTestShop } from "~/testing/test-shop.server";
import { audit } from "~/shop/audit/audit.tables";
import { products, stockMovements, variants } from "~/shop/catalog/catalog.tables";
import { changeStock } from "~/shop/catalog/stock/change-stock.server";
import { stockDrift } from "~/shop/catalog/stock/reservations.server";
import { giftCardEntries, giftCards } from "~/shop/gift-cards/gift-cards.tables";
import { cents } from "~/shop/money";
import { strayReservations } from "~/shop/orders/drafting/stray-reservations.server";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { cancelOrder } from "~/shop/orders/cancel-order.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { sendConfirmation } from "~/shop/orders/letters/order-letters.server";
import { addNote } from "~/shop/orders/order-acts.server";
import { correctedEmails, correctEmail } from "~/shop/orders/order-email.server";
import { orderFacts } from "~/shop/orders/order-facts.tables";
import { loseAsMember } from "~/shop/orders/parcels/lost-acts.server";
import { orders, parcels } from "~/shop/orders/orders.tables";
import { usedNumbers } from "~/shop/orders/used-numbers.tables";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { refundCause } from "~/shop/orders/refunds/refund-cause";
import { refundLines } from "~/shop/orders/refunds/refund-lines.server";
import { payments } from "~/shop/payments/payments.tables";
import { refundsOf } from "~/shop/payments/refunds.server";
import { reviews } from "~/shop/reviews/reviews.tables";
import { startReturn } from "~/shop/returns/returns.server";
import { inventSamples } from "./samples.server";
import { startPreview, startForReal } from "./start-for-real.server";

const owner = memberAs("owner");
const sent = (shop: { settings(): { shopName: string } }) => ({
  submission: randomUUID(),
  shopName: shop.settings().shopName,
});
const copiesOf = (folder: string) => readdir(folder).catch(() => []);

describe("after Start for real in a shop with samples, test orders, refunds, a lost parcel and a return", async () => {
  const { shop, db, bought, shipped, seen, tee } = await openBoughtOrders();
  let before = new Map<string, unknown>();
  let done: Awaited<ReturnType<typeof startForReal>>;
  let levels: (number | null)[] = [];
  let socks: { id: number; size: string; color: string; stock: number | null } | undefined;
  const numbers: string[] = [];

  beforeAll(async () => {
    await inventSamples(db, shop.settings());
    // Makes two of the demo products the merchant's own.
    await db.update(products).set({ sample: false }).where(eq(products.name, "Sprocket Tee"));
    await db.update(products).set({ sample: false }).where(eq(products.name, "Boot Socks"));
    levels = [await leftOf(shop, [...tee]), await leftOf(shop, ["Gauntlet Leather Gloves", "M", "Black"])];
    await db.insert(discountCodes).values({ code: "TRYME", kind: "percent", percent: 10, mostUses: 1 });
    const discount = { code: "TRYME", kind: "percent", percent: 10 } as const;

    [socks] = await db
      .select({ id: variants.id, size: variants.size, color: variants.color, stock: variants.stock })
      .from(variants)
      .innerJoin(products, eq(products.id, variants.productId))
      .where(and(eq(products.name, "Boot Socks"), gt(variants.stock, 5)))
      .limit(1);
    const ofSocks = ["Boot Socks", socks?.size ?? "", socks?.color ?? ""] as const;
    const counted = await bought([[...ofSocks, 3]]);
    // A member counts three pieces more of this variant, of which only a test order sold any.
    await db.transaction((tx) =>
      changeStock(tx, {
        lines: [{ variantId: socks?.id ?? 0, quantity: 3 }],
        cause: "count",
        reason: "counted again",
        act: { memberId: owner.id, submission: randomUUID() },
      }),
    );
    const paid = await bought([[...tee, 2]], { discount });
    const card = await openCard(shop, 20_00);
    const withCard = await bought([[...tee, 1]], { giftCards: [card.code] });
    await cancelOrder(shop, await seen(withCard), { reason: "tried" });
    for (const { id } of await refundsOf(db, withCard)) await executeRefund(shop, id);
    await openCard(shop, 20_00);
    const real = await openCard(shop, 30_00);
    await db.update(giftCards).set({ live: true }).where(eq(giftCards.id, real.id));
    const cancelled = await bought();
    await cancelOrder(shop, await seen(cancelled), { reason: "tried" });
    const refunded = await bought([[...tee, 3]]);
    const cause = refundCause.byStaff("tried");
    await refundLines(shop, await seen(refunded), { lines: [{ position: 0, quantity: 1 }], cause, restock: true });
    const lost = await shipped([[...tee, 2]]);
    const [parcel] = await db.select().from(parcels).where(eq(parcels.orderNumber, lost));
    const { version } = await seen(lost);
    const lines = [{ position: 0, quantity: 1 }];
    const form = { submission: randomUUID(), number: lost, version };
    await loseAsMember(shop, owner, form, { parcelId: parcel?.id ?? 0, again: lines, refund: [] });
    const back = await shipped([[...tee, 1]]);
    await startReturn(
      shop,
      {
        order: back,
        email: "jo.delacroix@example.com",
        round: "0",
        values: { "quantity-0": "1", "reason-0": "too-small" },
      },
      { now: new Date(), settings: shop.settings() },
    );
    await addNote(
      shop,
      owner,
      { submission: randomUUID(), number: paid, version: (await seen(paid)).version },
      "a note",
    );
    await sendConfirmation(shop, paid);
    const corrected = { submission: randomUUID(), number: paid, version: (await seen(paid)).version };
    await correctEmail(shop, owner, { ...corrected, email: "right@example.com", reason: "They wrote in" });
    await draftOrder(shop, await draftRequestFor(shop, [[...tee, 4]]));
    const [own] = await db.select().from(products).where(eq(products.name, "Sprocket Tee"));
    await db.insert(reviews).values({
      id: "tried",
      productId: own?.id ?? "",
      rating: 5,
      author: "Jo",
      content: "Mine.",
      verified: true,
      orderNumber: paid,
      orderLine: 0,
    });
    numbers.push(counted, paid, cancelled, refunded, lost, back);

    before = await allRows(db);
    done = await startForReal(shop, owner, sent(shop));
  });

  test("gift cards for practice are gone with their ledgers, also those that nobody used, and a card of real money stays", async () => {
    const cards = await db.select().from(giftCards);
    expect(cards.map(({ live }) => live)).toEqual([true]);
    const entries = await db.select().from(giftCardEntries);
    expect(entries.map(({ cardId, amount }) => [cardId, amount])).toEqual([[cards[0]?.id, 30_00]]);
  });

  test("Today does not mention the corrected e-mail address of a cleared order", async () => {
    expect(await db.select().from(audit).where(eq(audit.kind, "order-email"))).not.toEqual([]);
    expect(await correctedEmails(shop, owner, new Date())).toEqual([]);
  });

  test("the owner is told what was cleared, and the names of the files with its copy", async () => {
    expect(done.counts).toMatchObject({ goods: 64, tests: 7, unpaid: 1, codeUses: 1, letters: 3, refunds: 6 });
    expect(done.counts.samples).toBeGreaterThan(200);
    for (const { name, bytes } of done.copy) {
      expect(name).toMatch(/^before-start-[\d-]+-\d{6}-[\da-f]{8}\.(content\.json|rows\.jsonl)$/);
      expect((await stat(join(shop.copies, name))).size).toBe(bytes);
      expect((await stat(join(shop.copies, name))).mode & 0o777).toBe(0o600);
    }
    const rows = await db.select().from(audit).where(eq(audit.kind, "start-for-real"));
    expect(rows.every(({ memberId, submission }) => memberId === owner.id && submission === done.act)).toBe(true);
    expect(rows.find(({ field }) => field === "tests")).toMatchObject({ old: 7, new: 0 });
    for (const { name } of done.copy) expect(rows.find(({ field }) => field === "copy")?.new).toContain(name);
  });

  test("orders, samples and demo products are removed, and the merchant's products and reviews are kept", async () => {
    const after = await allRows(db);
    const left = [...after.keys()].filter((key) =>
      /^(orders?_|orders |payments|refunds|returns?_|returns |parcels|letters |sandbox|discount_uses)/.test(key),
    );
    expect(left).toEqual([]);
    // The gift card stays on sale, as its setting says.
    expect(await db.select({ name: products.name }).from(products)).toHaveLength(3);
    const samples = [...after.values()].filter((row) => (row as { sample?: boolean }).sample === true);
    expect(samples).toEqual([]);
    const [review] = await db.select().from(reviews).where(eq(reviews.id, "tried"));
    expect(review).toMatchObject({ verified: false, orderNumber: null, content: "Mine." });
  });

  test("the copy contains every cleared row completely", async () => {
    const after = await allRows(db);
    const lines = (await readFile(join(shop.copies, done.copy[1]?.name ?? ""), "utf8")).trimEnd().split("\n");
    const copied = new Map<string, number>();
    for (const line of lines) {
      const { table, row } = JSON.parse(line) as { table: string; row: unknown };
      const key = `${table} ${canonical(row)}`;
      copied.set(key, (copied.get(key) ?? 0) + 1);
    }
    // The gift card stands; its sale ends, and with it what the search reads of it.
    const gone = [...before].filter(([key]) => !after.has(key) && !/^search_\w+ \["giftcard"\]$/.test(key));
    expect(gone.length).toBeGreaterThan(3000);
    const missing = gone.filter(([key, row]) => !copied.has(`${key.split(" ", 1)[0]} ${canonical(row)}`));
    expect(missing.map(([key]) => key)).toEqual([]);
    const content = await readFile(join(shop.copies, done.copy[0]?.name ?? ""), "utf8");
    expect(content).toContain('"table" : "products"');
  });

  test("each level equals the sum of its movements, and includes the pieces that test orders took", async () => {
    expect(await leftOf(shop, [...tee])).toBe(levels[0]);
    expect(await leftOf(shop, ["Boot Socks", socks?.size ?? "", socks?.color ?? ""])).toBe(socks?.stock);
    expect(await stockDrift(db)).toEqual([]);
    expect(await strayReservations(db)).toEqual([]);
    const references = await db.selectDistinct({ reference: stockMovements.reference }).from(stockMovements);
    expect(references.filter(({ reference }) => numbers.includes(reference))).toEqual([]);
  });

  test("numbers of cleared orders are not used again", async () => {
    const used = new Set((await db.select().from(usedNumbers)).map(({ number }) => number));
    for (const number of numbers) expect(used).toContain(number);
    const [old = ""] = numbers;
    const money = { orderValue: cents(0), discount: cents(0), deliveryFee: cents(0), tax: cents(0), total: cents(0) };
    const person = { email: "a@b.example", name: "A", phone: "1", address: "1", city: "C", postalCode: "81201" };
    const written = await db
      .insert(orders)
      .values({ number: old, state: "awaiting-payment", ...person, ...money })
      .onConflictDoNothing()
      .returning();
    expect(written).toEqual([]);
  });

  test("a new order is a test order again, and can be cleared again", async () => {
    const number = await bought([[...tee, 1]]);
    const [stored] = await db.select().from(orderFacts).where(eq(orderFacts.number, number));
    expect(stored?.kind).toBe("test");
    // A film that the merchant added after the demo was cleared.
    await db.execute(
      sql`insert into videos (id, file_name, file_path, position) values ('own', 'own.mp4', '/media/own.mp4', 1)`,
    );
    const again = await startForReal(shop, owner, sent(shop));
    expect(again.counts).toMatchObject({ goods: 0, tests: 1, samples: 0, films: 0 });
    expect((await db.execute(sql`select id from videos`)).rows).toEqual([{ id: "own" }]);
    await expect(startForReal(shop, owner, sent(shop))).rejects.toMatchObject({ code: "start-nothing" });
    expect(await copiesOf(shop.copies)).toHaveLength(4);
  });
});

/** Text of a row for comparison, independent of the order of its columns. */
const canonical = (row: unknown): string =>
  JSON.stringify(Object.entries(row as Record<string, unknown>).toSorted(([a], [b]) => (a < b ? -1 : 1)));

describe("Start for real is refused", async () => {
  const { shop, db, bought } = await openBoughtOrders();

  test("to everybody but an owner with a recent factor, without the shop's name, and if payments are real", async () => {
    await expect(startForReal(shop, memberAs("manager"), sent(shop))).rejects.toMatchObject({ code: "right-missing" });
    const { confirmedAt: _, ...unconfirmed } = owner;
    await expect(startForReal(shop, unconfirmed, sent(shop))).rejects.toMatchObject({ code: "factor-missing" });
    const named = { ...sent(shop), shopName: "Other" };
    await expect(startForReal(shop, owner, named)).rejects.toMatchObject({ fields: { shopName: expect.any(String) } });
    for (const live of [
      { ...shop, mode: "live" as const },
      { ...shop, payments: { ...shop.payments, isLive: true } },
    ])
      await expect(startForReal(live, owner, sent(shop))).rejects.toMatchObject({ code: "start-live" });
    expect(await copiesOf(shop.copies)).toEqual([]);
  });

  test("if the copy cannot be written, and nothing is cleared", async () => {
    await bought();
    const file = join(shop.copies, "..", `no-folder-${randomUUID()}`);
    await writeFile(file, "");
    const before = await allRows(db);
    await expect(startForReal({ ...shop, copies: file }, owner, sent(shop))).rejects.toMatchObject({
      code: "copy-not-written",
    });
    expect([...(await allRows(db)).keys()]).toEqual([...before.keys()]);
  });

  test("with the number of a real order if there is one, also by the database's own function", async () => {
    const [older, number] = [await bought(), await bought()];
    await db.update(payments).set({ live: true }).where(eq(payments.orderNumber, number));
    expect(await startPreview(shop)).toMatchObject({ hindrance: { kind: "order", number } });
    await expect(startForReal(shop, owner, sent(shop))).rejects.toMatchObject({
      code: "start-has-orders",
      details: { orderNumber: number },
    });
    await expect(db.execute(sql`select start_for_real()`)).rejects.toMatchObject({
      cause: { message: `the order ${number} is real` },
    });
    expect(await db.$count(orders, eq(orders.number, older))).toBe(1);
    expect(await copiesOf(shop.copies)).toEqual([]);
  });
});

describe("simultaneous requests to start for real", async () => {
  const shop = await openTestShop();

  test("clear once: a repeated form gets the same result, and another owner is told that nothing is left", async () => {
    const [one, other] = [sent(shop), sent(shop)];
    const outcomes = await Promise.allSettled([
      startForReal(shop, owner, one),
      startForReal(shop, owner, one),
      startForReal(shop, memberAs("owner", "Lee"), other),
    ]);
    const acts = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value.act] : []));
    expect(new Set(acts).size).toBe(1);
    const told = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" ? [(outcome.reason as { code: string }).code] : [],
    );
    expect(new Set(told)).toEqual(new Set(["start-nothing"]));
    expect(acts.length + told.length).toBe(3);
    const rows = await shop.db.select().from(audit).where(eq(audit.kind, "start-for-real"));
    expect(new Set(rows.map(({ submission }) => submission)).size).toBe(1);
    expect(await copiesOf(shop.copies)).toHaveLength(2);
  });
});
