import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { eventually } from "~/testing/eventually";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { findOrders } from "~/shop/orders/list/find-orders.server";
import { countOrders, listOrders } from "~/shop/orders/list/listed-orders.server";
import { everyOrder, type OrderFilter, type OrderSort } from "~/shop/orders/list/order-filter";
import { kindCounted, kindsApart } from "~/shop/orders/kinds-apart.server";
import { soldNotLeft } from "~/shop/orders/parcels/sold-not-left.server";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { refundLines } from "~/shop/orders/refunds/refund-lines.server";
import { findBuyers } from "~/shop/orders/person-orders.server";
import { salesByDay } from "~/shop/figures/sales-by-day.server";
import { soldMost } from "~/shop/figures/sold-most.server";
import { dayBefore, dayIn } from "~/shop/shop-time";
import { cents } from "~/shop/money";
import { refundOfCause } from "~/shop/payments/refunds.server";
import { unmatchedBalance } from "~/shop/payments/payouts.server";
import { paymentHealth } from "~/shop/payments/payment-health.server";
import { listReturns } from "~/shop/returns/list-returns.server";
import { ordersToShip } from "~/shop/orders/count-orders-to-ship.server";
import { knownViews } from "~/back-office/orders/orders-view";
import { readEnv } from "~/platform/env.server";
import { explainedReads, rowsOf } from "./explained-reads";
import { fillShop, refusalOf } from "./fill-shop";
import { addManyCounts } from "./many-counts";
import { addManyOrders, FILLED } from "./many-orders";

const COUNT = 10_000;
const shop = await openTestShop();
const client = new pg.Client({ connectionString: shop.ownerUrl });
await client.connect();
afterAll(() => client.end());
await addManyOrders(client, COUNT);
await shop.asOwner("vacuum analyze");

const { db, stepsOn } = explainedReads(client);
const services = { db, settings: shop.settings };
const owner = memberAs("owner");

/** The tables that grow with each order. */
const GROWING = ["orders", "order_lines", "order_facts", "order_search", "order_name_words", "payments"];

/** Number of rows of growing tables that a read scanned, and the tables that it scanned whole. */
async function lookedAt(read: () => Promise<unknown>) {
  const scans = await stepsOn(GROWING, read);
  const rows = scans.reduce((total, step) => total + rowsOf(step), 0);
  // A count that stops at 1,000 may scan the start of a table when nearly all orders match, so up to 1,500 rows are allowed.
  const whole = scans.flatMap((step) =>
    step["Node Type"] === "Seq Scan" && rowsOf(step) > 1_500 ? [step["Relation Name"]] : [],
  );
  return { rows, whole };
}

const list = (filter: Partial<OrderFilter>, sort: OrderSort = "newest", page = {}) =>
  listOrders(services, owner, { filter: { ...everyOrder, ...filter }, sort, page }, 50);

