import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { trialIn } from "../tax/trial.server";
import { save } from "~/shop/audit/save.server";
import { orderDraftOf } from "~/shop/bag/order-draft";
import { totalRows } from "~/shop/bag/total-rows";
import { feedItems } from "~/shop/catalog/feeds/feed-items";
import { productById } from "~/shop/catalog/catalog.server";
import { deliveryEverywhere, openDelivery, settingsFor } from "~/shop/delivery-terms.server";
import { cents } from "~/shop/money";
import { previewOfChange } from "~/shop/orders/changes/make-change.server";
import { draftOrder, requestAmount } from "~/shop/orders/drafting/draft-order.server";
import { orderByNumber } from "~/shop/orders/orders.server";
import { packOrder } from "~/shop/orders/parcels/pack-order.server";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { paperOrders } from "~/shop/orders/papers/paper-orders.server";
import { sendPayLink } from "~/shop/orders/letters/made-letters.server";
import { madeOrderAsk, requestMadePayment } from "~/shop/orders/made/pay-made-order.server";
import { quoteMadeOrder } from "~/shop/orders/made/quote-made-order.server";
import { orderDetail } from "./order-detail.server";
import { orderAddressRecord } from "~/shop/orders/order-records.server";
import { quoteOrder } from "~/shop/orders/quoting/quote-order.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import type { Settings } from "~/shop/settings";
import { openTerms } from "~/shop/tax/open-terms.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { officeAs, place } from "~/testing/back-office-as.server";
import { fieldsIn, formIn } from "~/testing/form-fields";
import { textOf } from "~/testing/html";
import { variantId, wishFor } from "~/testing/made-orders.server";
import { memberAs } from "~/testing/members.server";
import { cards, draftRequestFor, jo, payWith } from "~/testing/riders.server";
import { testMember } from "~/testing/sign-in.server";
import { zoneWith } from "~/testing/zones";

const opened = await openBoughtOrders();
const { db, tee, bought, rowOf, seen } = opened;
/** Delivery to Hawaii costs $9.99, to PO boxes $5.00; nothing goes to Alaska. Nothing but the settings is changed for it. */
const deliveryZones: Settings["deliveryZones"] = [
  zoneWith({ name: "Hawaii", states: ["HI"], price: 9_99 }),
  zoneWith({ name: "PO boxes", boxes: true, price: 5_00 }),
  zoneWith({ name: "Alaska", states: ["AK"], delivers: false, words: "Nothing leaves for Alaska." }),
];
const flat = opened.shop;
const shop = { ...flat, settings: () => ({ ...flat.settings(), deliveryZones }) };
const dana = await testMember(shop, "manager", "Dana");
const PICKS = [[...tee]] as Parameters<typeof draftRequestFor>[1];
const toHawaii = { ...jo, city: "Honolulu", postalCode: "96813" };
const toBox = { ...jo, address: "PO Box 12", city: "Denver", postalCode: "80202" };
const AT_HOME = { deliveryFee: 3_99, total: 39_99 };
const IN_HAWAII = { deliveryFee: 9_99, total: 45_99 };
const IN_BOX = { deliveryFee: 5_00, total: 41_00 };
const now = new Date();

/** Stores the same zones, for what reads the settings itself; returns the function that takes them out. */
async function storeZones() {
  const { settings } = await import("~/shop/settings.tables");
  await db.insert(settings).values({ name: "deliveryZones", value: deliveryZones, version: 1, changedAt: now });
  return async () => void (await db.delete(settings));
}

test("[B-114] a quote has the delivery fee of its address", async () => {
  const { items } = await draftRequestFor(shop, PICKS);
  const at = async (postalCode: string, street = "") =>
    (await quoteOrder(shop, { items, address: { postalCode, street } }, now)).summary;

  expect(await at("86001")).toMatchObject(AT_HOME);
  expect(await at("96813")).toMatchObject(IN_HAWAII);
  expect(await at("80202", "P.O. Box 7, Denver")).toMatchObject(IN_BOX);
});

