import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { eq, inArray, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders, type Picks } from "~/testing/bought-orders.server";
import { collectIn, collectNowhere } from "~/testing/collected-tax.server";
import { memberAs } from "~/testing/members.server";
import { cards, draftRequestFor, jo, payWith } from "~/testing/riders.server";
import { zoneWith } from "~/testing/zones";
import { discountCodes } from "~/shop/discounts/discounts.tables";
import { added, netOf, totalOf } from "~/shop/figures/sums";
import { ledgerSummed } from "~/shop/figures/ledger-sums.tables";
import { salesBy } from "~/shop/figures/sales-by.server";
import { moneyIn, salesAndMoney, soldIn } from "~/shop/figures/sales-and-money.server";
import { salesByDay } from "~/shop/figures/sales-by-day.server";
import { stockAge } from "~/shop/figures/stock-figures.server";
import { forgetSums, sumLedger } from "~/shop/figures/sum-ledger.server";
import { products } from "~/shop/catalog/catalog.tables";
import { cents, centsOfDollars } from "~/shop/money";
import { cancelOrder } from "~/shop/orders/cancel-order.server";
import { askForChange } from "~/shop/orders/changes/ask-for-change.server";
import { expireChange } from "~/shop/orders/changes/end-change.server";
import { exchangeToPay } from "~/shop/orders/changes/open-change.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { saleEvents } from "~/shop/orders/ledger/sale-events.tables";
import { orders } from "~/shop/orders/orders.tables";
import { quoteOrder } from "~/shop/orders/quoting/quote-order.server";
import { shownNumber } from "~/shop/orders/order-number";
import { recordEvent } from "~/shop/orders/orders.server";
import { refundReplacements } from "~/shop/orders/parcels/replacements.server";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { refundLines } from "~/shop/orders/refunds/refund-lines.server";
import { requestOrderRefund } from "~/shop/orders/refunds/refund-pieces.server";
import { settleIfReceived } from "~/shop/orders/settling/reconcile-payments.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { refunds } from "~/shop/payments/payments.tables";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { refuseReturn } from "~/shop/returns/approve-return.server";
import { linesToSettle } from "~/shop/returns/lines-to-settle.server";
import { receiveReturn } from "~/shop/returns/receive-return.server";
import { returnableOrder, returnByNumber, startReturn } from "~/shop/returns/returns.server";
import { arrivedAsAnnounced, usualSettlement } from "~/shop/returns/settlement";
import { settleReturn } from "~/shop/returns/settle-return.server";
import { dayAfter, dayBefore, dayIn } from "~/shop/shop-time";

const { shop, db, bought, seen, tee, staff, ups } = await openBoughtOrders();
const owner = officeAs(shop, memberAs("owner", "Dana"));
const dana = memberAs("owner", "Dana");
const gloves = ["Gauntlet Leather Gloves", "M", "Black"] as const;
await shop.asOwner("update variants set stock = null");
const zone = shop.settings().timeZone;
const today = dayIn(new Date(), zone);
const always = `period=own&from=2024-01-01&to=${today}&beside=none`;

/** Downloads a CSV file of a screen and parses it to rows by column names. */
async function file(path: string): Promise<Record<string, string>[]> {
  const answer = await owner.fetch(path);
  expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, "text/csv; charset=utf-8"]);
  return parse(Buffer.from(await answer.arrayBuffer()), { bom: true, columns: true });
}
const centsIn = (rows: Record<string, string>[], name: string): number =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[name]) * 100), 0);

/** Collects tax on goods, delivery and a fee in the state of all orders of this file. */
async function collect(): Promise<void> {
  const fees = [{ name: "Road fee", amount: 28 as never, fromValue: 0 as never, taxed: true }];
  await collectIn(shop, "AZ", { stateRate: 80_000, delivery: "with-taxed" }, { fees });
}

/** Places a paid order to a state that taxes goods, delivery and a fee; returns its number. */
async function taxed(picks: Picks, at = new Date()): Promise<string> {
  await collect();
  const request = await draftRequestFor(shop, picks);
  const refusal: unknown = await draftOrder(shop, request).catch((error: unknown) => error);
  const { summary } = (refusal as Refusal<"tax-changed">).details as { summary: { total: number } };
  const { id, clientSecret } = await draftOrder(shop, { ...request, amount: centsOfDollars(summary.total) });
  await payWith(shop, cards.good, clientSecret);
  const { number } = await settleOrder(shop, id, {}, at);
  await collectNowhere(shop);
  return number;
}

const loses = (number: string, amount: number, disputeId: string = randomUUID()): Promise<unknown> =>
  db.transaction((tx) =>
    recordEvent(
      tx,
      number,
      "dispute-lost",
      { kind: "gateway" },
      {
        details: { disputeId, amount },
        onceKey: `dispute-lost:${disputeId}`,
      },
    ),
  );

/** Refunds an amount without naming lines, from the newest payment first. */
async function refundWithoutLines(number: string, amount: number, state: "done" | "failed" = "done"): Promise<void> {
  const ids = await db.transaction(async (tx) => {
    const money = await refundableMoney(tx, number);
    if (!money) throw new Error("no payment");
    const refund = await requestOrderRefund(tx, shop, { money }, cents(amount), { cause: randomUUID() });
    return refund.rows.map(({ id }) => id);
  });
  await db.update(refunds).set({ state }).where(inArray(refunds.id, ids));
}

const EXCHANGES = ["none", "even", "dearer", "cheaper", "never paid", "refused", "not sent"] as const;

/**
 * Ships an order and starts an exchange of one piece: for goods of the same price, for cheaper goods, or for dearer goods whose
 * difference is paid by a link or never. Returns the function that ends the exchange: settled, refused, or settled and not sent.
 */