describe("[B-25] with 10,000 orders no list reads many more rows than it shows", () => {
  test("the list of orders: its first page, in each sort order", async () => {
    for (const sort of ["newest", "oldest", "highest", "lowest"] as const) {
      const { rows, whole } = await lookedAt(() => list({}, sort));
      expect([sort, whole, rows < 500]).toEqual([sort, [], true]);
    }
  });

  test("the list of orders: a page from the middle, and the pages before and after it", async () => {
    let { after } = await list({});
    for (let pages = 0; pages < 60 && after; pages += 1) ({ after } = await list({}, "newest", { after }));
    expect(after).not.toBeNull();
    for (const page of [{ after }, { before: after }]) {
      const { rows, whole } = await lookedAt(() => list({}, "newest", page));
      expect([whole, rows < 500]).toEqual([[], true]);
    }
  });

  test("the list of orders: each view and each filter", async () => {
    const today = dayIn(new Date(), shop.settings().timeZone);
    const filters: Partial<OrderFilter>[] = [
      ...knownViews.map(({ view }) => view.filter),
      { standings: ["packed"] },
      { standings: ["to-ship", "packed"] },
      { money: "refund-refused" },
      { isReturning: true },
      { from: dayBefore(today, 330), to: dayBefore(today, 300) },
    ];
    for (const filter of filters) {
      const { rows, whole } = await lookedAt(() => list(filter));
      expect([filter, whole, rows < 1_500]).toEqual([filter, [], true]);
    }
  });

  test("the list of orders: a search by part of a name, a misspelt name, order number, tracking number, destination, telephone number and two words of a line", async () => {
    const { rows: some } = await client.query<{ number: string; tracking: string }>(
      "select order_number as number, tracking_number as tracking from parcels order by id desc limit 1",
    );
    const [{ number, tracking } = { number: "", tracking: "" }] = some;
    const { rows: homes } = await client.query<{ address: string; phone: string; thing: string }>(
      `select address, phone, lines.name || ' ' || color as thing from orders join order_lines lines on order_number = number
        where number = $1 order by position limit 1`,
      [number],
    );
    const [{ address, phone, thing } = { address: "", phone: "", thing: "" }] = homes;
    const digits = phone.replace(/^\+1/, "");
    const written = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
    const queries = ["lindqv", "delacroux", "ulises delacroix", number, number.slice(0, 6), tracking];
    for (const query of [...queries, address, written, digits, thing]) {
      let found = 0;
      const { rows, whole } = await lookedAt(async () => {
        found = (await list({ query })).orders.length;
      });
      expect([query, whole, found > 0, rows < 5_000]).toEqual([query, [], true, true]);
      const palette = await lookedAt(() => findOrders(services, owner, query, 5));
      expect([query, palette.whole, palette.rows < 5_000]).toEqual([query, [], true]);
    }
  });

  test("counts of orders stop above 1,000, and the screen Today counts orders with unsent pieces", async () => {
    const counts = await countOrders(
      services,
      owner,
      knownViews.map(({ view }) => view.filter),
    );
    expect(counts[knownViews.findIndex(({ name }) => name === "All")]).toBe(1_001);
    const { rows, whole } = await lookedAt(() =>
      countOrders(
        services,
        owner,
        knownViews.map(({ view }) => view.filter),
      ),
    );
    expect([whole, rows < 4_000]).toEqual([[], true]);
    const today = await lookedAt(() => ordersToShip(services, owner));
    expect(today.rows).toBeLessThan(200);
  });
});

