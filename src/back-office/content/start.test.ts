import { readdir } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { inventSamples } from "~/demo/samples.server";
import { officeAs, wordsIn } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { fieldIn, locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { testBackOffice } from "~/testing/test-back-office.server";
import { addNote } from "~/shop/orders/order-acts.server";
import { shownNumber } from "~/shop/orders/order-number";
import { orders } from "~/shop/orders/orders.tables";
import { payments } from "~/shop/payments/payments.tables";

const { shop, db, bought, seen } = await openBoughtOrders();
await inventSamples(db, shop.settings());
const number = await bought();
const dana = await testMember(shop, "owner");
const browser = testBrowser(testBackOffice(shop));
browser.setCookie(await dana.cookie(new Date(Date.now() - 15 * 60_000)));
const manager = officeAs(shop, memberAs("manager"));
const words = async (path: string) => wordsIn(await (await browser.get(path)).text());
const send = async (shopName: string) => {
  const html = await (await browser.get("/start-for-real")).text();
  return browser.post("/start-for-real", { submission: fieldIn(html, "submission"), shopName });
};

test("the screen Today, the page of the demo goods and the palette link to the start page; a manager gets the message that only owners may open it", async () => {
  expect(await words("/")).toContain("They go with the test orders once you start for real");
  expect(await (await browser.get("/")).text()).toContain('href="/back-office/start-for-real"');
  expect(await words("/demo")).toContain("There are test orders, which name the demo goods: they go together.");
  expect(await words("/find?q=go+live")).toContain("Start for real");

  expect(await manager.text("/")).toContain("An owner does it.");
  expect(await manager.text("/find?q=go+live")).not.toContain("Start for real");
  expect((await manager.fetch("/start-for-real")).status).toBe(403);
  expect(
    (await manager.post("/start-for-real", { submission: crypto.randomUUID(), shopName: "Iron Mesa" })).status,
  ).toBe(403);
});

test("the start page lists the records to delete, asks for a second factor and keeps a wrong name, with an error beside the field", async () => {
  const page = await words("/start-for-real");
  expect(page).toMatch(/66 demo products 1 test order \d+ invented orders/);
  const asked = await send("Iron Mesa");
  expect(locationOf(asked)).toMatch(/\/confirm\?/);
  expect(await db.$count(orders, eq(orders.number, number))).toBe(1);

  browser.setCookie(await dana.cookie());
  const wrong = await send("Iron");
  expect(wrong.status).toBe(422);
  const html = await wrong.text();
  expect(html).toContain('value="Iron"');
  expect(wordsIn(html)).toContain("The shop is called Iron Mesa. Type that.");
});

test("a real order prevents the start; the page, and the answer to a form opened before, show its number", async () => {
  const real = await bought();
  const open = await (await browser.get("/start-for-real")).text();
  await db.update(payments).set({ live: true }).where(eq(payments.orderNumber, real));
  expect(await words("/start-for-real")).toContain(`Order ${shownNumber(real)} is real`);
  expect(await words("/")).not.toContain("Start for real");
  const answer = await browser.post("/start-for-real", {
    submission: fieldIn(open, "submission"),
    shopName: "Iron Mesa",
  });
  expect(answer.status).toBe(409);
  expect(await db.$count(orders, eq(orders.number, number))).toBe(1);
  await db.update(payments).set({ live: false }).where(eq(payments.orderNumber, real));
});

test("after the start the screen Today names the files of the backup and lists no demo records; the log has the act and earlier acts", async () => {
  const { version } = await seen(number);
  const note = crypto.randomUUID();
  await addNote(shop, dana, { submission: note, number, version }, "Tried.");
  const done = await send(" iron  mesa ");
  expect(locationOf(done)).toMatch(/^\/back-office\?done=/);
  const told = await words(locationOf(done).replace("/back-office", "") || "/");
  const files = await readdir(shop.copies);
  expect(files).toHaveLength(2);
  for (const file of files) expect(told).toContain(file);
  expect(told).toContain("66 demo products, 2 test orders and");
  const today = await words("/");
  expect(today).toContain("Nothing of the practice is left");
  expect(today).toContain("In practice mode: no card is charged.");
  expect(today).not.toMatch(/invented|Sample|were paid with test money|Order to ship/);
  expect(await words("/orders?ship=left")).not.toMatch(/Sample|Test/);
  expect(await words("/start-for-real")).toContain("There is nothing left that was invented or tried.");

  const log = await words("/log");
  expect(log).toContain("Start for real");
  expect(log).toContain(`Order ${shownNumber(number)}, note`);
  const act = await (await browser.get(`/log/${note}`)).text();
  expect(wordsIn(act)).toContain(`Order ${shownNumber(number)}, note`);
  expect(act).not.toContain(`href="/back-office/orders/${number}"`);
});