test("a quote to a zone that is not delivered to is refused with its words, and to a place without a zone with those of today", async () => {
  const { items } = await draftRequestFor(shop, PICKS);
  const at = (services: typeof shop, postalCode: string, street = "") =>
    quoteOrder(services, { items, address: { postalCode, street } }, now);

  await expect(at(shop, "99501")).rejects.toMatchObject({
    code: "not-delivered-here",
    message: "Nothing leaves for Alaska.",
    fields: { "address.postalCode": "Nothing leaves for Alaska." },
  });
  const ELSEWHERE = { code: "input-invalid", fields: { "address.postalCode": expect.stringContaining("50 states") } };
  await expect(at(shop, "96910")).rejects.toMatchObject(ELSEWHERE);
  await expect(at(flat, "96910")).rejects.toMatchObject(ELSEWHERE);
  await expect(at(flat, "80202", "PO Box 7")).rejects.toMatchObject({
    code: "input-invalid",
    fields: { "address.street": expect.stringContaining("PO boxes") },
  });
});

test("a ZIP of Guam with a state beside it is refused at the state, with a zone and without", async () => {
  const { items } = await draftRequestFor(shop, PICKS);
  const toGuam = { ...flat.settings(), deliveryZones: [zoneWith({ states: ["GU"], price: 19_90 })] };
  const withZone = { ...flat, settings: () => toGuam };
  const at = (services: typeof shop, state: string) =>
    quoteOrder(services, { items, address: { postalCode: "96910", state } }, now);

  for (const services of [withZone, flat])
    await expect(at(services, "HI")).rejects.toMatchObject({ fields: { "address.state": "The ZIP 96910 is in GU." } });
  expect((await at(withZone, "GU")).summary).toMatchObject({ deliveryFee: 19_90, tax: 0 });
});

test.each([
  ["Hawaii", toHawaii, IN_HAWAII],
  ["a PO box", toBox, IN_BOX],
])(
  "a draft has the delivery fee of its address in %s, and the total without it is refused",
  async (_, customer, sums) => {
    const wish = await draftRequestFor(flat, PICKS, { customer });
    const amount = cents(39_99);
    await expect(draftOrder(shop, { ...wish, amount })).rejects.toMatchObject({
      code: "prices-changed",
      details: { summary: { deliveryFee: sums.deliveryFee / 100, total: sums.total / 100 } },
    });

    const { id, clientSecret } = await draftOrder(shop, { ...wish, amount: cents(sums.total) });
    await payWith(shop, cards.good, clientSecret);
    expect(await rowOf((await settleOrder(shop, id)).number)).toMatchObject(sums);
  },
);

test("an order to Guam has no sales tax, and its page says why", async () => {
  const guam = { ...flat.settings(), deliveryZones: [zoneWith({ states: ["GU"], price: 19_90 })] };
  const services = { ...flat, settings: () => guam };
  const customer = { ...jo, city: "Tamuning", postalCode: "96910" };
  const wish = await draftRequestFor(flat, PICKS, { customer });
  const { id, clientSecret } = await draftOrder(services, { ...wish, amount: cents(55_90) });
  await payWith(services, cards.good, clientSecret);
  const { number } = await settleOrder(services, id);

  expect(await rowOf(number)).toMatchObject({ deliveryFee: 19_90, tax: 0, region: "GU" });
  const { sums } = (await orderDetail(services, dana, number, now)) ?? {};
  expect(sums?.parts).toContainEqual({ name: "Sales tax: none, the address is in no state", sum: "$0.00" });
});

