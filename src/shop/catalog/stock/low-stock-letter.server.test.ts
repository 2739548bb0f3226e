import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
import { openTestShop } from "~/testing/test-shop.server";
import { enqueueLowStock, sendLowStock } from "./low-stock-letter.server";

const shop = await openTestShop();
const { db } = shop;
const wanting = (lowStockLetter: boolean) => ({ ...shop, settings: () => ({ ...shop.settings(), lowStockLetter }) });
const asked = () => shop.payloads.filter(({ name }) => name === "tell-low-stock").map(({ payload }) => payload);

// Only the product whose own mark the test sets will be low.
await db.execute(sql`update variants set stock = null`);
await db.execute(
  sql`update variants set stock = 6 where id in (select min(id) from variants where retired_at is null group by product_id order by 1 limit 2)`,
);
const [low, other] = (
  await db.execute<{ id: string; name: string }>(sql`
    select p.id, p.name from variants v join products p on p.id = v.product_id where v.stock = 6 order by v.id`)
).rows;

test("[B-59] the low-stock letter is enqueued once a day, from seven in the shop's time zone, if the setting asks for it", async () => {
  const morning = new Date("2026-03-02T14:10:00Z");
  await enqueueLowStock(wanting(false), morning);
  await enqueueLowStock(wanting(true), new Date("2026-03-02T13:10:00Z"));
  expect(asked()).toEqual([]);
  await enqueueLowStock(wanting(true), morning);
  await enqueueLowStock(wanting(true), new Date("2026-03-02T20:10:00Z"));
  expect(asked()).toEqual([{ day: "2026-03-02" }]);
  await enqueueLowStock(wanting(true), new Date("2026-03-03T14:10:00Z"));
  expect(asked()).toEqual([{ day: "2026-03-02" }, { day: "2026-03-03" }]);
});

test("[B-59] a product's own low mark applies in the letter, the list and on Today; without low products no letter is sent", async () => {
  await sendLowStock(shop, "2026-03-01");
  expect(shop.letters).toEqual([]);

  await db.execute(sql`update products set low_mark = 6 where id = ${low?.id}`);
  await sendLowStock(shop, "2026-03-02");
  expect(shop.letters).toMatchObject([
    { to: shop.settings().supportEmail, subject: "One thing is running low", key: "low-stock-2026-03-02" },
  ]);
  expect(shop.letters[0]?.text).toContain(`${low?.name}`);
  expect(shop.letters[0]?.text).toContain("6 left");

  await db.execute(sql`
    insert into stock_movements (variant_id, quantity, cause, actor) select id, 0, 'sale', '{"kind":"shopper"}' from variants where stock = 6`);
  const office = officeAs(shop, memberAs("packer"));
  const today = await (await office.fetch("/")).text();
  expect(today).toContain("Running low");
  expect(today).toContain('href="/back-office/stock?show=low"');
  expect(await office.text("/stock?show=low")).toContain(low?.name);
  expect(await office.text("/stock?show=low")).not.toContain(other?.name);
});