describe(`[B-25] with ${COUNT} orders no other screen reads many more rows than it shows`, () => {
  test("the lists of people and of returns: a search by part of a name or an address, and by text that matches nothing", async () => {
    const { rows: some } = await client.query<{ name: string; email: string }>(
      "select name, email from orders join returns on order_number = orders.number order by returns.number limit 1",
    );
    const [{ name, email } = { name: "", email: "" }] = some;
    for (const query of [name, email, email.slice(2), "zzqqyy"]) {
      const least = query === "zzqqyy" ? 0 : 1;
      let found: number[] = [];
      const { rows, whole } = await lookedAt(async () => {
        found = [
          (await findBuyers(services, owner, `%${query}%`, 20)).length,
          (await listReturns(services, owner, { view: "all", text: query, after: null }, 50)).returns.length,
        ];
      });
      expect([query, whole, found.map((count) => count >= least), rows < 3_000]).toEqual([
        query,
        [],
        [true, true],
        true,
      ]);
    }
  });

  test("the kinds of orders that have lists of their own, the health of payments, and the unsent pieces of a variant", async () => {
    const { rows: left } = await client.query<{ variant: number; number: string }>(
      `select variant_id as variant, number from order_facts join order_lines on order_number = number
        where standing = 'to-ship' and kind = 'real' order by number, position limit 1`,
    );
    const [{ variant, number } = { variant: 0, number: "" }] = left;
    const { rows, whole } = await lookedAt(async () => {
      expect(await kindsApart(db)).not.toContain("real");
      expect(await kindCounted(db)).toBe("real");
      expect((await soldNotLeft(db, variant)).map((one) => one.orderNumber)).toContain(number);
      await paymentHealth({ ...services, payments: shop.payments }, owner, new Date());
    });
    expect([whole, rows < 3_000]).toEqual([[], true]);
  });

  test("the orders of sixty days, and the pieces of the three best-selling products, are as many as in the tables of orders", async () => {
    const now = new Date();
    const today = dayIn(now, shop.settings().timeZone);
    const [days = []] = await salesByDay(services, owner, [{ from: dayBefore(today, 59), to: today }]);
    const { rows: paid } = await client.query<{ orders: number }>(
      "select count(*)::int as orders from orders where paid_at >= ($1::date)::timestamp at time zone $2",
      [days[0]?.day, shop.settings().timeZone],
    );
    expect(days.reduce((sum, { sums }) => sum + sums.orders, 0)).toBe(paid[0]?.orders);
    const since = dayBefore(today, 6);
    const { rows: sold } = await client.query<{ pieces: number }>(
      `select sum(pieces)::int as pieces from (
          select product_id, quantity as pieces from orders join order_lines on order_number = number
            where paid_at >= ($1::date)::timestamp at time zone $2
          union all
          select product_id, -refund_parts.pieces from refund_parts join refunds on refunds.id = refund_id
            join order_lines using (order_number, position)
            where refunds.at >= ($1::date)::timestamp at time zone $2 and refunds.state <> 'failed') as moved
        group by product_id order by 1 desc limit 3`,
      [since, shop.settings().timeZone],
    );
    expect((await soldMost(services, owner, { from: since, to: today }, 3)).map(({ pieces }) => pieces)).toEqual(
      sold.map(({ pieces }) => pieces),
    );
  });
});

test("a filled shop has orders in every state, with correct sums and correct facts", async () => {
  const one = async (query: string) => (await client.query<Record<string, number>>(query)).rows[0];
  expect(await one(`select count(*)::int as orders, max(lines) as longest from order_facts`)).toEqual({
    orders: COUNT,
    longest: 200,
  });
  const { rows } = await client.query<{ standing: string }>("select distinct standing from order_facts order by 1");
  expect(rows.map(({ standing }) => standing)).toEqual([
    "arrived",
    "cancelled",
    "lapsed",
    "on-the-way",
    "packed",
    "partly-refunded",
    "partly-shipped",
    "refunded",
    "to-ship",
  ]);
  expect(
    await one(`select count(*)::int as wrong from orders join (select order_number, sum(price_cents * quantity) as value,
      sum(discount_share_cents) as discount from order_lines group by 1) line on order_number = number
      where value <> order_value_cents or discount <> discount_cents`),
  ).toEqual({ wrong: 0 });
  expect(
    await one(`select count(*)::int as wrong from payments p where amount_cents <
      (select sum(amount_cents) from refunds r where r.payment_id = p.id)`),
  ).toEqual({ wrong: 0 });
  for (const table of ["messages", "reviews"])
    expect(
      (await one(`select count(*)::int as waiting from ${table} where state = 'waiting'`))?.waiting,
    ).toBeGreaterThan(5);
  const hash = "select md5(string_agg(order_facts::text, ',' order by number)) as hash from order_facts";
  const before = await one(hash);
  await client.query("select note_facts_of(array(select number from orders))");
  expect(await one(hash)).toEqual(before);
});

