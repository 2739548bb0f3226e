import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { openBoughtOrders, type Picks } from "~/testing/bought-orders.server";
import { collectIn, collectNowhere } from "~/testing/collected-tax.server";
import { made, variantId, wishFor } from "~/testing/made-orders.server";
import { textOf } from "~/testing/html";
import { memberAs } from "~/testing/members.server";
import { testApp } from "~/testing/test-app.server";
import { testPages } from "~/testing/test-pages.server";
import { openOtherProcess } from "~/testing/followed-shop.server";
import { changeOffer, closeOffers, openOffer } from "~/testing/offers.server";
import { cards, draftRequestFor, jo, lineOf, payWith } from "~/testing/riders.server";
import { HOUR } from "~/platform/durations";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { returnToStock } from "~/shop/catalog/stock/reservations.server";
import { discountCodes, discountUses } from "~/shop/discounts/discounts.tables";
import { type Cents, cents, centsOfDollars, formatCents, sum } from "~/shop/money";
import type { OfferRule } from "~/shop/offers/offer";
import { Refusal } from "~/shop/refusal";
import { api } from "~/server/api";
import { makeChange, previewOfChange } from "./changes/make-change.server";
import type { DraftRequest } from "./drafting/draft-request.server";
import { draftOrder } from "./drafting/draft-order.server";
import { exportOrderLines } from "./list/export-order-lines.server";
import { exportOrders } from "./list/export-orders.server";
import { everyOrder } from "./list/order-filter";
import { orderOffers } from "./order-offers.tables";
import { paymentsOf } from "~/shop/payments/order-payments.server";
import { refundsOf } from "~/shop/payments/refunds.server";
import { linesToSettle } from "~/shop/returns/lines-to-settle.server";
import { receiveReturn } from "~/shop/returns/receive-return.server";
import { sendInstructions } from "~/shop/returns/return-letters.server";
import { returnByNumber, startReturn } from "~/shop/returns/returns.server";
import { settleReturn } from "~/shop/returns/settle-return.server";
import { arrivedAsAnnounced, usualSettlement } from "~/shop/returns/settlement";
import { orderDetail } from "~/back-office/orders/order-detail.server";
import { refundedOrder, typedRefund } from "~/back-office/orders/order-refund.server";
import { lostForm } from "~/back-office/orders/order-lost.server";
import { changedOfferWords } from "~/shop/checkout/changed-offers";
import { offersIn } from "~/shop/checkout/quote";
import { sendConfirmation } from "./letters/order-letters.server";
import { loseParcel } from "./parcels/lose-parcel.server";
import { loseAsMember } from "./parcels/lost-acts.server";
import { undecidedPieces } from "./parcels/lost-pieces.server";
import { parcelsOf } from "./parcels/parcels.server";
import { shipParcel } from "./parcels/ship-parcel.server";
import { orderByNumber } from "./orders.server";
import { orderLines } from "./orders.tables";
import { offersOfBag } from "./quoting/offers-of-bag.server";
import { quoteOrder } from "./quoting/quote-order.server";
import { executeRefund } from "./refunds/execute-refund.server";
import { NOTHING_PAID } from "./refunds/computed-refund";
import { refundLines } from "./refunds/refund-lines.server";
import { settleOrder } from "./settling/settle-order.server";

const { shop, db, seen } = await openBoughtOrders();
const processes = [shop, await openOtherProcess(shop)];
const { pages, acceptsForms } = testPages();
const app = testApp(shop, { pages, acceptsForms });
afterEach(() => closeOffers(shop));
afterEach(() => collectNowhere(shop));

const ASH: Picks[number] = ["Sprocket Tee", "M", "Ash"];
const LARGE: Picks[number] = ["Sprocket Tee", "L", "Ash"];
const GLOVES: Picks[number] = ["Gauntlet Leather Gloves", "M", "Black"];
const HOODIE: Picks[number] = ["Longhaul Hoodie", "M", "Black"];
const many = (pick: Picks[number], quantity: number): Picks[number] => [pick[0], pick[1], pick[2], quantity];

const largeTee = await lineOf(shop, LARGE);
const [tee, gloves, hoodie] = [await lineOf(shop, ASH), await lineOf(shop, GLOVES), await lineOf(shop, HOODIE)];
const hoodieId = await variantId(shop, ["Longhaul Hoodie", "M", "Black"]);
const stocked = [
  await variantId(shop, ["Sprocket Tee", "L", "Ash"]),
  await variantId(shop, ["Gauntlet Leather Gloves", "M", "Black"]),
  hoodieId,
].map((id) => ({ variantId: id, quantity: 2_000 }));
await db.transaction((tx) => returnToStock(tx, stocked, "tests", { kind: "system" }));

