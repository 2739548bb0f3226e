import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { officeAs, place, wordsIn } from "~/testing/back-office-as.server";
import { disputed } from "~/testing/disputes.server";
import { memberAs } from "~/testing/members.server";
import { draftWithCards, openCard } from "~/testing/gift-cards.server";
import { cards, draftRequestFor, leftOf, payWith } from "~/testing/riders.server";
import { testMember } from "~/testing/sign-in.server";
import { cents, formatCents } from "~/shop/money";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { memberEvents } from "~/shop/members/member-events.tables";
import { refundParts } from "~/shop/orders/refunds/refund-parts.tables";
import { executeRefund } from "~/shop/orders/refunds/execute-refund.server";
import { refundsOf } from "~/shop/payments/refunds.server";
import { returnsOf } from "~/shop/returns/returns.server";
import { startAsMember } from "~/shop/returns/start-as-member.server";
import { audit } from "~/shop/audit/audit.tables";

const { shop, db, bought, shipped, tee } = await openBoughtOrders();
const manager = await testMember(shop, "manager", "Dana");
const dana = officeAs(shop, manager);
const pat = officeAs(shop, memberAs("packer", "Pat"));
const reason = "Changed their mind";

const formOf = (html: string) => {
  const part = html.slice(html.indexOf('role="dialog"'));
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(part)?.[1] ?? "";
  return { submission: field("submission"), version: field("version") };
};
const opened = async (path: string) => formOf(await (await dana.fetch(path)).text());
const led = (response: Response) => dana.text(response.headers.get("location")?.replace("/back-office", "") ?? "");