describe("a faster method to Ohio", () => {
  const faster = { name: "Expedited", price: 19_90, days: { least: 1, most: 2 } };
  const zones = [...deliveryZones, zoneWith({ name: "Ohio", states: ["OH"], price: 4_50, faster })];
  const services = { ...flat, settings: () => ({ ...flat.settings(), deliveryZones: zones }) };
  const inOhio = { ...jo, city: "Columbus", postalCode: "43201" };
  const wishTo = (customer: typeof jo & { fasterDelivery?: boolean }, total: number) =>
    draftRequestFor(flat, PICKS, { customer }).then((wish) => ({ ...wish, amount: cents(total) }));
  const paid = async (customer: Parameters<typeof wishTo>[0], total: number) => {
    const { id, clientSecret } = await draftOrder(services, await wishTo(customer, total));
    await payWith(services, cards.good, clientSecret);
    return (await settleOrder(services, id)).number;
  };

  test("the quote offers it with both fees where the zone has one, and counts it once it is chosen", async () => {
    const { items } = await draftRequestFor(flat, PICKS);
    const at = (postalCode: string, fasterDelivery?: boolean) =>
      quoteOrder(services, { items, address: { postalCode }, fasterDelivery }, now);
    const offer = { name: "Expedited", takes: "1 to 2 business days", fee: 19_90, usualFee: 4_50 };

    const usual = await at("43201");
    expect(usual).toMatchObject({ summary: { deliveryFee: 4_50, total: 40_50 }, faster: offer, takes: null });
    expect(usual.summary.deliveryMethod).toBeUndefined();
    expect(await at("43201", true)).toMatchObject({
      summary: { deliveryFee: 19_90, total: 55_90, deliveryMethod: "Expedited" },
      faster: offer,
      takes: "1 to 2 business days",
    });
    expect(await at("96813", true)).toMatchObject({ summary: IN_HAWAII, faster: null });
  });

  test("the order is charged it and names it, on its page, papers and in its letters' days", async () => {
    await expect(draftOrder(services, await wishTo({ ...inOhio, fasterDelivery: true }, 40_50))).rejects.toMatchObject({
      code: "prices-changed",
      details: { summary: { deliveryFee: 19.9, deliveryMethod: "Expedited" } },
    });
    const number = await paid({ ...inOhio, fasterDelivery: true }, 55_90);

    expect(await rowOf(number)).toMatchObject({ deliveryFee: 19_90, deliveryMethod: "Expedited" });
    const order = await orderByNumber(db, number);
    if (!order) throw new Error("The order was not written.");
    expect(settingsFor(services, order).deliveryEstimate).toBe("1 to 2 business days");
    expect(totalRows(order.summary)).toContainEqual({
      key: "deliveryFee",
      label: "Delivery Fee (Expedited)",
      amount: "$19.90",
    });
    const { sums, next } = (await orderDetail(services, dana, number, now)) ?? {};
    expect(sums?.parts).toContainEqual({ name: "Delivery, Expedited", sum: "$19.90" });
    expect(next?.text).toContain("It goes by Expedited.");
    const [paper] = await paperOrders(services, dana, [number]);
    expect(paper?.order?.method).toBe("Expedited");
    const usual = await paid(inOhio, 40_50);
    expect((await rowOf(usual)).deliveryMethod).toBeNull();
    expect(settingsFor(services, { ...order, summary: {} }).deliveryEstimate).toBe(flat.settings().deliveryEstimate);
  });

  test("its slip, label and rows of exported orders name it, and papers of the usual method name none", async () => {
    const [number, usual] = [await paid({ ...inOhio, fasterDelivery: true }, 55_90), await paid(inOhio, 40_50)];
    const office = officeAs(services, memberAs("owner"));
    const papers = (of: string) => office.text(`/orders/print?kind=slip,label&numbers=${of}`);

    expect(await papers(number)).toMatch(/Delivery: Expedited\..*Parcel 1 of 1, Expedited/s);
    expect(await papers(usual)).not.toMatch(/Expedited|Delivery:/);
    const rowsOf = async (address: string) => {
      const file = await (await office.fetch(address)).arrayBuffer();
      return parse(Buffer.from(file), { bom: true, columns: true }) as Record<string, string>[];
    };
    const orders = await rowsOf("/orders/export/file");
    const methodOf = (of: string) => orders.find(({ Order }) => Order === of)?.["Delivery method"];
    expect([methodOf(number), methodOf(usual)]).toEqual(["Expedited", ""]);
    const lines = await rowsOf("/orders/export/file?rows=lines");
    const deliveryOf = (of: string) => lines.find(({ Order, Row }) => Order === of && Row === "delivery");
    expect(deliveryOf(number)).toMatchObject({ What: "Delivery, Expedited", Sum: "19.9" });
    expect(deliveryOf(usual)).toMatchObject({ What: "Delivery", Sum: "4.5" });
    expect(Object.keys((await rowsOf(`/orders/export/file?q=${usual}`))[0] ?? {})).not.toContain("Delivery method");
  });

  test("a member chooses it for a shopper where the address has it; sum, letter, pay link and order say the same", async () => {
    const office = officeAs(services, dana);
    const path = `/orders/made/new/shopper?v=${await variantId(services)}&n=1`;
    const opened = fieldsIn(formIn(await (await office.fetch(path)).text(), 'name="postalCode"'));
    const { name, address, city, postalCode } = inOhio;
    const lee = { name, address, city, postalCode, email: "lee@example.com", phone: "(928) 555-0100" };
    const asked = async (fields: Record<string, string>) => (await office.post(path, { ...opened, ...fields })).text();

    const usual = await asked(lee);
    expect(textOf(usual)).toMatch(
      /Delivery Fee\s*\$4\.50.*It goes the usual way\. It can go by Expedited, 1 to 2 business days on the road, for \$19\.90 instead of \$4\.50\./s,
    );
    const decision = fieldsIn(formIn(usual, 'name="total"'));
    const fast = await asked({ ...decision, by: "faster" });
    expect(textOf(fast)).toMatch(/Delivery Fee \(Expedited\)\s*\$19\.90.*It goes by Expedited: 1 to 2 business days/s);
    expect(textOf(fast)).toContain("It can go the usual way for $4.50 instead of $19.90.");
    const back = await asked({ ...fieldsIn(formIn(fast, 'name="total"')), back: "yes" });
    expect(fieldsIn(formIn(back, 'name="postalCode"')).fasterDelivery).toBe("yes");
    expect(
      textOf(await asked({ ...decision, city: toHawaii.city, postalCode: toHawaii.postalCode, by: "faster" })),
    ).toContain("This address has no faster method: it goes the usual way.");

    const made = await office.post(path, fieldsIn(formIn(fast, 'name="total"')));
    const number = /made\/(\d{8})/.exec(place(made))?.[1] ?? "";
    expect(await rowOf(number)).toMatchObject({ deliveryFee: 19_90, total: 55_90, deliveryMethod: "Expedited" });
    await sendPayLink(services, { number, round: 1 });
    const letter = flat.letters.find(({ key }) => key === `pay-link-${number}-1`);
    expect(letter?.text).toMatch(
      /Delivery Fee \(Expedited\)[\s\S]*\$19\.90[\s\S]*It goes by Expedited, 1 to 2 business days\./,
    );
    const ask = await madeOrderAsk(services, number, now);
    expect(ask).toMatchObject({ toPay: 55_90, goesTo: "Columbus, OH", method: "Expedited, 1 to 2 business days" });
    expect(ask?.rows).toContainEqual({ key: "deliveryFee", label: "Delivery Fee (Expedited)", amount: "$19.90" });
    // The method ends while the link is open: the shopper pays what was agreed.
    const ended = { ...flat, settings: () => ({ ...flat.settings(), deliveryZones }) };
    expect(await madeOrderAsk(ended, number, now)).toMatchObject({ toPay: 55_90, method: "Expedited" });
    const { clientSecret, paymentId } = await requestMadePayment(ended, number, "Credit Card");
    await payWith(ended, cards.good, clientSecret);
    await settleOrder(ended, paymentId);
    expect(await rowOf(number)).toMatchObject({ state: "paid", total: 55_90, deliveryMethod: "Expedited" });
  });

  test("an order that a member gives away the delivery of keeps the method, and what it is worth is given", async () => {
    const customer = { ...inOhio, fasterDelivery: true };
    expect(await quoteMadeOrder(services, await wishFor(flat, 1, { customer, freeDelivery: true }), now)).toMatchObject(
      {
        summary: { deliveryFee: 0, deliveryMethod: "Expedited", total: 36_00 },
        given: 19_90,
      },
    );
  });

  test("a change of its goods asks its price, and keeps what was charged once the method has ended", async () => {
    const number = await paid({ ...inOhio, fasterDelivery: true }, 55_90);
    const { items } = await draftRequestFor(flat, PICKS);
    const comes = items.map((item) => ({ ...item, size: "L" }));
    const sumsBy = async (of: Settings["deliveryZones"]) =>
      (
        await previewOfChange({ ...flat, settings: () => ({ ...flat.settings(), deliveryZones: of }) }, number, {
          goes: [],
          comes,
          asksDelivery: true,
        })
      ).sums.deliveryFee;

    expect(await sumsBy([zoneWith({ states: ["OH"], price: 4_50, faster: { ...faster, price: 25_00 } })])).toBe(25_00);
    expect(await sumsBy([zoneWith({ states: ["OH"], price: 4_50 })])).toBe(19_90);
    expect(await sumsBy([])).toBe(19_90);
  });

  test("the feed names it beside the usual price of its states", async () => {
    const { items } = await draftRequestFor(flat, PICKS);
    const product = await productById(db, items[0]?.product ?? "");
    if (!product) throw new Error("There is no product.");
    const of = { address: "", settings: services.settings(), delivery: deliveryEverywhere(services) };
    const ohio = { "g:country": "US", "g:region": "OH" };
    expect(feedItems(of, product, new Map())[0]?.["g:shipping"]).toEqual(
      expect.arrayContaining([
        { ...ohio, "g:price": "4.50 USD" },
        { ...ohio, "g:service": "Expedited", "g:price": "19.90 USD" },
      ]),
    );
  });
});