const thirdAtHalf: OfferRule = { kind: "buy-get", buy: 2, get: 1, percent: 50, gets: null, times: null };
const percentOff = (percent: number, pieces = 1): OfferRule => ({
  kind: "off-from-pieces",
  pieces,
  off: { by: "percent", percent },
});
const tenthOff = (pieces = 1): OfferRule => percentOff(10, pieces);
const presentFrom = (from: number): OfferRule => ({
  kind: "present",
  from: cents(from),
  productId: hoodie.product,
  variantId: hoodieId,
  called: "Hoodie",
});

/** A request as the browser makes it: it asks for the offers on its bag, and for the total. */
async function wishOf(picks: Picks, more: Partial<DraftRequest> = {}): Promise<DraftRequest> {
  const { items, ...wish } = await draftRequestFor(shop, picks);
  const found = await offersOfBag(shop, items, new Date());
  const presents = found?.lines.filter(({ isPresent }) => isPresent) ?? [];
  const all = [...items, ...presents.map((line) => ({ ...line, present: true }))];
  const address = { postalCode: jo.postalCode };
  const { summary } = await quoteOrder(shop, { items: all, address, ...more } as never, new Date());
  return { ...wish, items: all, amount: summary.total, ...more };
}

async function buy(picks: Picks, more: Partial<DraftRequest> = {}): Promise<string> {
  const { id, clientSecret } = await draftOrder(shop, await wishOf(picks, more));
  await payWith(shop, cards.good, clientSecret);
  return (await settleOrder(shop, id)).number;
}

const orderOf = async (number: string) => {
  const order = await orderByNumber(db, number);
  if (!order) throw new Error("no order");
  return order;
};
const sharesOf = async (number: string): Promise<Cents[]> =>
  (await orderOf(number)).lines.map(({ discountShare }) => discountShare);
const whyNot = (doing: Promise<unknown>) =>
  doing.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? [error.code, error.message] : String(error)),
  );
const codeOf = async (values: Partial<typeof discountCodes.$inferInsert>): Promise<string> => {
  const code = `OFFER${randomUUID().slice(0, 6).toUpperCase()}`;
  await db.insert(discountCodes).values({ code, kind: "percent", percent: 10, ...values });
  return code;
};