test("sent pieces have a checkbox that they were handed over; if it is ticked, the refund settles their return, and one message says so", async () => {
  const number = await shipped([[...tee, 2]]);
  const path = `/orders/${number}/refund`;
  const page = await dana.text(path);
  expect(page).toContain("Is it back on your table?");
  expect(page).toContain("It lies here: Sprocket Tee, Ash, M");
  expect(page).toMatch(/another size, color or product wanted instead of the money\? ?Exchange it/);
  const left = (await leftOf(shop, [...tee])) ?? 0;
  const answer = await dana.post(path, { ...(await opened(path)), "pieces-0": "1", "here-0": "yes", reason });
  expect(answer.status).toBe(302);
  const [back = ""] = await returnsOf(db, number);
  const said = await led(answer);
  expect(said).toMatch(/\$36\.00 of order #\d{4} \d{4} goes back\. What lay here is taken in\./);
  expect(said).toContain("1 back with you");
  expect(await leftOf(shop, [...tee])).toBe(left + 1);
  const ofReturn = await dana.text(`/returns/${back}`);
  for (const words of ["Settled", "$36.00"]) expect(ofReturn).toContain(words);
  expect(await dana.text("/log")).toContain("Settled: 1 refunded");
});

test("unsent pieces and pieces in a return have no checkbox that they were handed over; if it is sent anyway, the line gets an error", async () => {
  const unsent = await bought();
  expect(await dana.text(`/orders/${unsent}/refund`)).not.toContain("lies here");
  const number = await shipped([[...tee, 1]]);
  const values = { "quantity-0": "1", "reason-0": "too-small" };
  await startAsMember(
    shop,
    memberAs("manager"),
    { submission: crypto.randomUUID(), number },
    { round: "0", values, isHere: false },
  );
  for (const order of [unsent, number]) {
    const path = `/orders/${order}/refund`;
    expect(await dana.text(path)).not.toContain("lies here");
    const wish = { "pieces-0": "1", "here-0": "yes", reason };
    const refused = await dana.post(path, { ...(await opened(path)), ...wish });
    expect([refused.status, (await refused.text()).includes("they are in a return, or back")]).toEqual([422, true]);
    const none = await dana.post(path, { ...(await opened(path)), ...wish, "pieces-0": "0" });
    expect([none.status, (await none.text()).includes("Say how many of it lie here.")]).toEqual([422, true]);
    expect(await refundsOf(db, order)).toEqual([]);
  }
  expect(await returnsOf(db, number)).toHaveLength(1);
});

test("a member without a right to refund handed-over pieces is refused, and the refusal is logged", async () => {
  const number = await shipped([[...tee, 1]]);
  const path = `/orders/${number}/refund`;
  const fields = { ...(await opened(path)), "pieces-0": "1", "here-0": "yes", reason };
  for (const office of [pat, officeAs(shop, memberAs("bookkeeper", "Bo"))]) {
    expect((await office.fetch(path)).status).toBe(403);
    expect((await office.post(path, fields)).status).toBe(403);
  }
  expect([await refundsOf(db, number), await returnsOf(db, number)]).toEqual([[], []]);
  expect(await db.$count(memberEvents, eq(memberEvents.kind, "right-denied"))).toBeGreaterThan(1);
});

test("a refund form that is sent three times, once after its refund was made, is applied once", async () => {
  const number = await shipped([[...tee, 2]]);
  const path = `/orders/${number}/refund`;
  const fields = { ...(await opened(path)), "pieces-0": "2", "here-0": "yes", "damaged-0": "yes", reason };
  const left = await leftOf(shop, [...tee]);
  const answers = await Promise.all([dana.post(path, fields), dana.post(path, fields)]);
  await executeRefund(shop, (await refundsOf(db, number))[0]?.id ?? "");
  const again = await dana.post(path, fields);
  expect([...answers, again].map(({ status }) => status)).toEqual([302, 302, 302]);
  const act = new URLSearchParams(place(again).split("?")[1]).get("done") ?? "";
  expect(await refundsOf(db, number)).toMatchObject([{ amount: 72_00, state: "done" }]);
  expect(await returnsOf(db, number)).toHaveLength(1);
  expect(await leftOf(shop, [...tee])).toBe(left);
  expect(await db.$count(audit, and(eq(audit.submission, act), eq(audit.field, "refund")))).toBe(1);
});

test("an outdated refund form is shown again with the remaining amounts and the typed values, and can be sent again", async () => {
  const number = await shipped([[...tee, 3]]);
  const path = `/orders/${number}/refund`;
  const [first, second] = [await opened(path), await opened(path)];
  const wish = { "pieces-0": "1", "here-0": "yes", reason };
  expect((await dana.post(path, { ...first, ...wish })).status).toBe(302);
  await executeRefund(shop, (await refundsOf(db, number))[0]?.id ?? "");
  const late = await dana.post(path, { ...second, ...wish, goodwill: "1.50" });
  const html = await late.text();
  expect(late.status).toBe(409);
  for (const words of ["Somebody changed this order after you opened it. Nothing went back.", 'value="1.50"'])
    expect(html).toContain(words);
  expect((await dana.post(path, { ...formOf(html), ...wish })).status).toBe(302);
  expect(await returnsOf(db, number)).toHaveLength(2);
});

test("the refund dialog shows the card, earlier refunds and the resulting stock; lists of orders show where the parcels are", async () => {
  const number = await bought([[...tee, 3]]);
  const path = `/orders/${number}/refund`;
  const first = await dana.text(path);
  expect(first).toContain("Goes back to Visa •••• 4242");
  expect(first).not.toContain("Refunded today");
  const left = (await leftOf(shop, [...tee])) ?? 0;
  const unreasoned = { ...(await opened(path)), "pieces-0": "2", restock: "yes", reason: "" };
  const wrong = wordsIn(await (await dana.post(path, unreasoned)).text());
  expect(wrong).toContain(`Put what has not left back in stock (${left} become ${left + 2})`);
  expect((await dana.post(path, { ...unreasoned, "pieces-0": "1", reason })).status).toBe(302);
  await executeRefund(shop, (await refundsOf(db, number))[0]?.id ?? "");
  expect(await leftOf(shop, [...tee])).toBe(left + 1);
  expect(await dana.text(path)).toMatch(/Refunded today\D+\d+:\d\d [ap]m, Sprocket Tee: \$36\.00\./);
  const page = await dana.text(`/orders/${number}`);
  expect(page).toContain("Paid by Visa •••• 4242");
  expect(page).toContain("paid by Visa •••• 4242");

  const sent = await shipped([[...tee, 1]]);
  const refund = { ...(await opened(`/orders/${sent}/refund`)), "pieces-0": "1", reason };
  expect((await dana.post(`/orders/${sent}/refund`, refund)).status).toBe(302);
  await executeRefund(shop, (await refundsOf(db, sent))[0]?.id ?? "");
  expect(await dana.text("/orders")).toContain("Refunded, on the way");
  expect(await dana.text(`/find?q=${sent}`)).toContain("Refunded, on the way");
  expect(await pat.text("/orders")).not.toContain("Refunded");
  const person =
    /href="\/back-office(\/people\/[^"]+)"/.exec(await (await dana.fetch(`/orders/${sent}`)).text())?.[1] ?? "";
  const about = await (await dana.fetch(person)).text();
  expect(wordsIn(about)).toContain("Refunded, on the way");
  expect(about).toContain(`href="/back-office/orders/${sent}/write"`);
  expect(wordsIn(about)).toContain("Write to Jo");
});