test("a draft to a zone that is not delivered to is refused, and nothing is held for it", async () => {
  const customer = { ...jo, city: "Anchorage", postalCode: "99501" };
  const before = await db.execute(`select count(*) from orders`);
  const wish = await draftRequestFor(flat, PICKS, { customer });

  await expect(draftOrder(shop, wish)).rejects.toMatchObject({
    code: "not-delivered-here",
    fields: { "customer.postalCode": "Nothing leaves for Alaska." },
  });
  expect((await db.execute(`select count(*) from orders`)).rows).toEqual(before.rows);
});

test("who drafted an order before its zone was closed or deleted pays what was agreed", async () => {
  const wish = await draftRequestFor(flat, PICKS, { customer: toHawaii });
  const { id, clientSecret } = await draftOrder(shop, { ...wish, amount: cents(45_99) });
  const closed = deliveryZones.map((zone) => ({ ...zone, delivers: false }));
  const without = { ...flat, settings: () => ({ ...flat.settings(), deliveryZones: closed }) };

  await payWith(without, cards.good, clientSecret);
  expect(await rowOf((await settleOrder(without, id)).number)).toMatchObject(IN_HAWAII);
});

test("an order that is placed without a draft has the delivery fee of its address", async () => {
  const { items } = await draftRequestFor(flat, PICKS);
  const { id, clientSecret } = await requestAmount(shop, { amount: cents(45_99), method: "Credit Card" });
  await payWith(shop, cards.good, clientSecret);
  const bag = items.map((item) => ({ ...item, name: "", image: "" }));
  const orderDetails = orderDraftOf(bag, null, openDelivery(shop).terms);

  const { number } = await settleOrder(shop, id, { clientSecret, customer: toHawaii, orderDetails });
  expect(await rowOf(number)).toMatchObject(IN_HAWAII);
});