describe("an order under an offer [B-131]", () => {
  test("has its amount in the total, in the shares of its lines, and beside them which offer gave how much", async () => {
    const id = await openOffer(shop, thirdAtHalf);
    const number = await buy([many(ASH, 2), GLOVES]);
    const off = cents(Math.round(Math.min(tee.price, gloves.price) / 2));
    const order = await orderOf(number);
    expect(order.summary.discount).toBe(off);
    expect(order.offers).toEqual([{ sentence: "Buy 2, the third at half", amount: off }]);
    expect(sum(await sharesOf(number))).toBe(off);
    const rows = await db
      .select()
      .from(orderOffers)
      .where(eq(orderOffers.orderNumber, number))
      .orderBy(asc(orderOffers.position));
    expect(rows.map(({ offerId, position, amount }) => [offerId, position, amount])).toEqual([
      [id, 0, (await sharesOf(number))[0]],
      [id, 1, (await sharesOf(number))[1]],
    ]);
  });

  test("is quoted with the same sum by the bag, the quote and the draft, and a claim without the offer is told so", async () => {
    await openOffer(shop, tenthOff());
    const picks = [many(ASH, 3)];
    const wish = await wishOf(picks);
    const plain = (await draftRequestFor(shop, picks)).amount;
    expect(wish.amount).toBeLessThan(plain);
    expect(await whyNot(draftOrder(shop, { ...wish, amount: plain }))).toEqual([
      "prices-changed",
      "What offers take off has changed since you filled your bag.",
    ]);
    expect(await whyNot(draftOrder(shop, wish))).toBe("done");
  });

  test("a changed total names what offers take off now, by which the page says what ended, came, or takes another amount", async () => {
    const tenth = await openOffer(shop, tenthOff());
    const gift = await openOffer(shop, presentFrom(1));
    const wish = await wishOf([many(ASH, 3)]);
    const told = (await offersOfBag(shop, wish.items.slice(0, 1), new Date()))?.applied.given ?? [];
    await changeOffer(shop, tenth, { rule: percentOff(20) });
    await changeOffer(shop, gift, { endsAt: new Date() });
    const refused = await draftOrder(shop, wish).catch((error: unknown) => error);
    if (!(refused instanceof Refusal) || refused.code !== "prices-changed" || !refused.details)
      throw new Error("The draft was not refused.");
    const { offers, summary } = refused.details;
    const now = 3 * tee.price * 0.2;
    expect(offers).toEqual({ given: [{ sentence: "20% off from 1 piece", amount: now / 100 }] });
    expect(summary.discount).toBe(now / 100);
    expect(changedOfferWords(told, offersIn({ offers }).given)).toEqual([
      `"10% off from 1 piece" no longer takes off ${formatCents(cents(now / 2))}.`,
      expect.stringMatching(/^"Hoodie free from \$[\d.]+" no longer holds\.$/),
      `"20% off from 1 piece" now takes off ${formatCents(cents(now))}.`,
    ]);
  });

  test("asked for the same again, gets the same payment", async () => {
    await openOffer(shop, tenthOff());
    const wish = await wishOf([ASH], { draftKey: randomUUID().replaceAll("-", "") });
    expect((await draftOrder(shop, wish)).id).toBe((await draftOrder(shop, wish)).id);
  });

  test("an offer that ends at its second takes nothing from then on; what was quoted before is said to have changed [B-132]", async () => {
    const end = new Date(Date.now() + HOUR);
    const begin = new Date(end.getTime() - 10_000);
    await openOffer(shop, tenthOff(), { startsAt: begin, endsAt: end });
    const { items } = await draftRequestFor(shop, [ASH]);
    const at = async (moment: Date) => (await offersOfBag(shop, items, moment))?.applied.given.length ?? 0;
    const around = (moment: Date) => [-1, 0].map((before) => new Date(moment.getTime() + before));
    expect(await Promise.all([...around(begin), ...around(end)].map(at))).toEqual([0, 1, 1, 0]);
    const request = { items, address: { postalCode: jo.postalCode } } as never;
    const { summary } = await quoteOrder(shop, request, begin);
    const wish = { ...(await draftRequestFor(shop, [ASH])), amount: summary.total };
    expect(await whyNot(draftOrder(shop, wish, end))).toEqual([
      "prices-changed",
      "What offers take off has changed since you filled your bag.",
    ]);
  });

  test(
    "is paid by each of 200 riders as he agreed, or he is told first, while it is edited, ends and is deleted at another process [B-132]",
    { timeout: 300_000 },
    async () => {
      let [id, turn] = ["", 0];
      const acts = [
        async () => void (id = await openOffer(shop, tenthOff())),
        () => changeOffer(shop, id, { rule: percentOff(20) }),
        () => changeOffer(shop, id, { endsAt: new Date() }),
        () => changeOffer(shop, id, { endsAt: null, rule: percentOff(30) }),
        () => closeOffers(shop),
      ];
      const act = async () => acts[turn++ % acts.length]?.();
      let refused = 0;

      /** Asks for the total, agrees on each one that is told instead, and pays it. */
      const pays = async (rider: number) => {
        const at = processes[rider % 2] ?? shop;
        const by = processes[Math.floor(rider / 2) % 2] ?? shop;
        const items = [{ ...largeTee, quantity: 1 + (rider % 3) }];
        const request = { items, address: { postalCode: jo.postalCode } } as never;
        let agreed = (await quoteOrder(at, request, new Date())).summary.total;
        const customer = { ...jo, email: `rider-${rider}@example.com` };
        const draft = async (): Promise<{ id: string; clientSecret: string }> => {
          try {
            return await draftOrder(by, { items, customer, method: "Credit Card", amount: agreed });
          } catch (error) {
            if (!(error instanceof Refusal) || error.code !== "prices-changed" || !error.details) throw error;
            agreed = centsOfDollars(error.details.summary.total);
            refused += 1;
            return draft();
          }
        };
        if (rider % 10 === 0) await act();
        const { id: payment, clientSecret } = await draft();
        if (rider % 10 === 5) await act();
        await payWith(at, cards.good, clientSecret);
        // The gateway's notice and the browser arrive at once, each at a process.
        const [{ number }] = await Promise.all([settleOrder(at, payment), settleOrder(by, payment)]);
        return { rider, agreed, number };
      };

      const waiting = Array.from({ length: 200 }, (_, rider) => rider);
      const paid: Awaited<ReturnType<typeof pays>>[] = [];
      const counter = async () => {
        for (let rider = waiting.shift(); rider !== undefined; rider = waiting.shift()) paid.push(await pays(rider));
      };
      await Promise.all(Array.from({ length: 8 }, counter));

      const orders = await Promise.all(paid.map(({ number }) => orderOf(number)));
      expect(new Set(paid.map(({ number }) => number)).size).toBe(200);
      expect(orders.map(({ summary }) => summary.total)).toEqual(paid.map(({ agreed }) => agreed));
      const captured = await Promise.all(paid.map(({ number }) => paymentsOf(db, number)));
      expect(captured.map((of) => [of?.first.amount, of?.first.state])).toEqual(
        paid.map(({ agreed }) => [agreed, "received"]),
      );
      for (const { summary, lines, offers = [] } of orders) {
        expect(sum(lines.map(({ discountShare }) => discountShare))).toBe(summary.discount);
        expect(sum(offers.map(({ amount }) => amount))).toBe(summary.discount);
      }
      expect(refused).toBeGreaterThan(0);
      expect(new Set(orders.map(({ summary }) => summary.discount / summary.orderValue)).size).toBeGreaterThan(2);
    },
  );

  test("is sent by an API without items too, at the total that the quote says", async () => {
    await openOffer(shop, tenthOff());
    const { items } = await draftRequestFor(shop, [ASH]);
    const calls = api(shop);
    const post = async (path: string, body: object) => {
      const headers = { "content-type": "application/json" };
      const answer = await calls.request(path, { method: "POST", headers, body: JSON.stringify(body) });
      return (await answer.json()) as Record<string, never>;
    };
    const asked = items.map(({ product, size, color, quantity }) => ({ product, size, color, quantity }));
    const quote = await post("/pay/quote", { items: asked, address: { postalCode: jo.postalCode } });
    const off = Math.round(tee.price / 10) / 100;
    expect(quote.offers).toMatchObject({ given: [{ sentence: "10% off from 1 piece", amount: off, shares: [off] }] });
    const bag = await post("/pay/offers", { items: asked });
    expect(bag).toMatchObject({ given: [{ amount: off, shares: [off] }], missing: [], soldOut: [] });
    await closeOffers(shop);
    expect((await post("/pay/quote", { items: asked, address: { postalCode: jo.postalCode } })).offers).toEqual({
      given: [],
      missing: [],
    });
    expect(await post("/pay/offers", { items: asked })).toEqual({ given: [], missing: [], lines: [], soldOut: [] });
  });

  test("is in the file of orders by the sentence of its offer, and the file has no such column without one", async () => {
    const fileOf = async () => new Response(await exportOrders(shop, memberAs("owner", "Olga"), everyOrder)).text();
    await openOffer(shop, tenthOff());
    const number = await buy([ASH]);
    const row = (await fileOf()).split("\n").find((line) => line.includes(number));
    expect(row).toContain(`10% off from 1 piece: ${(Math.round(tee.price / 10) / 100).toFixed(2)}`);
  });
});

