import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { riderNamed } from "~/testing/lived-in.server";
import { memberAs } from "~/testing/members.server";
import { columnsWith } from "~/testing/personal-rows.server";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { askErasure, erasePerson } from "./erase-person.server";

const { shop, db, bought, seen, tee, ups } = await openBoughtOrders();
/** Number of orders; `MANY_ORDERS=10000` measures the time. */
const COUNT = Number(process.env["MANY_ORDERS"] ?? 2_000);
const token = "manyfeather";
const rider = riderNamed(token);

/** Copies of an order's rows under other numbers. */
async function copyRows(table: string, number: string, column: string, other: Record<string, string>): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''`);
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => (name === column ? "(50000000 + i)::text" : (other[name] ?? `"${name}"`)));
  await shop.asOwner(`alter table ${table} disable trigger user`);
  await shop.asOwner(`insert into ${table} (${names.map((name) => `"${name}"`).join(", ")})
    select ${values.join(", ")} from ${table}, generate_series(1, ${COUNT}) as i where "${column}" = '${number}'`);
  await shop.asOwner(`alter table ${table} enable trigger user`);
}

/** Names that are still there. */
const named = async (): Promise<number> =>
  (await db.execute<{ count: number }>(sql`select count(*)::int as count from orders where email = ${rider.email}`))
    .rows[0]?.count ?? 0;

test("thousands of orders of one address are erased in portions: a killed job goes on where it was, in bounded memory, beside people who buy", async () => {
  const number = await bought([[...tee, 1]], { customer: rider });
  await shipParcel(shop, await seen(number), ups);
  await copyRows("orders", number, "number", { draft_key: "gen_random_uuid()::text" });
  await copyRows("order_lines", number, "order_number", {});
  await copyRows("order_facts", number, "number", {});
  await copyRows("payments", number, "order_number", {
    id: "gen_random_uuid()",
    gateway_id: "gen_random_uuid()::text",
  });
  expect(await named()).toBe(COUNT + 1);
  const wish = { submission: crypto.randomUUID(), email: rider.email, withWords: false };
  const id = await askErasure(shop, memberAs("owner", "Olga"), wish);

  // The connection dies in the middle of the fourth portion.
  let portions = 0;
  const dying = {
    ...shop,
    db: new Proxy(db, {
      get: (target, name, receiver) =>
        name === "transaction"
          ? (...given: Parameters<typeof db.transaction>) =>
              target.transaction(async (tx) => {
                const result = await given[0](tx);
                if (++portions === 4) throw new Error("killed");
                return result;
              }, given[1])
          : (Reflect.get(target, name, receiver) as unknown),
    }),
  };
  await expect(erasePerson(dying, id, new Date())).rejects.toThrow("killed");
  expect(await named()).toBe(COUNT + 1 - 3 * 200);

  const before = process.memoryUsage().heapUsed;
  let most = 0;
  const measure = setInterval(() => (most = Math.max(most, process.memoryUsage().heapUsed - before)), 20);
  const beside = await Promise.allSettled([
    erasePerson(shop, id, new Date()),
    erasePerson(shop, id, new Date()),
    bought([[...tee, 1]]),
  ]);
  clearInterval(measure);
  for (const one of beside) if (one.status === "rejected") throw one.reason;
  expect(most).toBeLessThan(200e6);
  expect(await named()).toBe(0);
  expect(await columnsWith(db, token)).toEqual([]);
  const { rows } = await db.execute<{ count: number; letters: number }>(
    sql`select jsonb_array_length(order_numbers) as count from erasures where id = ${id} and done_at is not null`,
  );
  expect(rows).toEqual([{ count: COUNT + 1 }]);
});
