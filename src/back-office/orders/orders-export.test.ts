import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
import { fieldIn, testBrowser, testMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { audit, savedViews } from "~/shop/audit/audit.tables";
import { memberEvents } from "~/shop/members/member-events.tables";
import { orders } from "~/shop/orders/orders.tables";
import { payments, refunds } from "~/shop/payments/payments.tables";

const { shop, db, bought, tee } = await openBoughtOrders();
const dana = memberAs("owner", "Dana");
const owner = officeAs(shop, dana);

/** Id of the act that the address of an answer announces. */
const actIn = (answer: Response): string => /[?&]done=([^&#]+)/.exec(answer.headers.get("location") ?? "")?.[1] ?? "";

test("[B-42] a spreadsheet opens the CSV file of orders with accents, amounts as numbers, and no formulas", async () => {
  const [plain, odd] = [await bought([[...tee, 2]]), await bought()];
  await db
    .update(orders)
    .set({ name: "José Ångström", address: '=HYPERLINK("http://x","y")', city: '-Town, "North"' })
    .where(eq(orders.number, odd));
  const [payment] = await db.select().from(payments).where(eq(payments.orderNumber, plain));
  await db
    .insert(refunds)
    .values({ id: randomUUID(), paymentId: payment?.id ?? "", cause: "x", amount: 1234 as never, state: "done" });

  const response = await owner.fetch("/orders/export/file?sort=oldest");
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/);
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const rows = parse(Buffer.from(bytes), { bom: true, columns: true }) as Record<string, string>[];
  expect(rows.map(({ Order }) => Order)).toEqual([odd, plain]);
  const [first, second] = rows;
  expect(first).toMatchObject({
    Name: "José Ångström",
    Street: '\'=HYPERLINK("http://x","y")',
    City: '\'-Town, "North"',
  });
  const [row] = await db.select().from(orders).where(eq(orders.number, plain));
  expect([Number(second?.Total), Number(second?.Refunded), Number(second?.Kept)]).toEqual([
    (row?.total ?? 0) / 100,
    12.34,
    ((row?.total ?? 0) - 1234) / 100,
  ]);
  for (const cells of rows)
    for (const name of ["Goods", "Discount", "Delivery", "Tax", "Total", "Refunded", "Kept"])
      expect(cells[name]).toMatch(/^-?\d+(\.\d+)?$/);

  const [event] = await db.select().from(memberEvents).where(eq(memberEvents.kind, "orders-exported"));
  expect(event?.memberId).toBe(dana.id);
});

test("the CSV file has the orders of the list, read in batches, without samples", async () => {
  await db.execute(sql`insert into orders (number, state, email, name, phone, address, city, postal_code, order_value_cents,
      discount_cents, delivery_fee_cents, tax_cents, total_cents, paid_at, sample)
    select (20000000 + n)::text, 'shipped', 'many@x.example', 'Many Riders', '+19285550100', 'x', 'x', '86001', 100, 0, 0, 0, 100,
      '2026-01-01', n > 2500 from generate_series(1, 2600) n`);
  const rows = async (query: string) => {
    const response = await owner.fetch(`/orders/export/file?${query}`);
    return parse(Buffer.from(await response.arrayBuffer()), { bom: true, columns: true }) as Record<string, string>[];
  };
  expect(new Set((await rows("q=many+riders")).map(({ Order }) => Order)).size).toBe(2500);
  expect(await rows("q=nobody")).toEqual([]);
  expect((await rows("from=2026-02-01&q=many")).length).toBe(0);
});

test("downloading the CSV file of orders needs a recent factor and the right to export", async () => {
  const browser = testBrowser(testBackOffice(shop));
  browser.setCookie(await (await testMember(shop, "bookkeeper", "Kim")).cookie(new Date(Date.now() - 20 * 60_000)));
  const asked = await browser.get("/orders/export/file?q=jose");
  expect(asked.headers.get("location")).toBe("/back-office/confirm?back=%2Fback-office%2Forders%2Fexport%3Fq%3Djose");
  const page = await browser.get("/orders/export?q=jose");
  expect(page.headers.get("location")).toMatch(/\/confirm\?back=/);

  const packer = officeAs(shop, memberAs("packer"));
  expect((await packer.fetch("/orders/export/file")).status).toBe(403);
  expect((await packer.fetch("/orders/export")).status).toBe(403);
});

test("[B-22, B-27] a member saves a view under a name for all members, with a count, and can remove and restore it", async () => {
  const html = await (await owner.fetch("/orders/views?q=many&state=on-the-way&junk=1")).text();
  const fields = { form: "save", submission: fieldIn(html, "submission"), name: "Many riders" };
  const save = () => owner.post("/orders/views?q=many&state=on-the-way&junk=1", fields);
  const saved = await save();
  const act = actIn(saved);
  expect(saved.headers.get("location")).toBe(`/back-office/orders?q=many&state=on-the-way&done=${act}`);
  await save();
  expect(await db.select().from(savedViews)).toHaveLength(1);
  const text = await owner.text(`/orders?q=many&state=on-the-way&done=${act}`);
  expect(text).toContain("Many riders 1,000+");
  expect(text).toContain('The view "Many riders" is in your lists. Undo');

  const packer = officeAs(shop, memberAs("packer", "Sam"));
  expect(await packer.text("/orders")).toContain("Many riders");
  const twice = await owner.post("/orders/views?q=x", { form: "save", submission: randomUUID(), name: "many RIDERS" });
  expect([twice.status, await twice.text()]).toEqual([422, expect.stringContaining("There is a view of this name.")]);
  const long = await owner.post("/orders/views?q=x", { form: "save", submission: randomUUID(), name: "x".repeat(41) });
  expect(await long.text()).toContain("Use 40 letters or fewer.");
  await owner.post("/orders/views?money=refunds", { form: "save", submission: randomUUID(), name: "Money back" });
  expect(await packer.text("/orders")).not.toContain("Money back");
  const bookkeeper = officeAs(shop, memberAs("bookkeeper", "Kim"));
  expect((await bookkeeper.post("/orders/views", { form: "save", submission: randomUUID(), name: "x" })).status).toBe(
    403,
  );

  const [view] = await db.select().from(savedViews);
  const [shown, form] = [randomUUID(), `remove:${view?.id}`];
  const fieldsOf = { form, submission: shown, id: String(view?.id) };
  const late = await owner.post("/orders/views", { ...fieldsOf, submission: randomUUID(), version: "7" });
  expect([late.status, await late.text()]).toEqual([
    409,
    expect.stringContaining("Somebody changed this view meanwhile."),
  ]);
  const removed = await owner.post("/orders/views", { ...fieldsOf, version: String(view?.version) });
  const submission = actIn(removed);
  expect(removed.headers.get("location")).toBe(`/back-office/orders?done=${submission}`);
  expect(await packer.text("/orders")).not.toContain("Many riders");
  expect((await db.select().from(audit).where(eq(audit.submission, submission))).length).toBe(1);

  await owner.post(`/log/${submission}`, { submission: randomUUID(), back: "/orders" });
  expect(await packer.text("/orders")).toContain("Many riders");
});