test("an order that a member makes has the delivery fee of its address, which a member can give away whole", async () => {
  const wish = await wishFor(shop, 1, { customer: toHawaii });

  expect(await quoteMadeOrder(shop, wish, now)).toMatchObject({ summary: IN_HAWAII, given: 0 });
  expect(await quoteMadeOrder(shop, { ...wish, freeDelivery: true }, now)).toMatchObject({
    summary: { deliveryFee: 0, total: 36_00 },
    given: 9_99,
  });
});

test("a change of an order follows the delivery fee of its address, and keeps it where nothing is delivered any more", async () => {
  const number = await bought(PICKS);
  const { items } = await draftRequestFor(flat, PICKS);
  const comes = items.map((item) => ({ ...item, size: "L" }));
  const changed = async (zip: string) => {
    await db.execute(`update orders set postal_code = '${zip}' where number = '${number}'`);
    return (await previewOfChange(shop, number, { goes: [], comes, asksDelivery: true })).sums;
  };

  expect(await changed("96813")).toMatchObject({ deliveryFee: 9_99, total: 2 * 36_00 + 9_99 });
  expect(await changed("99501")).toMatchObject({ deliveryFee: 3_99, total: 2 * 36_00 + 3_99 });
});

test("a correction of an address is refused if delivery to it costs something else, and says both amounts", async () => {
  const takeOut = await storeZones();
  const number = await bought(PICKS);
  const correct = async (values: Record<string, string>) =>
    save(shop, dana, {
      submission: randomUUID(),
      edits: [{ kind: orderAddressRecord, id: number, values, version: (await seen(number)).version }],
    });

  await expect(correct({ postalCode: "96813" })).rejects.toMatchObject({
    fields: { postalCode: expect.stringContaining("Delivery costs $9.99 to 96813, and $3.99 to 86001.") },
  });
  await expect(correct({ address: "PO Box 4" })).rejects.toMatchObject({
    fields: { postalCode: expect.stringContaining("Delivery costs $5.00 to a PO box in 86001, and $3.99 to 86001.") },
  });
  await expect(correct({ postalCode: "99501" })).rejects.toMatchObject({
    code: "not-delivered-here",
    fields: { postalCode: "Nothing leaves for Alaska." },
  });
  expect(await correct({ postalCode: "85001" })).toMatchObject({ saved: true });
  await takeOut();
});

