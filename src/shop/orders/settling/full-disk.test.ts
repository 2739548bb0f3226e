import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { cards, draftRequestFor, payWith } from "~/testing/riders.server";
import { namedDrift } from "~/shop/catalog/stock/stock-repair.server";
import { draftOrder } from "../drafting/draft-order.server";
import { settleOrder } from "./settle-order.server";

const { shop, db, tee } = await openBoughtOrders();
const empty = () => shop.asOwner("drop trigger if exists disk_is_full on orders");
afterEach(empty);

/** Adds a trigger to `orders` that fails like a full disk. */
const fill = () =>
  shop.asOwner(`
    create or replace function disk_is_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger disk_is_full before insert or update on orders for each row execute function disk_is_full()`);

const counts = async () =>
  (
    await db.execute(sql`select (select count(*)::int from orders) as orders, (select count(*)::int from payments) as payments,
      (select count(*)::int from sandbox_requests) as requests, (select count(*)::int from stock_movements) as movements`)
  ).rows[0];

test("a paid order waits while the disk is full: nothing is half written, and it is settled once when there is space again", async () => {
  const { id, clientSecret } = await draftOrder(shop, await draftRequestFor(shop, [[...tee]]));
  await payWith(shop, cards.good, clientSecret);
  await fill();
  const before = await counts();
  await expect(settleOrder(shop, id)).rejects.toMatchObject({ cause: { code: "53100" } });
  expect(await counts()).toEqual(before);

  await empty();
  const [one, other] = await Promise.all([settleOrder(shop, id), settleOrder(shop, id)]);
  expect(other.number).toBe(one.number);
  const { rows } = await db.execute(sql`select state from payments where order_number = ${one.number}`);
  expect(rows).toEqual([{ state: "received" }]);
  expect(await namedDrift(db)).toEqual([]);
});

test("a checkout on a full disk reserves no stock and requests no payment", async () => {
  const wish = await draftRequestFor(shop, [[...tee]]);
  await fill();
  const before = await counts();
  await expect(draftOrder(shop, wish)).rejects.toMatchObject({ cause: { code: "53100" } });
  expect(await counts()).toEqual(before);
  expect(await namedDrift(db)).toEqual([]);
  await empty();
  expect(await draftOrder(shop, wish)).toMatchObject({ clientSecret: expect.any(String) });
});
