import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { fieldIn, locationOf, testBrowser, testMember } from "~/testing/sign-in.server";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
import { draftRequestFor, payWith } from "~/testing/riders.server";
import { textOf } from "~/testing/html";
import { testBackOffice } from "~/testing/test-back-office.server";
import { cents } from "~/shop/money";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { sendConfirmation } from "~/shop/orders/letters/order-letters.server";
import { letters } from "~/shop/orders/orders.tables";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { refundAsMember } from "~/shop/orders/refunds/refund-as-member.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { refundsOf } from "~/shop/payments/refunds.server";

const { shop, db, bought, rowOf, tee } = await openBoughtOrders();
const manager = await testMember(shop, "manager", "Dana");
const dana = officeAs(shop, manager);
const app = testBackOffice(shop);

/** Signs a manager in; the session's last second factor is `minutes` old. */
async function browserOf(minutes: number) {
  const browser = testBrowser(app);
  browser.setCookie(await manager.cookie(new Date(Date.now() - minutes * 60_000)));
  return browser;
}

/** Opens a page and sends its form with the given fields, like a browser without script. */
async function sent(browser: Awaited<ReturnType<typeof browserOf>>, path: string, fields: Record<string, string>) {
  const page = await (await browser.get(path)).text();
  const form = page.slice(page.indexOf('role="dialog"'));
  const hidden = { submission: fieldIn(form, "submission"), version: fieldIn(form, "version") };
  return browser.post(path, { ...hidden, ...fields });
}

test("a refund above the limit first asks for a second factor, keeps the typed values, and is then made once", async () => {
  const number = await bought([[...tee, 10]]);
  const path = `/orders/${number}/refund`;
  const browser = await browserOf(20);
  const small = await sent(browser, path, { "pieces-0": "1", reason: "Changed their mind" });
  expect(locationOf(small)).toMatch(new RegExp(`/orders/${number}\\?done=`));
  await executeRefund(shop, (await refundsOf(db, number))[0]?.id ?? "");

  // The sum of these pieces is above the limit.
  const asked = await sent(browser, path, { "pieces-0": "6", reason: "Changed their mind" });
  const confirm = new URL(locationOf(asked), "http://localhost");
  expect(confirm.pathname).toBe("/back-office/confirm");
  expect(await refundsOf(db, number)).toHaveLength(1);
  const back = { back: confirm.searchParams.get("back") ?? "", kept: confirm.searchParams.get("kept") ?? "" };
  const confirmed = await browser.post("/confirm", { ...back, code: manager.code() });
  const to = locationOf(confirmed).slice("/back-office".length);
  const page = await (await browser.get(to)).text();
  expect(fieldIn(page, "pieces-0")).toBe("6");
  // Giving the factor made no refund yet. The browser puts the sum into these words.
  expect(textOf(page)).toContain("Nothing has gone back yet.It was you: now press the button below.");
  expect((await sent(browser, path, { "pieces-0": "6", reason: "Changed their mind" })).status).toBe(302);
  expect((await refundsOf(db, number)).map(({ amount }) => amount)).toEqual([36_00, 216_00]);
});

test("[B-40] sending a letter to another address asks for a second factor, and then sends it to that address only", async () => {
  const number = await bought();
  await sendConfirmation(shop, number);
  const ofOrder = and(eq(letters.orderNumber, number), eq(letters.kind, "confirmation-sent"));
  const [letter] = await db.select().from(letters).where(ofOrder);
  const path = `/orders/${number}/letters/${letter?.id}`;
  const elsewhere = { where: "elsewhere", to: "jo.work@example.com" };
  const jobs = () => shop.payloads.filter(({ name }) => name === "send-letter-again");

  expect(locationOf(await sent(await browserOf(20), path, elsewhere))).toContain("/back-office/confirm");
  expect(jobs()).toEqual([]);
  expect((await sent(await browserOf(0), path, { ...elsewhere, to: "no address" })).status).toBe(422);
  expect((await sent(await browserOf(0), path, elsewhere)).status).toBe(302);
  expect(jobs()).toMatchObject([{ payload: { letterId: letter?.id, to: "jo.work@example.com" } }]);
});

test("[B-32] the order's page and the screen Today show why a refund was refused, until a member has handled it", async () => {
  const { id, clientSecret } = await draftOrder(shop, await draftRequestFor(shop, [[...tee]]));
  await payWith(shop, "4000000000010027", clientSecret);
  const { number } = await settleOrder(shop, id);
  await sent(await browserOf(0), `/orders/${number}/refund`, { "pieces-0": "1", reason: "Sold out" });
  await executeRefund(shop, (await refundsOf(db, number))[0]?.id ?? "");

  const why = "Your balance with the payment provider is too low.";
  const page = await dana.text(`/orders/${number}`);
  for (const words of ["The refund of $36.00 was refused.", why, "Handled", "The refund of $36.00 failed."])
    expect(page).toContain(words);
  expect(await dana.text("/")).toContain(`${why} The money is still with you.`);

  const html = await (await dana.fetch(`/orders/${number}`)).text();
  const form = {
    submission: fieldIn(html, "submission"),
    version: fieldIn(html, "version"),
    step: /value="(handled [^"]+)"/.exec(html)?.[1] ?? "",
  };
  const pat = officeAs(shop, memberAs("bookkeeper", "Pat"));
  expect((await pat.post(`/orders/${number}`, form)).status).toBe(403);
  expect((await dana.post(`/orders/${number}`, form)).status).toBe(302);
  expect(await dana.text("/")).not.toContain("A refund was refused");
  expect(await dana.text(`/orders/${number}`)).toContain("The failed refund of $36.00 is handled");
});

test("[B-33] the refunds of an order never exceed its total, in random sequences of refunds", async () => {
  const wish = fc.record({
    position: fc.nat(1),
    quantity: fc.integer({ min: 1, max: 2 }),
    part: fc.nat(100),
    delivery: fc.boolean(),
    goodwill: fc.nat(4000),
  });
  for (const [index, wishes] of fc
    .sample(fc.array(wish, { minLength: 5, maxLength: 7 }), { seed: 33, numRuns: 4 })
    .entries()) {
    const discount = { kind: "percent", code: `RANDOM${index}`, percent: 7 * index + 3 } as const;
    await db.execute(
      `insert into discount_codes (code, kind, percent) values ('${discount.code}', 'percent', ${discount.percent})`,
    );
    const number = await bought(undefined, { discount });
    const refunded = async () => (await refundsOf(db, number)).reduce((sum, { amount }) => sum + amount, 0);
    const { total } = await rowOf(number);
    let given = 0;
    for (const { position, quantity, part, delivery, goodwill } of wishes) {
      const { version } = await rowOf(number);
      const lines = [{ position, quantity, amount: cents(Math.floor((part * 36_00 * quantity) / 100)) }];
      const form = { submission: crypto.randomUUID(), number, version };
      const wanted = { lines, delivery, goodwill: cents(goodwill), restock: false };
      const isRefunded = await refundAsMember(shop, manager, form, wanted).then(
        () => true,
        (error: unknown) => {
          expect(error).toMatchObject({ code: expect.stringMatching(/^more-(money-)?than-left$/) });
          return false;
        },
      );
      for (const { id, state } of await refundsOf(db, number)) if (state === "requested") await executeRefund(shop, id);
      const before = given;
      given = await refunded();
      expect(given > before).toBe(isRefunded);
      expect(given).toBeLessThanOrEqual(total);
    }
    expect(given).toBeGreaterThan(0);
  }
});