async function exchanged(number: string, how: (typeof EXCHANGES)[number]): Promise<() => Promise<void>> {
  await shipParcel(shop, await seen(number), ups);
  const fieldsOf = (fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${name}-0`, value]));
  const another = { exchange: "another", other: how === "cheaper" ? "sock" : "gauntlet" };
  const asked = { quantity: "1", reason: "exchange", ...(how === "even" ? { exchange: "Ash / L" } : another) };
  const guest = { order: number, email: jo.email };
  const { sold } = await returnableOrder(db, { ...guest, values: fieldsOf(asked) });
  const instead = sold.lines[0]?.variants.find(({ isOther }) => isOther);
  const values = fieldsOf({ ...asked, ...(instead && { instead: `${instead.id}:${instead.difference}` }) });
  const back = await startReturn(
    shop,
    { ...guest, round: "0", values },
    { now: new Date(), settings: shop.settings() },
  );

  const change = await exchangeToPay(db, back);
  expect([how, change !== undefined]).toEqual([how, how !== "even" && how !== "cheaper"]);
  if (change && how === "never paid") await expireChange(shop, change.id, new Date(Date.now() + 4 * DAY));
  else if (change) {
    const request = await askForChange(shop, change.id, "Credit Card");
    await payWith(shop, cards.good, request.clientSecret);
    await settleIfReceived(shop, request.id);
  }
  const step = async () => {
    const found = await returnByNumber(db, back);
    if (!found) throw new Error("no return");
    return { lines: found.lines, number: back, version: found.row.version, actor: staff };
  };
  return async () => {
    const { lines, ...started } = await step();
    if (how === "refused") return refuseReturn(shop, dana, { ...started, submission: randomUUID() }, "It was worn.");
    await receiveReturn(shop, started, arrivedAsAnnounced(lines));
    const received = { ...(await step()), orderVersion: (await seen(number)).version };
    await settleReturn(shop, received, usualSettlement(await linesToSettle(db, back)));
    if (how === "not sent") await refundReplacements(shop, await seen(number), { return: back });
  };
}

/** Waits for an act that the shop may refuse, for example if no money is left. */
const ifAllowed = (act: Promise<unknown>) =>
  act.catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });

const eventsOf = (number: string) => db.select().from(saleEvents).where(eq(saleEvents.orderNumber, number));
const sumOf = (rows: { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0);

test("[B-71, B-97] for random histories of orders, with stored sums updated at random moments, all files and the sums of the orders are equal to the cent, and past rows of the ledger do not change", async () => {
  await db.insert(discountCodes).values({ code: "RIDE10", kind: "percent", percent: 10, amount: null });
  const discount = { code: "RIDE10", kind: "percent" as const, percent: 10, amount: null };
  const step = fc.record({
    how: fc.constantFrom("plain", "code", "taxed"),
    pieces: fc.integer({ min: 1, max: 3 }),
    exchange: fc.constantFrom(...EXCHANGES),
    after: fc.constantFrom("nothing", "line", "part", "fails", "cancelled", "lost"),
    share: fc.integer({ min: 1, max: 100 }),
    sums: fc.constantFrom("as they are", "made", "made in part", "forgotten"),
  });
  const spans = fc.record({
    units: fc.tuple(fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 14 })),
    days: fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 })),
  });
  const drawn = { how: "taxed", pieces: 2, exchange: "dearer", after: "part", share: 40, sums: "made" } as const;
  const dearer = [
    drawn,
    { ...drawn, after: "lost", share: 100 },
    { ...drawn, exchange: "refused", share: 90 },
    { ...drawn, exchange: "not sent", how: "code", after: "fails" },
  ] as const;
  const others = [
    { ...drawn, exchange: "even", after: "line" },
    { ...drawn, exchange: "cheaper", how: "code", after: "part" },
    { ...drawn, exchange: "never paid", after: "lost" },
    { ...drawn, exchange: "none", after: "cancelled" },
  ] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), spans, async (steps, { units, days: more }) => {
      const before = await shop.db.execute(
        sql`select md5(string_agg(e::text, ' ' order by id)) as all_rows, max(id) as last from sale_events e`,
      );
      const { last, all_rows: closed } = before.rows[0] as { last: number | null; all_rows: string };
      for (const { how, pieces, exchange, after, share, sums } of steps) {
        if (sums === "forgotten") await forgetSums(db);
        if (sums.startsWith("made")) await sumLedger(db, sums === "made" ? {} : { atOnce: 2, steps: 3 });
        const picks: Picks = [[...tee, pieces], [...gloves]];
        const number = how === "taxed" ? await taxed(picks) : await bought(picks, how === "code" ? { discount } : {});
        if (how === "taxed") await collect();
        const end = exchange === "none" ? () => Promise.resolve() : await exchanged(number, exchange);
        await collectNowhere(shop);
        const part = Math.max(1, Math.floor((sumOf(await eventsOf(number)) * share) / 100));
        const lines = [{ position: 0, quantity: 1 }];
        if (after === "line")
          await ifAllowed(refundLines(shop, await seen(number), { cause: "torn", restock: true, lines }));
        if (after === "part") await refundWithoutLines(number, part);
        if (after === "fails") await refundWithoutLines(number, part, "failed");
        if (after === "cancelled") await ifAllowed(cancelOrder(shop, await seen(number), { reason: "by mistake" }));
        if (after === "lost") await loses(number, part);
        await ifAllowed(end());
      }
      const later = await shop.db.execute(
        sql`select md5(string_agg(e::text, ' ' order by id)) as all_rows from sale_events e where id <= ${last ?? 0}`,
      );
      expect((later.rows[0] as { all_rows: string | null }).all_rows).toBe(closed);

      const [days = []] = await salesByDay(shop, dana, [{ from: "2024-01-01", to: today }]);
      const all = added(days.map((day) => day.sums));
      const ledger = sumOf((await db.select().from(saleEvents)).filter(({ kind }) => kind !== "dispute"));
      expect(totalOf(all)).toBe(ledger);
      const { rows: own } = await db.execute<Record<"ordered" | "taken" | "given" | "moved" | "lost", string>>(sql`
        select (select sum(total_cents) from orders where paid_at is not null and not sample) as ordered,
          (select sum(payments.amount_cents) from payments join orders on number = order_number
            where paid_at is not null and (kind = 'order' or payments.state = 'received')) as taken,
          (select coalesce(sum(amount_cents), 0) from refunds where state <> 'failed' and cause not like 'change:%') as given,
          (select coalesce(sum(amount_cents), 0) from refunds where state <> 'failed' and cause like 'change:%') as moved,
          (select coalesce(sum((details->>'amount')::int), 0) from order_events where kind = 'dispute-lost') as lost`);
      const [ordered = 0, taken = 0, given = 0, moved = 0, lost = 0] = Object.values(own[0] ?? {}).map(Number);
      expect(totalOf(all)).toBe(ordered - given - lost);
      expect(totalOf(all)).toBe(taken - given - moved - lost);

      // Whole months around today, and so perhaps its whole quarter and year, and some days more.
      const [year = 0, month = 0] = today.split("-").map(Number);
      const dayAt = (months: number, off: number) =>
        new Date(Date.UTC(year, month - 1 + months, 1 + off)).toISOString().slice(0, 10);
      const around = { from: dayAt(-units[0], -more[0]), to: dayAt(1 + units[1], more[1] - 1) };
      const ofSpan = () =>
        Promise.all(
          (["product", "variant", "category", "code"] as const).map((by) =>
            salesBy(shop, dana, by, { period: { ...around, before: around, open: null }, most: 100 }),
          ),
        );
      const summed = await ofSpan();
      expect([around, summed[0]?.all]).toEqual([around, all]);
      const [state] = await db.select().from(ledgerSummed);
      await forgetSums(db);
      expect([around, await ofSpan()]).toEqual([around, summed]);
      if (state) await db.update(ledgerSummed).set({ until: state.until });

      for (const by of ["day", "code", "state", "order"]) {
        const rows = await file(`/figures/sales/file/sales-by-${by}?${always}&by=${by}`);
        expect([by, centsIn(rows, "Total sales")]).toEqual([by, totalOf(all)]);
        expect([by, centsIn(rows, "Net sales")]).toEqual([by, netOf(all)]);
        expect([by, centsIn(rows, "Sales tax")]).toEqual([by, all.tax]);
      }
      for (const by of ["product", "variant", "category"]) {
        const rows = await file(`/figures/sales/file/sales-by-${by}?${always}&by=${by}`);
        expect([by, centsIn(rows, "Net sales")]).toEqual([by, netOf(all)]);
        expect([by, centsIn(rows, "Returns")]).toEqual([by, all.returns]);
      }
      expect(centsIn(await file(`/figures/tax/file/tax?${always}`), "Tax")).toBe(all.tax);
      const zones = await file(`/figures/delivery/file/delivery?${always}`);
      expect(centsIn(zones, "Delivery")).toBe(all.delivery);
      expect(zones.reduce((sum, row) => sum + Number(row.Orders), 0)).toBe(all.orders);
      expect(centsIn(await file(`/figures/returns/file/returns?${always}`), "Given back")).toBe(-all.returns);
      expect(centsIn(await file(`/figures/returns/file/returns-by-size?${always}`), "Given back")).toBe(-all.returns);
      const orders = await file("/orders/export/file");
      expect(centsIn(orders, "Kept")).toBe(totalOf(all));
      expect(centsIn(orders, "Goods")).toBe(all.gross + all.changes);
      const parts = (await file("/orders/export/file?rows=lines")).filter(({ Row }) => Row !== "change");
      expect(centsIn(parts, "Sum")).toBe(ordered);
    }),
    {
      numRuns: 4,
      examples: [
        [[...dearer], { units: [14, 14], days: [0, 0] }],
        [[...others], { units: [1, 2], days: [1, 1] }],
      ],
    },
  );
});

test("[B-98] sales on days of 23 and 25 hours and in the last millisecond of a day, and a refund a year later, count on the day they happened", async () => {
  const sums = async (day: string) => {
    const [[own] = []] = await salesByDay(shop, dana, [{ from: day, to: day }]);
    return own?.sums;
  };
  // Denver changed to summer time on March 9 and back on November 2, 2025: these days begin at 7:00 and 6:00 UTC.
  for (const [day, first, last] of [
    ["2025-03-09", "2025-03-09T07:00:00.000Z", "2025-03-10T05:59:59.999Z"],
    ["2025-11-02", "2025-11-02T06:00:00.000Z", "2025-11-03T06:59:59.999Z"],
  ] as const) {
    const numbers = [await taxed([[...tee]], new Date(first)), await taxed([[...tee]], new Date(last))];
    expect([day, (await sums(day))?.orders]).toEqual([day, 2]);
    const shown = (await file(`/figures/sales/file/sales-by-order?period=own&from=${day}&to=${day}&by=order`)).map(
      ({ Order }) => Order,
    );
    expect(shown.toSorted()).toEqual(numbers.map(shownNumber).toSorted());
    // Their money counts on the same day: in periods of one day and of several, which begin, end, or have it in the middle.
    const moved = async (from: string, to: string) => {
      const sums = await salesAndMoney(shop, dana, { from, to });
      return [soldIn(sums), moneyIn(sums)];
    };
    const [sold] = await moved(day, day);
    expect(sold).toBeGreaterThan(0);
    const [before, after] = [dayBefore(day, 4), dayAfter(day, 4)];
    for (const [from, to] of [
      [day, day],
      [day, after],
      [before, day],
      [before, after],
    ] as const)
      expect([from, to, await moved(from, to)]).toEqual([from, to, [sold, sold]]);
    expect([await moved(before, dayBefore(day, 1)), await moved(dayAfter(day, 1), after)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
  }
  const [dayOf] = (await db.select().from(saleEvents)).filter(({ day }) => day === "2025-11-02");
  const before = await sums("2025-11-02");
  await refundLines(shop, await seen(dayOf?.orderNumber ?? ""), {
    cause: "late",
    restock: true,
    lines: [{ position: 0, quantity: 1 }],
  });
  expect(await sums("2025-11-02")).toEqual(before);
  const ever = await salesAndMoney(shop, dana, { from: "2025-11-02", to: today });
  expect(ever.givenBack).toBeGreaterThan(0);
  expect(moneyIn(ever)).toBe(soldIn(ever));
  const text = await owner.text(`/figures/sales?period=own&from=2025-11-02&to=2025-11-02&beside=none`);
  expect(text).toContain("Sun, November 2");
  expect(text).not.toContain("not over");
});

test("a lost dispute counts once as a refund without lines on the day it is lost; an open dispute does not count", async () => {
  const number = await taxed([[...tee, 2]]);
  const total = sumOf(await eventsOf(number));
  const opened = { disputeId: "du_open", amount: total };
  await db.transaction((tx) =>
    recordEvent(tx, number, "disputed", { kind: "gateway" }, { details: opened, onceKey: "disputed:du_open" }),
  );
  const orders = () => file(`/figures/sales/file/sales-by-order?${always}&by=order`);
  const own = async () => (await orders()).find(({ Order }) => Order === shownNumber(number));
  expect(Number((await own())?.["Total sales"])).toBe(total / 100);

  await loses(number, total, "du_open");
  await db.execute(sql`select note_lost_dispute(${number}, 'du_open', ${total}, now())`);
  expect(await own()).toMatchObject({
    "Total sales": "0",
    "Net sales": "0",
    "Sales tax": "0",
    Delivery: "0",
    Fees: "0",
  });
  const given = (await eventsOf(number)).filter(({ disputeId, kind }) => disputeId && kind !== "dispute");
  expect(sumOf(given)).toBe(-total);
  expect(new Set(given.map(({ day }) => day))).toEqual(new Set([today]));
  expect(await owner.text(`/orders/${number}`)).toContain("the dispute is lost");
});

test("a change of an order counts in a separate column on the day it is applied, and does not count as a second order", async () => {
  const number = await bought([[...tee, 2]]);
  const [sold] = (await eventsOf(number)).filter(({ kind }) => kind === "sale");
  if (!sold) throw new Error("nothing was sold");
  const { id: _, ...line } = sold;
  await db.insert(saleEvents).values({ ...line, amount: cents(-36_00), pieces: -1, changeId: randomUUID() });
  const rows = await file(`/figures/sales/file/sales-by-order?${always}&by=order`);
  const own = rows.find(({ Order }) => Order === shownNumber(number));
  expect(own).toMatchObject({ Orders: "1", Pieces: "1", "Gross sales": "72", Changes: "-36", "Net sales": "36" });
  // Adds the opposite event, so that the change does not affect the sums of other tests.
  await db.insert(saleEvents).values({ ...line, amount: cents(36_00), pieces: 1, changeId: randomUUID() });
});

test("the overview shows the sums from gross sales to total sales, compares them with the same weekdays before, and says that today is not over", async () => {
  const text = await owner.text("/figures?period=7");
  for (const words of [
    "Gross sales",
    "minus Discounts",
    "minus Returns",
    "equals Net sales",
    "plus Delivery",
    "plus Sales tax",
    "equals Total sales",
  ])
    expect(text).toContain(words);
  expect(text).toMatch(/Today is not over: until \d+:\d\d [ap]m, up and down without it/);
  expect(text).toMatch(/ Beside: [A-Z][a-z]+ \d+ to [A-Z][a-z]+ \d+, \d{4}\./);
  expect(await owner.text("/figures?period=today")).not.toMatch(/\b(?:up|down) \d+%/);
  const html = await (await owner.fetch("/figures?period=7")).text();
  expect(html).toMatch(/<svg viewBox="0 0 1000 150"[^>]*aria-label="Total sales a day/);
  expect(html).toContain("the same weekdays before");
  expect(html.match(/class="days__last"/g)).toHaveLength(1);
});

test("a filter is named with the name of its product on the screen and on paper, and only where it applies", async () => {
  const [product] = await shop.db.select().from(products).limit(1);
  const query = `product=${product?.id}&category=Boots`;
  for (const path of ["/figures", "/figures/sales", "/figures/returns"]) {
    const shown = await owner.text(`${path}?${query}`);
    expect(shown).toContain(`Product: ${product?.name}`);
    expect(shown).toContain("Category: Boots");
  }
  expect(await owner.text(`/figures?${query}`)).toContain("payouts are those of the whole shop");
  expect(await owner.text(`/figures/sales/print?${query}`)).toContain(`Only product ${product?.name}, category Boots.`);
  expect(await owner.text("/figures/stock/print?show=buy&size=M")).toContain("Only size M.");
  for (const path of ["/figures/payouts", "/figures/payouts/print"])
    expect(await owner.text(`${path}?${query}`)).not.toContain("Boots");
});

test("each screen of figures has a print version, and files if and only if it has a table; unknown screens and files give 404", async () => {
  const screens = [
    "/figures",
    ...["day", "product", "variant", "category", "code", "state", "order"].map((by) => `/figures/sales?by=${by}`),
    "/figures/returns",
    ...["best", "slow", "out"].map((show) => `/figures/goods?show=${show}`),
    "/figures/tax",
    "/figures/delivery",
    ...["value", "age", "days", "buy"].map((show) => `/figures/stock?show=${show}`),
  ];
  for (const path of screens) {
    const query = `${path.includes("?") ? "&" : "?"}period=year`;
    const html = await (await owner.fetch(path + query)).text();
    const files = [...html.matchAll(/href="\/back-office(\/figures\/[a-z]+\/file\/[^"]+)"/g)].map(([, to = ""]) =>
      to.replaceAll("&amp;", "&"),
    );
    for (const to of files) await file(to);
    expect([path, html.includes('role="table"')]).toEqual([path, files.length > 0]);
    const print = /href="\/back-office(\/figures\/[a-z]+\/print[^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect([path, await owner.text(print)]).toEqual([path, expect.stringMatching(/Printed \w+day, .* by Dana/)]);
  }
  expect((await owner.fetch("/figures/nothing")).status).toBe(404);
  expect((await owner.fetch("/figures/sales/file/nothing")).status).toBe(404);
});

test("a list without entries is not printed; of a sheet without any, one says so", async () => {
  const EMPTY = "Nothing came back in this period.";
  const said = async (path: string) => (await owner.text(path)).split(EMPTY).length - 1;
  const before = "period=own&from=2001-01-01&to=2001-01-31";
  expect(await said(`/figures/returns?${before}`)).toBeGreaterThan(1);
  expect(await said(`/figures/returns/print?${before}`)).toBe(1);
});

test("sales by product have net sales and no total sales, and the screen says why; a margin says for how many pieces the cost is known", async () => {
  const text = await owner.text(`/figures/sales?by=product&${always}`);
  expect(text).toContain("There are no total sales by product.");
  expect(text).not.toMatch(/Total sales (?!by)/);
  const { rows } = await db.execute<{ kept: string; without: string }>(sql`
    select sum(pieces) as kept, coalesce(sum(pieces) filter (where cost_cents is null), 0) as without from sale_events where position is not null`);
  await shop.asOwner(`update sale_events set cost_cents = null where product = 'Gauntlet Leather Gloves'`);
  const overview = await owner.text(`/figures?${always}`);
  expect(overview).toMatch(/Margin \$[\d,.]+, \d+%, of \d+% of pieces; \d+ pieces without cost/);
  expect(Number(rows[0]?.kept)).toBeGreaterThan(0);
});

test("[B-114] delivery by zone has what each zone brought by its name of then, what went back, and orders that did not keep it", async () => {
  const day = "2025-06-10";
  const at = new Date(`${day}T18:00:00Z`);
  const to = async (postalCode: string, zones: Parameters<typeof zoneWith>[0][], address = jo.address) => {
    const services = { ...shop, settings: () => ({ ...shop.settings(), deliveryZones: zones.map(zoneWith) }) };
    const wish = await draftRequestFor(services, [[...tee]], { customer: { ...jo, postalCode, address } });
    const { summary } = await quoteOrder(services, { items: wish.items, address: { postalCode, street: address } }, at);
    const { id, clientSecret } = await draftOrder(services, { ...wish, amount: summary.total });
    await payWith(services, cards.good, clientSecret);
    return (await settleOrder(services, id, {}, at)).number;
  };
  const alaska = { name: "Alaska", states: ["AK"], price: 14_90, freeFrom: 20_00 };
  const boxes = { name: "PO boxes", boxes: true, by: "place" as const };
  await to("96813", [{ name: "Islands", states: ["HI"], price: 9_99 }]);
  const back = await to("96813", [{ name: "Islands", states: ["HI"], price: 12_00 }]);
  await to("99501", [{ ...alaska, freeFrom: null }]);
  await to("99501", [alaska]);
  await to("99501", [{ ...alaska, freeFrom: null }, boxes], "PO Box 4");
  await to("86001", []);
  const older = await to("86001", [alaska]);
  await db.update(orders).set({ deliveryZone: null }).where(eq(orders.number, older));
  await cancelOrder(shop, await seen(back), { reason: "It was ordered by mistake" });

  const rows = await file(`/figures/delivery/file/delivery?period=own&from=${day}&to=${today}`);
  const of = (zone: string) =>
    rows.filter(({ Zone }) => Zone === zone).map(({ Orders, Charged, Delivery }) => [Orders, Charged, Delivery]);
  expect([of("Islands"), of("Alaska"), of("PO boxes")]).toEqual([
    [["2", "21.99", "9.99"]],
    [["2", "14.9", "14.9"]],
    [["1", "14.9", "14.9"]],
  ]);
  const ofDay = await file(`/figures/delivery/file/delivery?period=own&from=${day}&to=${day}`);
  expect(ofDay.filter(({ Zone = "" }) => /^(In no zone|Not kept)$/.test(Zone))).toMatchObject([
    { Zone: "In no zone", Orders: "1", Charged: "3.99" },
    { Zone: "Not kept", Orders: "1", Charged: "3.99" },
  ]);
  expect(await owner.text(`/figures/delivery?period=own&from=${day}&to=${day}`)).toContain(
    "Orders before the shop kept the zone",
  );
});

test("a bookkeeper may open figures; a packer and an editor may not, and their menu has no link to them", async () => {
  const bookkeeper = officeAs(shop, memberAs("bookkeeper", "Kim"));
  expect((await bookkeeper.fetch("/figures")).status).toBe(200);
  expect((await bookkeeper.fetch(`/figures/sales/file/sales-by-product?by=product`)).status).toBe(200);
  for (const role of ["packer", "editor"] as const) {
    const office = officeAs(shop, memberAs(role));
    for (const path of [
      "/figures",
      "/figures/stock",
      "/figures/tax",
      "/figures/sales/file/sales-by-day",
      "/figures/sales/print",
    ])
      expect([role, path, (await office.fetch(path)).status]).toEqual([role, path, 403]);
    expect(await office.text("/menu")).not.toContain("Figures");
  }
});

test("[B-72] the value of stock is pieces times cost, and the screen names the pieces without a cost", async () => {
  await shop.asOwner(
    "update variants set stock = 3 where product_id in (select id from products where name in ('Sprocket Tee', 'Ridgeback Boots'))",
  );
  await shop.asOwner("update products set cost_cents = null where name = 'Ridgeback Boots'");
  await shop.asOwner(
    "update variants set cost_cents = null where product_id in (select id from products where name = 'Ridgeback Boots')",
  );
  const { rows } = await db.execute<{ value: string; boots: string }>(sql`
    select sum(stock * coalesce(v.cost_cents, p.cost_cents)) as value, sum(stock) filter (where coalesce(v.cost_cents, p.cost_cents) is null) as boots
    from variants v join products p on p.id = product_id where retired_at is null`);
  const [{ value, boots } = { value: "0", boots: "0" }] = rows;
  const text = await owner.text("/figures/stock");
  expect(text).toContain(`${boots} pieces have no cost: Ridgeback Boots ${boots}.`);
  const lines = await file("/figures/stock/file/stock-value");
  expect(centsIn(lines, "At cost")).toBe(Number(value));
  expect(lines.find(({ Where }) => Where === "Without cost: Ridgeback Boots")?.["Without cost"]).toBe(boots);
});

test("the screens of stock show how long stock lasts, sold-out goods with the number of waiting shoppers, and what to buy again by size", async () => {
  const { rows } = await db.execute<{ id: number }>(sql`
    select v.id from variants v join products p on p.id = product_id where p.name = 'Sprocket Tee' and size = 'M' and color = 'Ash'`);
  const id = rows[0]?.id ?? 0;
  await shop.asOwner(`update variants set stock = 0 where id = ${id}`);
  await shop.asOwner(
    `insert into stock_requests (variant_id, email) values (${id}, 'a@x.example'), (${id}, 'b@x.example')`,
  );
  const out = await file("/figures/goods/file/sold-out?show=out");
  expect(out[0]).toMatchObject({ What: "Sprocket Tee", "Requests waiting": "2" });
  const buy = (await file("/figures/stock/file/buy-again?show=buy")).find(
    ({ What, Size, Color }) => What === "Sprocket Tee" && Size === "M" && Color === "Ash",
  );
  const sold = Number(buy?.["Sold in 30 days"]);
  expect(sold).toBeGreaterThan(0);
  expect(Number(buy?.["To buy"])).toBe(2 * sold + 2);
  // The size and color of which most is missing comes first, not the first by name.
  await shop.asOwner(`
    insert into stock_requests (variant_id, email) select own.id, n || '@x.example' from generate_series(1, 300) as n,
      (select v.id from variants v join products p on p.id = product_id where p.name = 'Sprocket Tee' and size = 'XL' and color = 'Ash') as own`);
  await shop.asOwner(
    "update variants set stock = 0 where size = 'XL' and product_id in (select id from products where name = 'Sprocket Tee')",
  );
  const [first, ...others] = await file("/figures/stock/file/buy-again?show=buy");
  expect(first).toMatchObject({ What: "Sprocket Tee", Size: "XL", "To buy": "300" });
  const missing = others.map((row) => Number(row["To buy"]));
  expect(missing).toEqual(missing.toSorted((one, other) => other - one));
  await shop.asOwner("delete from stock_requests where email like '%@x.example'");
  await shop.asOwner(`update variants set stock = 7 where id = ${id}`);
  const days = (await file("/figures/stock/file/days-of-stock?show=days")).find(
    ({ "Color and size": choice }) => choice === buy?.["Color"] + ", M" || choice?.includes("Ash"),
  );
  expect(Number(days?.["Lasts, days"])).toBe(Math.floor((7 * 30) / sold));
  expect(await owner.text("/figures/stock?show=age")).toContain("What came in last is what is left.");
});

test("a sum of zero has no sign, on screen and on paper", async () => {
  const quiet = "period=own&from=2023-01-01&to=2023-01-31";
  for (const path of [`/figures?${quiet}`, `/figures/overview/print?${quiet}`, `/figures/sales?${quiet}&by=day`]) {
    const text = await owner.text(path);
    expect([path, text.includes("$0.00"), /[−-]\$0\.00/.test(text)]).toEqual([path, true, false]);
  }
});

test("the list of goods to buy again can be filtered by size, and a category links to its products", async () => {
  const buy = async (query: string) =>
    (await file(`/figures/stock/file/buy-again?show=buy${query}`)).map(({ Size }) => Size);
  expect(new Set(await buy("&size=M"))).toEqual(new Set(["M"]));
  expect((await buy("")).length).toBeGreaterThanOrEqual((await buy("&size=M")).length);
  expect(await owner.text("/figures/stock?show=buy&size=XXS")).toContain("Nothing has to be bought again in XXS.");

  // The filter also offers a size with enough stock, in this list and in the list of days.
  await shop.asOwner("update variants set stock = 90000 where size = 'M' and stock is not null");
  expect(await owner.text("/figures/stock?show=buy&size=M")).toMatch(
    /Every size.*M Buy again .*Nothing has to be bought again in M\./,
  );
  const days = await file("/figures/stock/file/days-of-stock?show=days&size=M");
  expect(days.length).toBeGreaterThan(0);
  expect(days.filter((row) => !row["Color and size"]?.endsWith("M"))).toEqual([]);
  const html = await (await owner.fetch(`/figures/sales?by=category&${always}`)).text();
  expect(html).toMatch(/\/figures\/sales\?[^"]*by=product[^"]*category=/);
});

test("the screen of returns names the product that comes back for one reason furthest above a tenth of its sales, however many other goods come back", async () => {
  const number = await bought([[...tee, 3]]);
  await refundLines(shop, await seen(number), {
    cause: "sizes",
    reason: "too-small",
    restock: false,
    lines: [{ position: 0, quantity: 3 }],
  });
  const [back] = (await eventsOf(number)).filter(({ kind, refundId }) => kind === "sale" && refundId);
  if (!back) throw new Error("nothing came back");
  const { id: _, refundId, ...line } = back;
  const moved = (productId: string, pieces: number, more: object) =>
    db.insert(saleEvents).values({ ...line, productId, product: `Product ${productId}`, pieces, ...more });
  for (let place = 0; place < 25; place += 1) {
    // More pieces of the first products came back, but fewer than a tenth; pieces of the others came back without a reason.
    await moved(`often${place}`, 1_000, { refundId: null });
    await moved(`often${place}`, -60, { refundId });
    await moved(`disputed${place}`, -90, { refundId: null, disputeId: `du_${place}` });
  }
  await moved("telling", 50, { refundId: null });
  await moved("telling", -40, { refundId });
  expect(await owner.text(`/figures/returns?${always}`)).toContain(
    'Product telling, "too small": 40 pieces came back, of the 50 pieces sold in the sizes that did; M.',
  );
});

test("the form for chosen dates begins with the days shown, and its only button sends them with the grouping and the comparison", async () => {
  const link = /href="\/back-office(\/figures\/sales\?period=own[^"]*)"/.exec(
    await (await owner.fetch("/figures/sales?period=7&by=product")).text(),
  )?.[1];
  const page = await (await owner.fetch((link ?? "").replaceAll("&amp;", "&"))).text();
  const [form = ""] = /<form[^>]*class="figures-choice"[^]*?<\/form>/.exec(page) ?? [];
  expect(form).toMatch(new RegExp(`<input[^>]*name="from"[^>]*value="${dayBefore(today, 6)}"`));
  expect(form).toMatch(new RegExp(`<input[^>]*name="to"[^>]*value="${today}"`));
  expect([...form.matchAll(/<select[^>]*name="([a-z]+)"/g)].map(([, name]) => name)).toEqual(["by", "beside"]);
  expect(page.match(/<button\b[^>]*>Show/g)).toHaveLength(1);
});

test("a month can be compared with the month before, whose longer end is a row of its own", async () => {
  const months = "period=own&from=2024-06-01&to=2024-06-30&beside=month";
  const number = await bought([[...tee]]);
  const [line] = await eventsOf(number);
  if (!line) throw new Error("nothing was sold");
  const { id: _, ...sale } = line;
  for (const [day, amount] of [
    ["2024-05-10", 10_00],
    ["2024-05-31", 5_00],
    ["2024-06-10", 30_00],
  ] as const)
    await db.insert(saleEvents).values({ ...sale, day, amount: cents(amount) });
  const rows = await file(`/figures/sales/file/sales-by-day?${months}`);
  expect(rows).toHaveLength(31);
  expect(rows.at(-1)).toMatchObject({
    Day: "The rest of the month before",
    "Total sales": "0",
    "Total sales before": "5",
  });
  expect(centsIn(rows, "Total sales before")).toBe(15_00);
  const page = await owner.text(`/figures?${months}`);
  expect(page).toContain("Beside: May 1 to May 31, 2024.");
  expect(page).toMatch(/Gross sales \$30\.00 [^$]*up 100%/);
  expect(await owner.text("/figures?period=own&from=2024-06-02&to=2024-06-30&beside=month")).not.toContain(
    "the month before",
  );
});

test("a chart of more than a year names the years of its days", async () => {
  const html = await (await owner.fetch(`/figures?${always}`)).text();
  expect(html).toMatch(/class="days__ends"[^>]*><span>Jan 2024<\/span>/);
  const weeks = await (await owner.fetch("/figures/sales?period=own&from=2024-01-01&to=2025-02-28")).text();
  expect(weeks).toMatch(/class="days__ends"[^>]*><span>Jan 1, 2024<\/span>/);
  expect(weeks).toContain("Dec 30, 2024 to Jan 5, 2025");
});

test("the number of a link is the number of rows of the period in the list that it opens, and what was only sold before follows", async () => {
  // Goods that were sold in the compared period only.
  const number = await bought([[...tee]]);
  const [line] = await eventsOf(number);
  if (!line) throw new Error("nothing was sold");
  const { id: _, ...sale } = line;
  const gone = { ...sale, productId: "gone", product: "Gone", day: dayBefore(today, 36) };
  await db.insert(saleEvents).values(gone);
  const [, to = "", count] =
    /href="\/back-office(\/figures\/sales[^"]*by=product[^"]*)"[^>]*>All ([\d,]+)/.exec(
      await (await owner.fetch("/figures")).text(),
    ) ?? [];
  const list = await owner.text(to.replaceAll("&amp;", "&"));
  const [, all, own, more] =
    /1 to \d+ of ([\d,]+): ([\d,]+) of these days, and after them ([\d,]+) only/.exec(list) ?? [];
  expect(own).toBe(count);
  expect(Number(all)).toBe(Number(own) + Number(more));
  expect(list).toMatch(/Gone 0 0 \$0\.00.* All /);
});

test("returns by product and size say how many of the sold pieces came back, and mostly why; cancelled pieces did not", async () => {
  const number = await bought([[...gloves, 4]]);
  for (const [reason, quantity] of [
    ["too-small", 2],
    ["damaged", 1],
  ] as const)
    await refundLines(shop, await seen(number), {
      cause: reason,
      reason,
      restock: false,
      lines: [{ position: 0, quantity }],
    });
  const [product] = await db.select().from(products).where(eq(products.name, gloves[0]));
  const query = `period=today&product=${product?.id}`;
  const before = await db.execute<{ cancelled: number }>(sql`
    select coalesce(-sum(e.pieces), 0)::int as cancelled from sale_events e join refunds on refunds.id = refund_id
    where cause = 'cancelled' and e.kind = 'sale' and e.product_id = ${product?.id} and e.day = ${today}`);
  const ofSize = async (name: string) =>
    (await file(`/figures/returns/file/${name}?${query}`)).filter(({ Size }) => Size === gloves[1]);
  const [row] = await ofSize("returns-by-size");
  const reasons = await ofSize("returns");
  const back = reasons.filter(({ Why }) => !Why?.startsWith("Cancelled"));
  const pieces = (own: Record<string, string>) => Number(own["Money back, pieces"]) + Number(own["Exchanged"]);
  const total = back.reduce((sum, own) => sum + pieces(own), 0);
  expect(row).toMatchObject({ What: gloves[0], Size: "M", "Came back": String(total), Sold: reasons[0]?.["Sold"] });
  expect(Number(row?.["Never sent"])).toBe(before.rows[0]?.cancelled);
  expect(Number(row?.["Part of sold"])).toBeCloseTo(total / Number(row?.["Sold"]), 2);
  const [most] = back.toSorted((one, other) => pieces(other) - pieces(one));
  expect(Number(row?.["Pieces for it"])).toBe(pieces(most ?? {}));
  expect(centsIn([row ?? {}], "Given back")).toBe(centsIn(reasons, "Given back"));
  expect(await owner.text(`/figures/returns/print?${query}`)).toContain(`Only product ${gloves[0]}.`);
});

test("some goods have net sales and no orders or total sales, on the screen, on paper and in files", async () => {
  const [product] = await db.select().from(products).where(eq(products.name, tee[0]));
  const query = `${always}&product=${product?.id}`;
  for (const path of ["/figures", "/figures/overview/print"])
    expect([path, await owner.text(`${path}?${query}`)]).toEqual([
      path,
      expect.not.stringMatching(/Total sales|Delivery \$/),
    ]);
  for (const by of ["day", "order", "state"])
    expect(Object.keys((await file(`/figures/sales/file/sales-by-${by}?${query}&by=${by}`))[0] ?? {})).not.toEqual(
      expect.arrayContaining(["Total sales"]),
    );
});

test("the sheet of offers divides the discounts of all other figures by the offer or code that gave them", async () => {
  const code = { kind: "percent", code: "OFFERS20", percent: 20 } as const;
  await db.insert(discountCodes).values(code);
  const numbers = [
    await bought([[...tee, 2], [...gloves]], { discount: code }),
    await bought([[...tee, 1]], { discount: code }),
    await bought([[...tee, 1]]),
  ];
  // An offer gave a third of each line's discount in the first order, another one all of the second order's.
  const [third, whole] = [randomUUID(), randomUUID()];
  await db.execute(sql`
    insert into order_offers (order_number, position, offer_id, turn, sentence, amount_cents, of_discount_cents)
    select order_number, position, ${third}::uuid, 0, 'Buy 2, the third at half', discount_share_cents / 3, discount_share_cents from order_lines
      where order_number = ${numbers[0] ?? ""}
    union all select order_number, position, ${whole}::uuid, 0, '20% off from 1 piece', discount_share_cents, discount_share_cents from order_lines
      where order_number = ${numbers[1] ?? ""}`);
  const { rows } = await db.execute<{ number: string; given: number; third: number; net: number }>(sql`
    select order_number as number, sum(discount_share_cents)::int as given, sum(discount_share_cents / 3)::int as third,
      sum(price_cents * quantity - discount_share_cents)::int as net
    from order_lines where order_number = any(${sql.param(numbers)}::text[]) group by order_number`);
  const of = (number = "") => rows.find((row) => row.number === number) ?? { given: 0, third: 0, net: 0 };
  const [first, second] = [of(numbers[0]), of(numbers[1])];

  const offers = await file(`/figures/offers/file/offers?${always}`);
  const dollarsOf = (amount: number) => amount / 100;
  expect(
    offers.map(({ Offer, Orders, Gave, ...rest }) => [Offer, Orders, Number(Gave), Number(rest["Brought, net"])]),
  ).toEqual(
    [
      ["Buy 2, the third at half", "1", dollarsOf(first.third), dollarsOf(first.net)],
      ["20% off from 1 piece", "1", dollarsOf(second.given), dollarsOf(second.net)],
    ].toSorted((a, b) => Number(b[2]) - Number(a[2])),
  );
  const discounts = await file(`/figures/offers/file/discounts?${always}`);
  expect(discounts.find((row) => row["Offer or code"] === code.code)).toMatchObject({
    Kind: "Code",
    Orders: "1",
    Gave: String(dollarsOf(first.given - first.third)),
  });
  const days = await file(`/figures/sales/file/sales-by-day?${always}`);
  expect(centsIn(discounts, "Gave")).toBe(-centsIn(days, "Discounts"));
  expect(await owner.text(`/figures/offers?${always}`)).toContain("What offers gave");

  // Pieces that come back later change nothing of what was given.
  await cancelOrder(shop, await seen(numbers[1] ?? ""), { reason: "tests" });
  expect(await file(`/figures/offers/file/offers?${always}`)).toEqual(
    offers.map((row) => (row.Offer?.startsWith("20%") ? { ...row, "Brought, net": "0" } : row)),
  );
});

test("the age of stock counts the pieces that arrived last, tells those of unknown age, and sums also the products that it leaves out", async () => {
  const { rows: variants } = await db.execute<{ id: number }>(sql`
    select min(v.id) as id from variants v join products p on p.id = product_id
    where p.name in ('Gauntlet Leather Gloves', 'Ridgeback Boots', 'Sprocket Tee') group by p.name order by p.name`);
  const [some, others, more] = variants.map(({ id }) => id);
  await shop.asOwner(`update variants set stock = null;
    update variants set stock = case id when ${some} then 12 when ${others} then 4 else 3 end where id in (${some}, ${others}, ${more});
    delete from stock_movements where variant_id in (${some}, ${others}, ${more});
    insert into stock_movements (variant_id, quantity, at, cause, actor)
    select id, quantity, now() - days * interval '1 day', cause, '{"kind":"system"}' from (values (${some}, 100, 900, 'import'),
      (${some}, 5, 10, 'delivery'), (${some}, -93, 5, 'sale'), (${others}, 1, 100, 'return'), (${more}, 30, 200, 'count')) as moved (id, quantity, days, cause)`);
  const ages = ["Pieces", "Up to 30 days", "To 90 days", "To 180 days", "To 365 days", "Over a year", "Not known"];
  const rows = (await file("/figures/stock/file/stock-age?show=age")).map((row) => [
    row["What"],
    ...ages.map((age) => Number(row[age])),
  ]);
  expect(rows).toEqual([
    ["Gauntlet Leather Gloves", 12, 5, 0, 0, 0, 7, 0],
    ["Ridgeback Boots", 4, 0, 0, 1, 0, 0, 3],
    ["Sprocket Tee", 3, 0, 0, 0, 3, 0, 0],
  ]);
  const { products, all, count } = await stockAge(shop, dana, { now: new Date(), most: 1 });
  expect(products.map(({ product, ages: own }) => [product, own])).toEqual([
    ["Gauntlet Leather Gloves", [5, 0, 0, 0, 7, 0]],
  ]);
  expect([count, all]).toEqual([3, { pieces: 19, ages: [5, 0, 1, 3, 7, 3] }]);
});