describe("a code beside offers", () => {
  test("takes its part of what the offers left", async () => {
    await openOffer(shop, tenthOff());
    const code = await codeOf({ percent: 50 });
    const { summary, offers } = await orderOf(await buy([many(ASH, 2)], { discountCode: code }));
    const value = 2 * tee.price;
    const byOffer = Math.round(value / 10);
    expect(offers).toEqual([{ sentence: "10% off from 1 piece", amount: byOffer }]);
    expect(summary.discount).toBe(byOffer + Math.round((value - byOffer) / 2));
  });

  test.each([
    ["gives more", 11, true],
    ["gives the same", 10, false],
    ["gives less", 9, false],
  ])("one that %s counts alone, or not at all, beside an offer that takes no code", async (_, percent, isByCode) => {
    await openOffer(shop, tenthOff(), { isWithoutCodes: true });
    const code = await codeOf({ percent });
    const number = await buy([many(ASH, 2)], { discountCode: code });
    const order = await orderOf(number);
    expect(order.discountCode).toBe(isByCode ? code : null);
    expect(order.offers === undefined).toBe(isByCode);
    expect(order.summary.discount).toBe(Math.round((2 * tee.price * (isByCode ? percent : 10)) / 100));
    expect(await db.$count(discountUses, eq(discountUses.orderNumber, number))).toBe(isByCode ? 1 : 0);
  });

  test("one that is left out is not used up, and the same request gets the same payment", async () => {
    await openOffer(shop, tenthOff(), { isWithoutCodes: true });
    const code = await codeOf({ percent: 5, mostUses: 1 });
    const wish = await wishOf([ASH], { discountCode: code, draftKey: randomUUID().replaceAll("-", "") });
    expect((await draftOrder(shop, wish)).id).toBe((await draftOrder(shop, wish)).id);
    expect(await db.$count(discountUses, eq(discountUses.code, code))).toBe(0);
  });
});

