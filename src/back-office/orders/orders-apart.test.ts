import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { inventSamples } from "~/demo/samples.server";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { draftRequestFor } from "~/testing/riders.server";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { cents } from "~/shop/money";
import type { OrderKind } from "~/shop/orders/order-facts";
import { orderFacts } from "~/shop/orders/order-facts.tables";
import { shownNumber } from "~/shop/orders/order-number";
import { orders } from "~/shop/orders/orders.tables";
import { checkPasted } from "~/shop/orders/parcels/check-pasted.server";
import { type ManyDone, packOrders, shipPasted } from "~/shop/orders/parcels/many-parcels.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { payments } from "~/shop/payments/payments.tables";
import { returns } from "~/shop/returns/returns.tables";

const { shop, db, bought, tee } = await openBoughtOrders();
const dana = memberAs("owner");
const owner = officeAs(shop, dana);
await inventSamples(db, shop.settings());

const numbersOf = async (kind: OrderKind): Promise<string[]> => {
  const rows = await db.select().from(orderFacts).where(eq(orderFacts.kind, kind));
  return rows.flatMap(({ number, piecesLeft }) => (piecesLeft > 0 ? [number] : []));
};

/** Marks the order's payment as live, so that the order counts as real. */
const makeReal = (number: string) => db.update(payments).set({ live: true }).where(eq(payments.orderNumber, number));

/** Reads the count of orders that is shown above a list. */
const lengthOf = async (path: string): Promise<number> => {
  const text = await owner.text(path);
  return Number(/ ([\d,]+) orders?, the /.exec(text)?.[1]?.replace(",", "") ?? 0);
};
const rowsOf = async (path: string): Promise<number> =>
  [...(await (await owner.fetch(path)).text()).matchAll(/href="\/back-office\/(?:returns\/R\d{7}|messages\/\d+)"/g)]
    .length;

/** Reads the counts on the screen Today. */
async function today() {
  const text = await owner.text("/");
  const count = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0);
  return {
    text,
    toShip: count(/Next (\d+) Orders? to ship/),
    returns: count(/(\d+) Returns /),
    messages: count(/(\d+) Messages /),
    queue: count(/(\d+) In the queue /),
  };
}

/** Returns the counts on the screen Today, and the numbers of entries in the lists to which they link. */
async function agreement() {
  const { toShip, returns: back, messages, queue } = await today();
  const html = await (await owner.fetch("/orders?ship=left&sort=oldest")).text();
  return {
    counted: { toShip, back, messages, queue, choosable: Math.min(50, toShip) },
    listed: {
      toShip: await lengthOf("/orders?ship=left&sort=oldest"),
      back: await rowsOf("/returns"),
      messages: await rowsOf("/messages"),
      queue: Number(/ (\d+) waits?, oldest first/.exec(await owner.text("/queue"))?.[1] ?? 0),
      choosable: html.match(/name="order"/g)?.length ?? 0,
    },
  };
}

/** Runs every act on many orders with two orders; returns the results for the first one. */
async function actedOn(apart: string, beside: string) {
  const seen = [apart, beside].map((number) => ({ number, version: 1 }));
  const text = `${apart} 1Z999AA10123456784`;
  const outcomeOf = ({ outcomes }: ManyDone) => outcomes.find(({ number }) => number === apart)?.result;
  const printed = await owner.text(`/orders/print?kind=slip,label,pick&numbers=${apart},${beside}`);
  const inFiles = await Promise.all(
    ["", `q=${apart}`, "kind=sample", "kind=test"].map(async (query) => {
      const file = await owner.fetch(`/orders/export/file?${query}`);
      const rows = parse(await file.text(), { bom: true, columns: true }) as Record<string, string>[];
      return rows.some(({ Order }) => Order === apart);
    }),
  );
  return {
    packed: outcomeOf(await packOrders(shop, dana, randomUUID(), seen)),
    checked: (await checkPasted(shop, dana, { text, carrier: "UPS" })).map(({ state }) => state),
    shipped: outcomeOf(await shipPasted(shop, dana, randomUUID(), { text, carrier: "UPS" })),
    hasNoPapers: printed.includes(`${shownNumber(apart)} is a sample or a test order: it has no papers.`),
    isPrinted: printed.split(shownNumber(apart)).length > 2,
    inFiles,
  };
}

const untouched = {
  packed: "order-apart",
  checked: ["wrong"],
  shipped: "order-apart",
  hasNoPapers: true,
  isPrinted: false,
  inFiles: [false, false, false, false],
};

describe("a shop in practice mode with only samples", () => {
  test("counts and lists contain the samples, each marked as a sample", async () => {
    const { counted, listed } = await agreement();
    expect(listed).toEqual(counted);
    const { toShip, returns: back, text } = await today();
    expect(toShip).toBe((await numbersOf("sample")).length);
    expect(back).toBe(3);
    expect(text).toContain("was invented for the demo");
    const list = await owner.text("/orders");
    expect(list).not.toContain("Samples");
    const [number = ""] = await numbersOf("sample");
    expect(await owner.text(`/orders?q=${number}`)).toContain("Sample");
    for (const path of [
      `/orders/${number}`,
      `/orders/print?kind=label&numbers=${number}`,
      "/returns",
      "/messages",
      "/queue",
    ])
      expect([path, await owner.text(path)]).toEqual([path, expect.stringMatching(/\bSample\b/)]);
    const [back1] = await db.select().from(returns);
    expect(await owner.text(`/returns/${back1?.number}`)).toMatch(/\bSample\b/);
    const people = await owner.post("/people", { text: "example.com" });
    expect(await people.text()).toMatch(/class="kind-mark">Sample</);
  });
});