test("an address is corrected for a packed order, too, refused where delivery costs less, and closed once a parcel has left", async () => {
  const takeOut = await storeZones();
  const number = await bought(PICKS, { customer: { ...jo, postalCode: "86001" } });
  const correct = async (values: Record<string, string>) =>
    save(shop, dana, {
      submission: randomUUID(),
      edits: [{ kind: orderAddressRecord, id: number, values, version: (await seen(number)).version }],
    });
  await packOrder(shop, await seen(number));
  expect(await correct({ postalCode: "85001" })).toMatchObject({ saved: true });
  expect(await rowOf(number)).toMatchObject({ state: "packed", postalCode: "85001", ...AT_HOME });

  const cheaper = deliveryZones.map((zone) => ({ ...zone, ...(zone.name === "Hawaii" && { price: 1_00 }) }));
  const { settings } = await import("~/shop/settings.tables");
  await db.update(settings).set({ value: cheaper }).where(eq(settings.name, "deliveryZones"));
  await expect(correct({ postalCode: "96813" })).rejects.toMatchObject({
    fields: { postalCode: expect.stringContaining("Delivery costs $1.00 to 96813, and $3.99 to 85001.") },
  });
  expect(await rowOf(number)).toMatchObject({ postalCode: "85001", ...AT_HOME });

  const two = await bought([[...tee, 2]]);
  await shipParcel(shop, await seen(two), {
    carrier: "UPS",
    trackingNumber: "1Z1",
    lines: [{ position: 0, quantity: 1 }],
  });
  await expect(
    save(shop, dana, {
      submission: randomUUID(),
      edits: [
        { kind: orderAddressRecord, id: two, values: { postalCode: "85001" }, version: (await seen(two)).version },
      ],
    }),
  ).rejects.toMatchObject({ code: "order-state" });
  await takeOut();
});