test("checkboxes refund delivery and fees with their taxes; goodwill is refunded with tax unless a member unticks that", async () => {
  const plain = await bought([[...tee, 1]]);
  const before = await dana.text(`/orders/${plain}/refund`);
  for (const words of ["Give back fees", "Sales tax goes back"]) expect(before).not.toContain(words);

  const number = await bought([[...tee, 1]]);
  await shop.asOwner(`
    update order_lines set tax_cents = 288 where order_number = '${number}';
    update orders set tax_cents = 322, delivery_tax_cents = 32, fees_cents = 28, fee_tax_cents = 2, total_cents = total_cents + 350
      where number = '${number}';
    update payments set amount_cents = amount_cents + 350 where order_number = '${number}';
    delete from sale_events where order_number = '${number}';
    select note_sales_of('${number}')`);
  const path = `/orders/${number}/refund`;
  const page = await dana.text(path);
  for (const words of [
    "Give back delivery too, $4.31",
    "Give back fees too, $0.30",
    "Sales tax goes back with goodwill",
  ])
    expect(page).toContain(words);

  const ticked = { ...(await opened(path)), delivery: "yes", fees: "yes", goodwill: "10.00", reason };
  expect((await dana.post(path, ticked)).status).toBe(302);
  const [refund] = await refundsOf(db, number);
  expect(refund?.amount).toBe(14_61);
  const parts = await db.select().from(refundParts).where(eq(refundParts.orderNumber, number));
  expect(Object.fromEntries(parts.map(({ part, amount }) => [part, amount]))).toEqual({
    delivery: 3_99,
    "delivery-tax": 32,
    fee: 28,
    "fee-tax": 2,
    goodwill: 10_00,
  });
  expect(/Refunded.{80}/.exec(await dana.text(`/orders/${number}`))?.[0]).toContain("delivery, fees and goodwill");
});

const CREDIT_TICK = "The shopper agreed to store credit";

test("[B-130] by a tick with the member's words a refund goes onto a gift card; order and card lead to each other", async () => {
  const number = await bought([[...tee, 2]]);
  const path = `/orders/${number}/refund`;
  expect(await dana.text(path)).toContain(CREDIT_TICK);
  const wish = { "pieces-0": "1", "store-credit": "yes", reason };
  const unsaid = await dana.post(path, { ...(await opened(path)), ...wish, agreed: " " });
  const html = await unsaid.text();
  expect([unsaid.status, wordsIn(html)]).toEqual([422, expect.stringContaining("Write what the shopper agreed to")]);
  expect(html).toMatch(/name="store-credit"[^>]*checked/);
  expect(await refundsOf(db, number)).toEqual([]);

  const answer = await dana.post(path, { ...(await opened(path)), ...wish, agreed: "Agreed by phone with Jo" });
  expect(answer.status).toBe(302);
  expect(await refundsOf(db, number)).toMatchObject([
    { onto: "gift-card", state: "done", agreed: "Agreed by phone with Jo" },
  ]);
  const page = await (await dana.fetch(`/orders/${number}`)).text();
  const [, card = "", lastFour = ""] =
    /href="\/back-office(\/gift-cards\/[\w-]{36})"[^>]*>Store credit: gift card ending (\w{4})</.exec(page) ?? [];
  expect(wordsIn(page)).toMatch(new RegExp(`\\$36\\.00 given as store credit, on the gift card ending ${lastFour}`));
  const ofCard = await dana.text(card);
  for (const words of ["Store credit by Dana", "In place of $36.00 back for order", "Agreed by phone with Jo"])
    expect(ofCard).toContain(words);
  expect(await (await dana.fetch(card)).text()).toContain(`/back-office/orders/${number}"`);
  expect(await dana.text(`${card}/close`)).toContain("Closing it moves no money");
});

