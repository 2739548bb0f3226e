import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { idOfName } from "~/platform/id-of-name.server";
import { journal, migrate, migrateTo } from "~/platform/migrations.server";
import { administer, databaseAddresses, dropDatabase } from "./test-database";

// Rows of a shop from before the back office must exist in the new tables after the migrations.

const [server, roles] = [inject("databaseServer"), inject("databaseRoles")];
const name = `carried_${process.pid}`;
const addresses = databaseAddresses(server, name, roles);
const FIRST = "community-signups-keep-their-rows";
let owner: pg.Client;

beforeAll(async () => {
  await administer(server, `create database ${name} owner shop_owner_${roles}`);
  await migrateTo(
    addresses,
    (await journal()).findIndex(({ tag }) => tag.endsWith(FIRST)),
  );
  owner = new pg.Client({ connectionString: addresses.ownerUrl });
  await owner.connect();
  await owner.query(`
    insert into states values ('AZ', 'Arizona');
    insert into members (name, email, state) values ('Jo', 'jo@example.com', 'AZ'), ('Sam', 'sam@example.com', 'AZ');
    insert into categories (id, name, position) values ('jackets', 'Jackets', 0);
    insert into products (id, name, category_id, kind_for_tax, published_status, sku, position)
      values ('101', 'Desert Jacket', 'jackets', 'clothing', 'published', 'OF-PRODUCT', 0);
    insert into variants (product_id, size, color, sku, position)
      values ('101', 'M', 'Sand', 'DJ-SAND-M', 0), ('101', 'L', 'Sand', '', 1), ('101', 'All Sizes', 'default', '', 2);
    insert into orders (number, state, email, name, phone, address, city, postal_code, order_value_cents, discount_cents,
      delivery_fee_cents, tax_cents, total_cents) values ('10000001', 'paid', 'jo@example.com', 'Jo', '', '', '', '', 0, 0, 0, 0, 0);
    insert into order_lines (order_number, position, product_id, variant_id, name, size, color, quantity, price_cents,
        discount_share_cents, tax_cents, final_sale, kind_for_tax)
      select '10000001', position, '101', id, 'Desert Jacket', size, color, 1, 0, 0, 0, false, 'clothing' from variants;
    insert into returns (number, order_number, request_key) values ('R1', '10000001', 'r1');
    insert into return_lines (return_number, order_number, position, quantity, reason, exchange_for)
      values ('R1', '10000001', 0, 1, 'exchange', 'Sand / L'), ('R1', '10000001', 1, 1, 'exchange', 'One Size'),
        ('R1', '10000001', 2, 1, 'too-small', '');
    insert into messages (name, email, message, request_key) values ('Jo', 'jo@example.com', 'Hello', 'm1');
    insert into menu_links (menu, position, label, href) values ('main', 0, 'Men', '/shop/men'), ('footer', 3, 'FAQ', '/faqs');
    insert into banners (position, label, href) values (0, 'Free delivery', '/shipping');
  `);
  await migrate(addresses);
});
afterAll(async () => {
  await owner.end();
  await dropDatabase(server, name);
});

const rows = async (statement: string) => (await owner.query<Record<string, unknown>>(statement)).rows;

test("sign-ups keep their ids, and a new one gets the next id", async () => {
  await owner.query("insert into community_signups (name, email, state) values ('Ash', 'ash@example.com', 'AZ')");
  expect(await rows("select id, email, standing from community_signups order by id")).toEqual([
    { id: 1, email: "jo@example.com", standing: "waiting" },
    { id: 2, email: "sam@example.com", standing: "waiting" },
    { id: 3, email: "ash@example.com", standing: "waiting" },
  ]);
});

test("order lines get the SKU of their variant, or else of the product", async () => {
  expect(await rows("select sku from order_lines order by position")).toEqual([
    { sku: "DJ-SAND-M" },
    { sku: "OF-PRODUCT" },
    { sku: "OF-PRODUCT" },
  ]);
});

test("exchanges that were already started refer to their variant by id", async () => {
  expect(
    await rows(`select size from return_lines left join variants on variants.id = exchange_variant_id
      order by return_lines.position`),
  ).toEqual([{ size: "L" }, { size: "All Sizes" }, { size: null }]);
});

test("a merchant's own products are not marked as samples, and old messages await an answer", async () => {
  expect(await rows("select sample from products")).toEqual([{ sample: false }]);
  expect(await rows("select state from messages")).toEqual([{ state: "waiting" }]);
});

test("rows of menus and banners get ids that are the same on every machine, and can be inserted without an id", async () => {
  expect(await rows("select id, label from menu_links order by label")).toEqual([
    { id: idOfName("menu_links footer 3"), label: "FAQ" },
    { id: idOfName("menu_links main 0"), label: "Men" },
  ]);
  expect(await rows("select id from banners")).toEqual([{ id: idOfName("banners 0") }]);
  // Inserts like a process of the previous release.
  const before =
    await rows(`insert into menu_links (menu, position, label, href) values ('main', 0, 'Women', '/shop/women')
    on conflict (menu, position) do update set label = excluded.label returning id`);
  expect(before).toEqual([{ id: idOfName("menu_links main 0") }]);
  const added = await rows("insert into banners (position, label, href) values (1, 'New', '/') returning id");
  expect(added).toEqual([{ id: expect.stringMatching(/^[\da-f-]{36}$/) }]);
});
