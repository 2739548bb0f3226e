import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
import { clearDemo } from "./clear-demo.server";
import { inventSamples } from "./samples.server";

const { shop, db, bought } = await openBoughtOrders();
const owner = officeAs(shop, memberAs("owner"));
const numberOf = async (query: string): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql.raw(`select count(*)::int as count ${query}`));
  return rows[0]?.count ?? 0;
};
const TABLES = ["orders", "returns", "messages", "reviews", "questions", "comments", "community_signups"];
const samples = async () =>
  Object.fromEntries(
    await Promise.all(TABLES.map(async (table) => [table, await numberOf(`from ${table} where sample`)])),
  );

const before = await samples();
const stock = await numberOf("from stock_movements");
const isDone = await inventSamples(db, shop.settings());

test("orders of 60 days, returns, messages and texts to approve are invented at once, all marked as samples", async () => {
  expect(isDone).toBe(true);
  const now = await samples();
  expect(now.orders).toBeGreaterThan(150);
  expect(now).toMatchObject({ returns: 5, messages: 7, comments: 2, community_signups: 1 });
  expect(now.reviews).toBe((before.reviews ?? 0) + 5);
  expect(now.questions).toBe((before.questions ?? 0) + 3);
  expect(await numberOf("from orders where paid_at > now() or paid_at < now() - interval '61 days'")).toBe(0);
});

test("samples cause no stock movement, job or letter, and have only invented e-mail addresses", async () => {
  expect(await numberOf("from stock_movements")).toBe(stock);
  expect(shop.enqueued).toEqual([]);
  expect(shop.letters).toEqual([]);
  expect(await numberOf("from orders where email not like '%@example.com'")).toBe(0);
  expect(await numberOf("from messages where email not like '%@example.com'")).toBe(0);
});

test("Today shows the invented work, and says that it was invented for the demo", async () => {
  const text = await owner.text("/");
  expect(text).toMatch(/Next \d+ Orders to ship/);
  // Sales figures do not include samples.
  expect(text).toContain("No sales yet");
  expect(text).not.toContain("The last payment came");
  expect(text).toContain("4 Messages");
  expect(text).toContain("11 In the queue 5 reviews, 3 questions, 2 comments, 1 community sign-up");
  expect(text).toContain("What waits here was invented for the demo");
});

test("the invented message about a missing parcel links to the form that reports the parcel as lost", async () => {
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from messages where message like '%the porch is empty%'`,
  );
  const html = await (await owner.fetch(`/messages/${rows[0]?.id}`)).text();
  const form = /href="\/back-office(\/orders\/\d+\/parcels\/\d+\/lost)"/.exec(html)?.[1] ?? "";
  expect(await owner.text(form)).toContain("Parcel 1 is lost");
});

test("inventing samples a second time does nothing", async () => {
  expect(await inventSamples(db, shop.settings())).toBe(false);
});

test("samples are cleared with the demo products in one act", async () => {
  const rollback = new Error("rolled back");
  const cleared = db.transaction(async (tx) => {
    await clearDemo(tx);
    for (const table of TABLES) {
      const { rows } = await tx.execute<{ left: number }>(
        sql.raw(`select count(*)::int as left from ${table} where sample`),
      );
      expect({ table, ...rows[0] }).toEqual({ table, left: 0 });
    }
    throw rollback;
  });
  await expect(cleared).rejects.toBe(rollback);
});

test("once there is a real order, sales figures and waiting work count only real orders", async () => {
  await bought();
  const text = await owner.text("/");
  expect(text).toMatch(/30 days \$\d+ 1 order\b/);
  expect(text).toMatch(/Next 1 Order to ship/);
  expect(text).not.toMatch(/invented for the demo/i);
});