describe("a present [B-133]", () => {
  test("comes at no price, is no part of a threshold, and goes back for nothing", async () => {
    const { freeDeliveryFrom } = shop.settings() as unknown as { freeDeliveryFrom: number };
    await openOffer(shop, presentFrom(tee.price));
    const quantity = Math.floor((freeDeliveryFrom - 1) / tee.price);
    const plain = (await draftRequestFor(shop, [many(ASH, quantity)])).amount;
    const number = await buy([many(ASH, quantity)]);
    const order = await orderOf(number);
    expect(order.summary.total).toBe(plain);
    expect(order.lines.map(({ name, discountShare }) => [name, discountShare])).toEqual([
      ["Sprocket Tee", 0],
      ["Longhaul Hoodie", hoodie.price],
    ]);
    expect(order.offers).toEqual([
      { sentence: expect.stringContaining("Hoodie free") as string, amount: hoodie.price, ofPresents: hoodie.price },
    ]);
    const refund = await refundLines(shop, await seen(number), {
      lines: [
        { position: 0, quantity: 1 },
        { position: 1, quantity: 1 },
      ],
      cause: randomUUID(),
      restock: true,
    });
    expect(refund.amount).toBe(tee.price);
  });

  test("leaves a quote for a code that gives more than offers which take no code, and is not charged", async () => {
    await openOffer(shop, presentFrom(1), { isWithoutCodes: true });
    const quantity = Math.ceil((2 * hoodie.price) / tee.price);
    const wish = await wishOf([many(ASH, quantity)]);
    const quoted = async (more: object) => {
      const request = { items: wish.items, address: { postalCode: jo.postalCode }, ...more } as never;
      const { lines, summary } = await quoteOrder(shop, request, new Date());
      return [lines.map(({ name }) => name), summary.discount];
    };
    const [less, more] = [await codeOf({ percent: 5 }), await codeOf({ percent: 90 })];
    expect(await quoted({ discountCode: less })).toEqual([["Sprocket Tee", "Longhaul Hoodie"], hoodie.price]);
    const byCode = Math.round(quantity * tee.price * 0.9);
    expect(await quoted({ discountCode: more })).toEqual([["Sprocket Tee"], byCode]);
    expect((await orderOf(await buy([many(ASH, quantity)], { discountCode: less }))).lines).toHaveLength(2);
    await closeOffers(shop);
    expect(await quoted({})).toEqual([["Sprocket Tee"], 0]);
  });

  test("does not come with an order that has as many lines as an order may have, which is said", async () => {
    await openOffer(shop, presentFrom(1));
    const { items } = await draftRequestFor(shop, [ASH]);
    const told = async (lines: number) => {
      const found = await offersOfBag(shop, Array.from({ length: lines }).fill(items[0]) as typeof items, new Date());
      return [found?.lines.length, found?.soldOut];
    };
    expect(await told(49)).toEqual([50, []]);
    expect(await told(50)).toEqual([
      50,
      ["Hoodie finds no place among the 50 lines of an order, and does not come with this order."],
    ]);
  });

  test("does not reach the least value of a code", async () => {
    await openOffer(shop, presentFrom(1));
    const code = await codeOf({ minimum: cents(tee.price + 1) });
    expect(await whyNot(wishOf([ASH], { discountCode: code }))).toContain("code-minimum");
    const other = await codeOf({ minimum: tee.price });
    expect(await whyNot(wishOf([ASH], { discountCode: other }))).toBe("done");
  });

  test("is not taxed, and the goods beside it are taxed as without it", async () => {
    await collectIn(shop, "AZ", { stateRate: 50_000, delivery: "not" });
    const without = await orderOf(await buy([ASH]));
    await openOffer(shop, presentFrom(1));
    const order = await orderOf(await buy([ASH]));
    expect([order.lines.length, order.summary.tax]).toEqual([2, without.summary.tax]);
    expect(without.summary.tax).toBeGreaterThan(0);
  });

  test("without its condition costs its price, so that a bag which kept it is told the total without it", async () => {
    const id = await openOffer(shop, presentFrom(1));
    const wish = await wishOf([ASH]);
    expect(wish.items).toHaveLength(2);
    await changeOffer(shop, id, { endsAt: new Date() });
    const refused = await draftOrder(shop, wish).catch((error: unknown) => error);
    if (!(refused instanceof Refusal) || refused.code !== "prices-changed" || !refused.details)
      throw new Error("The draft was not refused.");
    const { lines, summary } = refused.details;
    expect([lines.map(({ product }) => product), centsOfDollars(summary.total)]).toEqual([[tee.product], wish.amount]);
    expect(await whyNot(draftOrder(shop, { ...wish, items: wish.items.slice(0, 1) }))).toBe("done");
    expect((await wishOf([ASH])).items).toHaveLength(1);
  });

  test("is called Present and costs nothing on the order's page, in letters, for members, in files and in the API [B-131]", async () => {
    await openOffer(shop, presentFrom(1));
    const wish = await wishOf([ASH]);
    const request = { items: wish.items, address: { postalCode: jo.postalCode } };
    const quote = await app.fetch(
      new Request(`${shop.address}/api/pay/quote`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...request, items: wish.items.map(({ price: _, giftCard: __, ...item }) => item) }),
      }),
    );
    expect(
      ((await quote.json()) as { lines: { present?: true }[] }).lines.map(({ present = false }) => present),
    ).toEqual([false, true]);

    const number = await buy([ASH]);
    const whole = formatCents(hoodie.price);
    const page = await app.fetch(
      new Request(`${shop.address}/order-status`, {
        method: "POST",
        body: new URLSearchParams({ order: number, email: jo.email }),
        headers: { origin: shop.address },
      }),
    );
    expect(textOf(await page.text())).toContain(`Quantity Present$0.00${whole}Total $0.00`);
    await sendConfirmation(shop, number);
    const text = shop.letters.find(({ key }) => key === `order-confirmed-${number}`)?.text ?? "";
    expect(text).toMatch(/Longhaul Hoodie[^$]*Present[^$]*\$0\.00/);
    expect(text.replaceAll(`-${whole}`, "")).not.toContain(whole);
    const olga = memberAs("owner", "Olga");
    const detail = await orderDetail(shop, olga, number, new Date());
    expect(detail?.lines[1]).toMatchObject({ choice: expect.stringContaining("Present") as string, sum: "$0.00" });
    const file = await new Response(await exportOrderLines(shop, olga, everyOrder)).text();
    const rows = file.split("\r\n");
    expect(rows[0]).toMatch(/,Sum,Present$/);
    const own = rows.filter((row) => row.includes(number) && row.includes(",line,"));
    expect(own.map((row) => row.split(",").at(-1))).toEqual(["", "yes"]);
  });

  test("of several pieces is refused at its quantity, by quote and draft", async () => {
    await openOffer(shop, presentFrom(1));
    const wish = await wishOf([ASH]);
    const items = wish.items.map((item) => ({ ...item, quantity: item.present ? 2 : 1 }));
    const request = { items, address: { postalCode: jo.postalCode } } as never;
    for (const ask of [() => quoteOrder(shop, request, new Date()), () => draftOrder(shop, { ...wish, items })]) {
      const error = await ask().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        code: "input-invalid",
        fields: { "items.1.quantity": "A present is one piece." },
      });
    }
  });

  test("refunded alone is said to have cost nothing; returned alone it brings nothing back, and its return is settled", async () => {
    await openOffer(shop, presentFrom(1));
    const number = await buy([ASH]);
    const lines = [{ position: 1, quantity: 1 }];
    const refund = refundLines(shop, await seen(number), { lines, cause: randomUUID(), restock: true });
    expect(await whyNot(refund)).toEqual(["more-than-left", NOTHING_PAID]);
    const found = await refundedOrder(shop, memberAs("owner", "Olga"), number);
    const typed = { "pieces-1": "1", reason: "Changed their mind" };
    expect(found && typedRefund(typed, found)).toMatchObject({ errors: {}, message: NOTHING_PAID });

    await shipParcel(shop, await seen(number), { carrier: "UPS", trackingNumber: "1Z999" });
    const back = await startReturn(
      shop,
      { order: number, email: jo.email, round: "0", values: { "quantity-1": "1", "reason-1": "too-small" } },
      { now: new Date(), settings: shop.settings() },
    );
    await sendInstructions(shop, back);
    expect(shop.letters.find(({ key }) => key === `return-started ${back}`)?.text).toContain(
      "No money goes back for it.",
    );
    const staff = { kind: "staff", name: "Lee" } as const;
    const versionOf = async () => (await returnByNumber(db, back))?.row.version ?? 0;
    const sent = (await returnByNumber(db, back))?.lines ?? [];
    await receiveReturn(shop, { number: back, version: await versionOf(), actor: staff }, arrivedAsAnnounced(sent));
    const step = { number: back, version: await versionOf(), orderVersion: (await seen(number)).version, actor: staff };
    await settleReturn(shop, step, usualSettlement(await linesToSettle(db, back)));
    expect((await returnByNumber(db, back))?.row.state).toBe("settled");
    expect(await refundsOf(db, number)).toEqual([]);
  });

  test("lost on its way it is sent again, or given up without a refund, which the shopper and the members read", async () => {
    await openOffer(shop, presentFrom(1));
    const number = await buy([ASH]);
    const parcel = { carrier: "UPS", trackingNumber: "1Z998", lines: [{ position: 1, quantity: 1 }] };
    await shipParcel(shop, await seen(number), parcel);
    const [{ id: parcelId } = { id: 0 }] = await parcelsOf(db, number);
    await loseParcel(shop, await seen(number), parcelId);
    const olga = memberAs("owner", "Olga");
    expect((await lostForm(shop, olga, number, parcelId))?.lines[0]?.each).toBe("nothing was paid for it");
    const given = { submission: randomUUID(), number, version: (await seen(number)).version };
    const refund = [{ position: 1, quantity: 1 }];
    expect(await whyNot(loseAsMember(shop, olga, given, { parcelId, again: [], refund }))).toBe("done");
    expect(await refundsOf(db, number)).toEqual([]);
    expect(await undecidedPieces(db, number)).toEqual([]);
    const detail = await orderDetail(shop, olga, number, new Date());
    expect(JSON.stringify(detail?.history)).toContain("Nothing was paid for it.");
    const page = await app.fetch(
      new Request(`${shop.address}/order-status`, {
        method: "POST",
        body: new URLSearchParams({ order: number, email: jo.email }),
        headers: { origin: shop.address },
      }),
    );
    const text = textOf(await page.text());
    expect(text).toContain("was lost on its way. It was a present, so no money goes back for it.");
    expect(text).not.toMatch(/We will write to you|Its money goes back/);
  });

  test("sold out, in the bag's own lines, or archived it is said, and the order goes on without it", async () => {
    const set = (stock: number) => db.update(variants).set({ stock }).where(eq(variants.id, hoodieId));
    const [before] = await db.select().from(variants).where(eq(variants.id, hoodieId));
    await openOffer(shop, presentFrom(1));
    const told = async (picks: Picks) => {
      const { items } = await draftRequestFor(shop, picks);
      const found = await offersOfBag(shop, items, new Date());
      return { presents: found?.lines.filter(({ isPresent }) => isPresent).length, soldOut: found?.soldOut };
    };
    const soldOut = ["Hoodie is sold out, so it does not come with this order."];
    try {
      await set(1);
      expect(await told([ASH])).toEqual({ presents: 1, soldOut: [] });
      expect(await told([ASH, HOODIE])).toEqual({ presents: 0, soldOut });
      const wish = await wishOf([ASH]);
      await set(0);
      expect(await told([ASH])).toEqual({ presents: 0, soldOut });
      expect(await whyNot(draftOrder(shop, wish))).toContain("sold-out");
      expect(await whyNot(buy([ASH]))).toBe("done");
      await set(1);
      await db.update(products).set({ publishedStatus: "archived" }).where(eq(products.id, hoodie.product));
      expect(await told([ASH])).toEqual({ presents: 0, soldOut });
    } finally {
      await db.update(products).set({ publishedStatus: "published" }).where(eq(products.id, hoodie.product));
      await set(before?.stock ?? 100);
    }
  });
});

