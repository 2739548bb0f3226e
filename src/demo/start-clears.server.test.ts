import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { journal, migrateTo } from "~/platform/migrations.server";
import { administer, databaseAddresses, dropDatabase } from "~/testing/test-database";
import { openTestShop } from "~/testing/test-shop.server";

describe("the list of tables that Start for real clears", async () => {
  const shop = await openTestShop();
  const names = async (query: ReturnType<typeof sql>) =>
    (await shop.db.execute<{ name: string }>(query)).rows.map(({ name }) => name);

  test("is the content of the table start_clears", async () => {
    const [listed, rows] = await Promise.all([
      names(sql`select name from cleared_at_start() order by place, name`),
      names(sql`select name from start_clears order by place, name`),
    ]);
    expect(listed).toEqual(rows);
    expect(rows).toContain("orders");
  });

  test("names only tables that exist", async () => {
    expect(await names(sql`select name from start_clears where to_regclass(name) is null`)).toEqual([]);
  });

  test("has each table before the tables to which it refers, unless the foreign key cascades or sets null", async () => {
    const stuck = await names(sql`
      select conrelid::regclass || ' refers to ' || confrelid::regclass as name
      from pg_constraint
      join start_clears as referred on to_regclass(referred.name) = confrelid
      left join start_clears as own on to_regclass(own.name) = conrelid
      where contype = 'f' and conrelid <> confrelid and confdeltype in ('a', 'r') and not condeferred
        and (own.place is null or own.place > referred.place)
      order by 1`);
    expect(stuck).toEqual([]);
  });

  test("includes every table with samples, and every table with a column that refers to cleared records", async () => {
    const kept = await names(sql`
      select distinct relname::text as name
      from pg_attribute join pg_class c on c.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not attisdropped
        and attname in ('sample', 'order_number', 'return_number', 'payment_id', 'product_id', 'variant_id', 'message_id')
        and not exists (select from start_clears where to_regclass(start_clears.name) = c.oid)
        and not exists (select from pg_constraint join start_clears on to_regclass(start_clears.name) = confrelid
          where conrelid = c.oid and contype = 'f' and confdeltype = 'c')
      order by 1`);
    expect(kept).toEqual([]);
  });
});

describe("the migration that made the list a table", () => {
  const [server, roles] = [inject("databaseServer"), inject("databaseRoles")];
  const name = `start_clears_${process.pid}`;
  const addresses = databaseAddresses(server, name, roles);
  let owner: pg.Client;

  beforeAll(async () => {
    await administer(server, `create database ${name} owner shop_owner_${roles}`);
  });
  afterAll(async () => {
    await owner.end();
    await dropDatabase(server, name);
  });

  test("keeps the former function's entries and their order", async () => {
    const place = (await journal()).findIndex(({ tag }) => tag.endsWith("start-clears-is-a-table"));
    await migrateTo(addresses, place);
    owner = new pg.Client({ connectionString: addresses.ownerUrl });
    await owner.connect();
    const list = async () =>
      (await owner.query("select name, condition from cleared_at_start() order by place, name")).rows;
    const before = await list();
    await migrateTo(addresses, place + 1);

    expect(before.length).toBeGreaterThan(45);
    expect(await list()).toEqual(before);
  });
});