describe("a shop in practice mode with a test order", () => {
  let own: string;
  let samples: string[];
  beforeAll(async () => {
    own = await bought([[...tee, 2]]);
    samples = await numbersOf("sample");
  });

  test("counts contain only the test order, which is marked as a test; samples have a separate view and stay marked", async () => {
    const { counted, listed } = await agreement();
    expect(listed).toEqual(counted);
    expect(await today()).toMatchObject({
      toShip: 1,
      returns: 0,
      text: expect.stringContaining("paid with test money"),
    });
    expect(await owner.text("/orders")).toMatch(/1 order, .*/);
    for (const path of ["/orders", `/orders/${own}`, `/orders/print?kind=label&numbers=${own}`])
      expect([path, await owner.text(path)]).toEqual([path, expect.stringMatching(/\bTest\b/)]);
    const view = await owner.text("/orders?kind=sample");
    expect(await owner.text("/orders")).toContain("Samples");
    expect(view).toMatch(/\bSample\b/);
    expect(view).not.toContain("Choose all");
    expect(await owner.text("/returns?view=sample")).toMatch(/\bSample\b/);
  });

  test("an act on many orders skips samples", async () => {
    expect(await actedOn(samples[0] ?? "", own)).toEqual(untouched);
  });

  test("with an unpaid draft the counts still agree with the lists", async () => {
    await draftOrder(shop, await draftRequestFor(shop, [[...tee, 1]]));
    const { counted, listed } = await agreement();
    expect(listed).toEqual(counted);
  });
});

describe("a shop with a real order", () => {
  let test1: string;
  let real: string;
  beforeAll(async () => {
    test1 = await bought([[...tee, 1]]);
    real = await bought([[...tee, 1]]);
    await makeReal(real);
  });

  test("counts contain only real orders; test orders and samples have separate views", async () => {
    const { counted, listed } = await agreement();
    expect(listed).toEqual(counted);
    const { text } = await today();
    expect(await today()).toMatchObject({ toShip: 1, returns: 0, messages: 0, queue: 0 });
    expect(text).toContain("30 days");
    expect(text).toMatch(/30 days \$\d+ 1 order\b/);
    expect(text).not.toMatch(/[Ii]nvented for the demo|test money|Test orders/);
    const list = await owner.text("/orders");
    expect(list).toMatch(/Test orders \d+ Samples \d+/);
    expect(list).not.toContain(shownNumber(test1));
    expect(await owner.text(`/orders?q=${test1}`)).toMatch(/\bTest\b/);
    expect(await owner.text("/messages?view=samples")).toMatch(/\bSample\b/);
    expect(await owner.text("/queue/samples")).toMatch(/\bSample\b/);
    expect(await owner.text(`/orders/${real}`)).not.toMatch(/\b(Test|Sample)\b/);
  });

  test("a search that finds no real order says how many test orders and samples it finds, and leads to them", async () => {
    const none = await owner.text("/orders?q=nosuchperson");
    expect(none).toContain('No order has "nosuchperson"');
    expect(none).not.toMatch(/test orders? ha/);
    const [facts] = await db.select().from(orderFacts).where(eq(orderFacts.number, test1));
    expect(facts?.kind).toBe("test");
    const tests = (await db.select().from(orderFacts).where(eq(orderFacts.kind, "test"))).length;
    expect(tests).toBeGreaterThan(0);
    // The real order lives elsewhere, so that only test orders are found by the ZIP.
    await db.update(orders).set({ postalCode: "10001" }).where(eq(orders.number, real));
    const html = await (await owner.fetch("/orders?q=86001")).text();
    expect(html).toMatch(/kind=test[^>]*>[1-9]\d* test orders?</);
    const [, to = ""] = /href="\/back-office(\/orders\?[^"]*kind=test[^"]*)"[^>]*>[1-9]/.exec(html) ?? [];
    expect(await owner.text(to.replaceAll("&amp;", "&"))).toContain(shownNumber(test1));
  });

  test("an act on many orders skips test orders and samples", async () => {
    expect(await actedOn(test1, real)).toEqual(untouched);
    const [sample = ""] = await numbersOf("sample");
    expect(await actedOn(sample, real)).toEqual(untouched);
  });

  test("an order with a total of zero counts as real in live mode, and as a test order in practice mode", async () => {
    const all = { code: "ALLOFIT", kind: "amount", amount: cents(1000_00) } as const;
    await db.insert(discountCodes).values(all);
    const kindOf = async (mode: "demo" | "live") => {
      const jacket = ["Outlaw Leather Jacket", "L", "Black"] as const;
      const wanted = await draftRequestFor(shop, [[...jacket]], { discount: all });
      const { id } = await draftOrder({ ...shop, mode }, wanted);
      const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, id));
      const [facts] = await db
        .select()
        .from(orderFacts)
        .where(eq(orderFacts.number, payment?.orderNumber ?? ""));
      return [payment?.gateway, facts?.kind];
    };
    expect(await kindOf("demo")).toEqual(["none", "test"]);
    expect(await kindOf("live")).toEqual(["none", "real"]);
  });
});