describe("a changed order", () => {
  const swap = async (number: string, position: number, pick: Picks[number], quantity = 1) => {
    const { product, size, color } = await lineOf(shop, pick);
    const wanted = { goes: [{ position, quantity }], comes: [{ product, size, color, quantity, replaces: position }] };
    const { difference } = await previewOfChange(shop, number, wanted);
    await makeChange(shop, await seen(number), { ...wanted, difference });
    return difference;
  };

  test("a swap within the product keeps the share, also a second time, and says which offer gave it", async () => {
    await openOffer(shop, tenthOff());
    const number = await buy([many(ASH, 2)]);
    await closeOffers(shop);
    const before = await orderOf(number);
    expect(await swap(number, 0, LARGE)).toBe(0);
    expect((await orderOf(number)).offers).toEqual(before.offers);
    expect(await swap(number, 1, ASH)).toBe(0);
    const after = await orderOf(number);
    expect(after.summary).toEqual(before.summary);
    expect(after.offers).toEqual(before.offers);
  });

  test("other goods in place of it have none of it, and lines that stay keep theirs", async () => {
    await openOffer(shop, tenthOff());
    const number = await buy([many(ASH, 2), GLOVES]);
    const [ofTees = 0] = await sharesOf(number);
    const ofGloves = (await sharesOf(number))[1] ?? 0;
    const wanted = {
      goes: [{ position: 1, quantity: 1 }],
      comes: [{ product: tee.product, size: "M", color: "Ash", quantity: 1, replaces: 1 }],
    };
    const { difference, sums } = await previewOfChange(shop, number, wanted);
    expect(sums.discount).toBe(ofTees);
    expect(difference).toBe(tee.price - (gloves.price - ofGloves));
  });

  test("goods that are added have no part of an offer that runs", async () => {
    await openOffer(shop, tenthOff());
    const number = await buy([ASH]);
    const comes = [{ product: tee.product, size: "M", color: "Ash", quantity: 1 }];
    expect((await previewOfChange(shop, number, { goes: [], comes })).difference).toBe(tee.price);
  });
});