test("orders that are paid, packed and sent in part keep what they were charged when their zone gets dearer, closes and goes", async () => {
  const customer = { ...toHawaii };
  const drafted = async (pieces: number, total: number) => {
    const wish = await draftRequestFor(flat, [[...tee, pieces]], { customer, amount: cents(total) });
    const { id, clientSecret } = await draftOrder(shop, wish);
    await payWith(shop, cards.good, clientSecret);
    return (await settleOrder(shop, id)).number;
  };
  const [paid, packed, sent] = [await drafted(1, 45_99), await drafted(1, 45_99), await drafted(2, 81_99)];
  await packOrder(shop, await seen(packed));
  const lines = [{ position: 0, quantity: 1 }];
  await shipParcel(shop, await seen(sent), { carrier: "UPS", trackingNumber: "1Z2", lines });

  const hawaii = (values: Parameters<typeof zoneWith>[0]) => [zoneWith({ name: "Hawaii", states: ["HI"], ...values })];
  const { items } = await draftRequestFor(flat, PICKS);
  const comes = items.map((item) => ({ ...item, size: "L" }));
  for (const [zones, fee] of [
    [hawaii({ price: 15_00 }), 15_00],
    [hawaii({ delivers: false }), 9_99],
    [[], 3_99],
  ] as const) {
    const now = { ...flat, settings: () => ({ ...flat.settings(), deliveryZones: [...zones] }) };
    for (const number of [paid, packed, sent]) {
      expect(await rowOf(number)).toMatchObject({ deliveryFee: 9_99, deliveryZone: "Hawaii" });
      const { sums } = (await orderDetail(now, dana, number, new Date())) ?? {};
      expect(sums?.parts).toContainEqual({ name: "Delivery", sum: "$9.99" });
    }
    const { sums } = await previewOfChange(now, paid, { goes: [], comes, asksDelivery: true });
    expect(sums.deliveryFee).toBe(fee);
  }
});

test("a trial of rates counts the delivery fee of its place", async () => {
  const search = new URLSearchParams({ to: "96813", name: "", kind: "clothing", price: "36", quantity: "1" });
  const view = await trialIn(shop, await testMember(shop, "owner", "Olga"), { search, now });

  expect(view.errors).toEqual({});
  expect(view.result).toMatchObject({ value: "$36.00", delivery: "$9.99" });
});

test("a bag has the lowest fee, and asks for a quote once its address is known, although no state collects tax", () => {
  expect(openTerms({ ...shop, taxes: () => null })).toEqual({
    delivery: {
      deliveryFee: 3_99,
      freeDeliveryFrom: 300_00,
      usualPlaces: "the 48 states",
      lowest: { fee: 5_00, freeFrom: Number.MAX_SAFE_INTEGER },
    },
    taxFollows: false,
    deliveryVaries: true,
    hasOffers: false,
  });
  expect(openTerms({ ...flat, taxes: () => null })).toEqual({
    delivery: { deliveryFee: 3_99, freeDeliveryFrom: 300_00 },
    taxFollows: false,
    deliveryVaries: false,
    hasOffers: false,
  });
});

test("the product feed has the usual fee, and that of each state and range of ZIPs with another one", async () => {
  const { items } = await draftRequestFor(flat, PICKS);
  const product = await productById(db, items[0]?.product ?? "");
  const islands = zoneWith({ name: "Islands", zips: ["00501", "837"], price: 1_00 });
  const delivery = deliveryEverywhere({
    settings: () => ({ ...flat.settings(), deliveryZones: [...deliveryZones, islands] }),
  });
  const sold = product ? feedItems({ ...shop, settings: shop.settings(), delivery }, product, new Map()) : [];

  expect(sold.map((item) => item["g:shipping"])).toContainEqual([
    { "g:country": "US", "g:price": "3.99 USD" },
    { "g:country": "US", "g:region": "HI", "g:price": "9.99 USD" },
    { "g:country": "US", "g:postal_code": "00501", "g:price": "1.00 USD" },
    { "g:country": "US", "g:postal_code": "837*", "g:price": "1.00 USD" },
  ]);
});