test("the ledger of a filled shop has the same rows as when its orders write it one by one", async () => {
  const one = async (query: string) => (await client.query<Record<string, number>>(query)).rows[0];
  const rowsOfPicked = `select to_jsonb(events) - 'id' as own from sale_events events where order_number in (select number from picked)
    union all select to_jsonb(parts) from refund_parts parts where order_number in (select number from picked)`;
  await client.query("begin");
  try {
    await client.query(`create temporary table picked as
      select number from order_facts where lines = 200
      union (select order_number from payments join refunds on payment_id = payments.id order by refunds.id limit 150)
      union (select number from orders where paid_at is not null order by number limit 150)`);
    await client.query(`create temporary table filled_rows as ${rowsOfPicked}`);
    for (const table of ["sale_events", "refund_parts"])
      await client.query(`delete from ${table} where order_number in (select number from picked)`);
    await client.query("select note_sales_of(number) from picked");
    expect(
      await one(`select (select count(*)::int from picked) >= 250 as "isMany",
        (select count(*)::int from ((${rowsOfPicked}) except all select own from filled_rows) as more) as more,
        (select count(*)::int from (select own from filled_rows except all (${rowsOfPicked})) as less) as less,
        (select count(distinct own ->> 'kind')::int from filled_rows) as kinds`),
    ).toEqual({ isMany: true, more: 0, less: 0, kinds: 3 });
  } finally {
    await client.query("rollback");
  }
});

test("generated movements of the gateway match generated payments, refunds and payouts", async () => {
  await addManyCounts(client, FILLED);
  const { rows } = await client.query<{ wrong: number; paid: number }>(
    `select count(*) filter (where p.amount_cents <> booked.net)::int as wrong, count(*)::int as paid from payouts p
      join (select payout_id, sum(amount_cents - fee_cents) as net from balance_entries group by 1) as booked on booked.payout_id = p.id`,
  );
  expect(rows[0]?.wrong).toBe(0);
  expect(rows[0]?.paid).toBeGreaterThan(700);
  expect(await unmatchedBalance({ db }, owner)).toEqual([]);
});

test("the sandbox knows generated payments: their refunds reach an end, and no practice movements are invented for them", async () => {
  const { rows } = await client.query<{ number: string; version: number }>(
    `select number, version from orders where state in ('delivered', 'partly-refunded') and total_cents > (select coalesce(sum(r.amount_cents), 0)
      from refunds r join payments p on p.id = r.payment_id where p.order_number = number) order by state desc, number limit 20`,
  );
  for (const [turn, { number, version }] of rows.entries()) {
    const cause = `form ${turn}`;
    const wanted = { lines: [], goodwill: cents(1), cause, restock: false };
    const refund = await refundLines(shop, { number, version, actor: { kind: "staff", name: "Lee" } }, wanted);
    for (const id of refund.ids) await executeRefund(shop, id);
    expect(await refundOfCause(shop.db, number, cause)).toMatchObject({ state: "done" });
  }
  expect(await shop.payments.books?.entries(new Date(0), new Date())).toEqual([]);
});

test("filling a running shop waits for an act that locks the same tables in another order, and both end well", async () => {
  const act = new pg.Client({ connectionString: shop.ownerUrl });
  await act.connect();
  try {
    await act.query("begin; lock table payments in row exclusive mode");
    const filled = addManyOrders(client, 1);
    await eventually(async () => {
      const { rows } = await act.query(
        "select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())",
      );
      expect(rows).not.toEqual([]);
    });
    await act.query("lock table orders in row exclusive mode; commit");
    await filled;
  } finally {
    await act.end();
  }
});

describe("filling a shop is refused", () => {
  test("in live mode, before the database is opened", async () => {
    await expect(fillShop({ ...readEnv({}), shopMode: "live" })).rejects.toThrow("SHOP_MODE is live");
  });

  test("when the shop was filled before, or has real orders and `anyway` is not given", async () => {
    expect(await refusalOf(client, true)).toContain("has been filled before");

    await client.query("begin");
    await client.query("update orders set draft_key = 'real' || number where draft_key like $1", [`${FILLED}%`]);
    expect(await refusalOf(client, false)).toMatch(/^This shop has \d+ orders of its own/);
    expect(await refusalOf(client, true)).toBeUndefined();
    await client.query("rollback");
  });
});