test("returns of all pieces, in any order and portion, give back exactly what was paid for them [B-131]", async () => {
  const code = await codeOf({ percent: 7 });
  const amountOff: OfferRule = {
    kind: "off-from-value",
    from: cents(1),
    off: { by: "amount", amount: cents(3_33) },
  };
  const rules = [thirdAtHalf, amountOff];
  const drawn = fc.record({
    rule: fc.constantFrom(...rules),
    tees: fc.integer({ min: 1, max: 4 }),
    pairs: fc.integer({ min: 0, max: 2 }),
    hasCode: fc.boolean(),
    hasPresent: fc.boolean(),
    draws: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(drawn, async ({ rule, tees, pairs, hasCode, hasPresent, draws }) => {
      await closeOffers(shop);
      await openOffer(shop, rule);
      if (hasPresent) await openOffer(shop, presentFrom(1));
      const picks = [many(ASH, tees), ...(pairs > 0 ? [many(GLOVES, pairs)] : [])];
      const number = await buy(picks, hasCode ? { discountCode: code } : {});
      const { lines, summary } = await orderOf(number);
      // Goods without a price go back beside others.
      const [paid, free] = [0, 1].map((isFree) =>
        lines.filter(({ price, quantity, discountShare }) => Number(discountShare === price * quantity) === isFree),
      );
      const presents = (free ?? []).map(({ position, quantity }) => ({ position, quantity }));
      const pieces = (paid ?? []).flatMap(({ position, quantity }) => Array.from({ length: quantity }, () => position));
      const order = pieces.map((position, at) => ({ position, key: draws[at] ?? 0 })).toSorted((a, b) => a.key - b.key);
      const back: number[] = [];
      for (const { position } of order) {
        const wanted = {
          lines: [{ position, quantity: 1 }, ...presents.splice(0)],
          cause: randomUUID(),
          restock: true,
        };
        const refund = await refundLines(shop, await seen(number), wanted);
        back.push(refund.amount);
        for (const id of refund.ids) await executeRefund(shop, id);
      }
      expect(back.reduce((all, amount) => all + amount, 0)).toBe(summary.total - summary.deliveryFee);
    }),
    { numRuns: 12 },
  );
});

test("an order that a member makes has the offers at the listed prices, before the member's own reduction", async () => {
  await openOffer(shop, tenthOff());
  const dana = memberAs("owner", "Dana");
  const wish = await wishFor(shop, 2);
  const [line] = wish.lines;
  if (!line) throw new Error("no line");
  const plain = await orderOf(await made(shop, dana, wish));
  const off = Math.round((2 * tee.price) / 10);
  expect([plain.summary.discount, plain.offers?.[0]?.amount]).toEqual([off, off]);
  const lowered = { ...wish, lines: [{ ...line, price: cents(10_00) }], reason: "A friend" };
  const reduced = await orderOf(await made(shop, dana, { ...lowered, customer: { ...jo, email: "f@example.com" } }));
  expect([reduced.summary.orderValue, reduced.summary.discount]).toEqual([20_00, off]);
  // A reduction below what the offer takes costs nothing, and never less than that.
  const rows = await db.select().from(orderLines).where(eq(orderLines.orderNumber, reduced.number));
  expect(rows.map(({ discountShare }) => discountShare)).toEqual([off]);
});