test("an order that a gift card paid in part names what each part of a refund went onto; one that was paid in one way does not", async () => {
  const card = await openCard(shop, 50_00);
  const request = await draftWithCards(shop, await draftRequestFor(shop, [[...tee, 3]]), [{ card, amount: 50_00 }]);
  await payWith(shop, cards.good, request.clientSecret);
  const { number } = await settleOrder(shop, request.id);
  const path = `/orders/${number}/refund`;
  const rest = request.amount - 50_00;
  const onto = { visa: formatCents(cents(rest)), card: formatCents(cents(72_00 - rest)) };
  expect((await dana.post(path, { ...(await opened(path)), "pieces-0": "2", reason })).status).toBe(302);
  for (const { id } of await refundsOf(db, number)) await executeRefund(shop, id);

  const ways = [`Visa •••• 4242`, `gift card ending ${card.lastFour}`];
  const shown = await dana.text(`/orders/${number}`);
  expect(shown).toContain(
    `Refund of $72.00 asked, ${onto.visa} onto ${ways[0]} and ${onto.card} onto ${ways[1]}: Sprocket Tee, Ash, M, 2 of 3.`,
  );
  expect(shown).toContain(`${onto.visa} given back onto ${ways[0]}, confirmed`);
  expect(shown).toContain(`${onto.card} given back onto ${ways[1]}, confirmed`);
  for (const way of ways) expect(shown).toContain(`Onto ${way}`);

  const plain = await bought([[...tee, 1]]);
  await dana.post(`/orders/${plain}/refund`, { ...(await opened(`/orders/${plain}/refund`)), "pieces-0": "1", reason });
  for (const { id } of await refundsOf(db, plain)) await executeRefund(shop, id);
  const own = await dana.text(`/orders/${plain}`);
  expect(own).toContain("$36.00 given back, confirmed");
  expect(own).not.toContain("Onto");
});

test("no store credit is offered while a bank asks about the order's money; sent all the same, it is refused", async () => {
  const number = await bought([[...tee, 2]]);
  await disputed(shop, number, { state: "to-answer", isInquiry: true });
  const path = `/orders/${number}/refund`;
  expect(await dana.text(path)).not.toContain(CREDIT_TICK);
  const wish = { "pieces-0": "1", "store-credit": "yes", agreed: "Agreed", reason };
  const refused = await dana.post(path, { ...(await opened(path)), ...wish });
  expect([refused.status, wordsIn(await refused.text())]).toEqual([
    409,
    expect.stringContaining("its money goes back by the payment provider only"),
  ]);
  expect(await refundsOf(db, number)).toEqual([]);
});

test("what lay here is taken in with its store credit", async () => {
  const number = await shipped([[...tee, 1]]);
  const path = `/orders/${number}/refund`;
  const wish = { "pieces-0": "1", "here-0": "yes", "store-credit": "yes", agreed: "Agreed in the shop", reason };
  const answer = await dana.post(path, { ...(await opened(path)), ...wish });
  expect(answer.status).toBe(302);
  const [back = ""] = await returnsOf(db, number);
  expect(await dana.text(`/returns/${back}`)).toMatch(/Store credit \$\d+\.\d\d on the gift card ending \w{4}/);
  expect(await refundsOf(db, number)).toMatchObject([{ onto: "gift-card", state: "done" }]);
});
