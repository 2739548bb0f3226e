import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { officeAs, wordsIn } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { openChangePayments } from "~/testing/change-payments.server";
import { disputed } from "~/testing/disputes.server";
import { memberAs } from "~/testing/members.server";
import { jo } from "~/testing/riders.server";
import { personAddress } from "../people/person-key";
import { testMember } from "~/testing/sign-in.server";
import { cents } from "~/shop/money";
import { makeChange } from "~/shop/orders/changes/make-change.server";
import { cancelOrder } from "~/shop/orders/cancel-order.server";
import { shownNumber } from "~/shop/orders/order-number";
import { loseParcel, refundLost } from "~/shop/orders/parcels/lose-parcel.server";
import { parcelsOf } from "~/shop/orders/parcels/parcels.server";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { refundLines } from "~/shop/orders/refunds/refund-lines.server";
import { refundsOf } from "~/shop/payments/refunds.server";
import { receiveReturn } from "~/shop/returns/receive-return.server";
import { linesToSettle } from "~/shop/returns/lines-to-settle.server";
import { returnByNumber, startReturn } from "~/shop/returns/returns.server";
import { arrivedAsAnnounced, usualSettlement } from "~/shop/returns/settlement";
import { shownReturnNumber } from "~/shop/returns/return-number";
import { settleReturn } from "~/shop/returns/settle-return.server";

const { shop, db, staff, tee, ups, bought, shipped, seen, codeOf, rowOf } = await openBoughtOrders();
await openChangePayments(shop);
const manager = officeAs(shop, await testMember(shop, "manager", "Dana"));
const packer = officeAs(shop, memberAs("packer", "Pat"));
const DUE = new Date(Date.now() + 5 * DAY);

/** A paid order whose payment is disputed. */
async function disputedOrder(state: "to-answer" | "lost" | "won" = "to-answer", pieces = 2): Promise<string> {
  const number = await bought([[...tee, pieces]]);
  await disputed(shop, number, { id: `du_${number}`, state, reason: "product_not_received", answerBy: DUE });
  return number;
}
const decided = (number: string, state: "won" | "lost") => disputed(shop, number, { id: `du_${number}`, state });
const formOf = (html: string) => {
  const part = html.slice(Math.max(html.indexOf('role="dialog"'), html.indexOf("<main")));
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(part)?.[1] ?? "";
  return { submission: field("submission"), version: field("version"), checked: field("checked") };
};
const opened = async (path: string) => formOf(await (await manager.fetch(path)).text());

test("Today names a disputed payment with the last day to answer, until it is answered", async () => {
  const number = await disputedOrder();
  const day = DUE.toLocaleDateString("en-US", {
    weekday: "long",
    month: "long",
    day: "numeric",
    timeZone: shop.settings().timeZone,
  });
  expect(await manager.text("/")).toContain(
    `A payment is disputed: answer by ${day} $75.99 of ${shownNumber(number)}: product not received.`,
  );
  expect(await packer.text("/")).not.toContain("A payment is disputed");
  await disputed(shop, number, { id: `du_${number}`, state: "with-bank", answerBy: DUE });
  expect(await manager.text("/")).not.toContain(shownNumber(number));
});

test("the list of orders selects those whose payment is disputed or lost, and says so in a chip", async () => {
  const [open, lost, won, quiet] = [
    await disputedOrder(),
    await disputedOrder("lost"),
    await disputedOrder("won"),
    await bought([[...tee, 1]]),
  ];

  const page = await manager.text("/orders?disputed=yes");

  const isListed = (number: string) => page.includes(shownNumber(number));
  expect([open, lost, won, quiet].map(isListed)).toEqual([true, true, false, false]);
  expect(page).toContain("Payment: disputed");
  expect(await packer.text("/orders?disputed=yes&q=nothing-of-the-kind")).toContain("Payment: disputed");
});

test("the list of returns, a return's page, its person's page and the palette mark the return of a disputed order", async () => {
  const number = await shipped([[...tee, 1]]);
  const values = { "quantity-0": "1", "reason-0": "too-small" };
  const asked = { order: number, email: jo.email, round: "0", values };
  const back = await startReturn(shop, asked, { now: new Date(), settings: shop.settings() });
  const pages = ["/returns?view=all", `/returns/${back}`, `/find?q=${back}`, personAddress(shop, jo.email)];
  const marked = async (words: string) => {
    const texts = await Promise.all(pages.map((path) => manager.text(path)));
    return texts.map((text) => new RegExp(`${shownReturnNumber(back)}.{0,120}${words}`, "s").test(text));
  };
  expect(await marked("Disputed")).toEqual([false, false, false, false]);

  await disputed(shop, number, { id: `du_${number}`, state: "to-answer", answerBy: DUE });
  expect(await marked("Disputed")).toEqual([true, true, true, true]);
});

test("lists, the palette, the order's page and its person's page mark a disputed order, for packers without its money", async () => {
  const number = await disputedOrder();
  const shown = shownNumber(number);
  for (const office of [manager, packer]) {
    expect(await office.text("/orders")).toContain(`${shown} Test Disputed`);
    expect(await office.text(`/find?q=${number}`)).toMatch(new RegExp(`${shown}.*Disputed, 2 pieces`));
    expect(await office.text(`/orders/${number}`)).toMatch(new RegExp(`Order.*${shown}.*Disputed`));
  }
  expect(await manager.text(`/orders/${number}`)).toContain(
    "The shopper's bank disputes $75.99: product not received.",
  );
  const page = await packer.text(`/orders/${number}`);
  expect(page).toContain("The payment of this order is disputed. Ask somebody who may see payments");
  expect(page).not.toContain("$75.99");

  await decided(number, "lost");
  expect(await manager.text("/orders")).toContain(`${shown} Test Dispute lost`);
  expect(await manager.text(`/orders/${number}`)).toContain("Given back by the shopper's bank −$75.99");
  await decided(number, "won");
  expect(await manager.text("/orders")).not.toContain(`${shown} Test Dispute`);
  expect(await manager.text(`/orders/${number}`)).not.toMatch(/Disputed|refuses every refund/);
});

test("a disputed order is shipped only after the member has said so once more", async () => {
  const number = await disputedOrder();
  const path = `/orders/${number}/ship`;
  const html = await (await manager.fetch(path)).text();
  expect(wordsIn(html)).toContain("This payment is disputed.");
  const fields = { ...formOf(html), "pieces-0": "2", carrier: "UPS", tracking: "" };
  const refused = await manager.post(path, fields);
  expect([refused.status, wordsIn(await refused.text())]).toEqual([409, expect.stringContaining("Nothing was sent")]);
  expect(await parcelsOf(db, number)).toEqual([]);
  const sent = await manager.post(path, { ...fields, despite: "yes" });
  expect(sent.status).toBe(302);
  expect(await parcelsOf(db, number)).toHaveLength(1);
});

test("acts on many orders send nothing of a disputed order, and say why", async () => {
  const [number, other] = [await disputedOrder(), await bought([[...tee, 1]])];
  const lines = `${number} 1Z999AA10123456784\n${other} 1Z999AA10123456795`;
  const form = { ...(await opened("/orders/paste")), lines, carrier: "UPS", other: "" };
  const checked = await (await manager.post("/orders/paste", { ...form, intent: "check" })).text();
  expect(wordsIn(checked)).toContain(`The payment of ${shownNumber(number)} is disputed.`);
  await manager.post("/orders/paste", { ...formOf(checked), lines, carrier: "UPS", other: "", intent: "ship" });
  expect(await parcelsOf(db, number)).toEqual([]);
  expect(await parcelsOf(db, other)).toHaveLength(1);
  expect(await codeOf(shipParcel(shop, await seen(number), ups))).toBe("ship-disputed");
});

test("papers of a disputed order say that it must not leave, until a member has shipped it all the same", async () => {
  const number = await disputedOrder();
  const printed = (kind: string) => packer.text(`/orders/print?kind=${kind}&numbers=${number}`);
  const hold = "Hold The payment is disputed: ask before it leaves.";
  for (const kind of ["slip", "label"]) expect(await printed(kind)).toContain(hold);
  expect(await printed("pick")).toContain(`${shownNumber(number)} Test, Disputed`);
  await shipParcel(shop, await seen(number), { ...ups, despiteDispute: true });
  for (const kind of ["slip", "label"]) expect(await printed(kind)).not.toContain("Hold ");
});

test("papers of an order whose dispute was lost say that, and nothing once it was won", async () => {
  const number = await disputedOrder("lost");
  const printed = (kind: string) => packer.text(`/orders/print?kind=${kind}&numbers=${number}`);
  for (const kind of ["slip", "label"])
    expect(await printed(kind)).toContain("Hold The payment was lost in a dispute: ask before it leaves.");
  expect(await printed("slip")).toContain(
    `The payment of ${shownNumber(number)} was lost in a dispute, and its papers`,
  );
  expect(await printed("pick")).toContain(`${shownNumber(number)} Test, Dispute lost`);
  // The mark stays with its own order.
  const other = await bought([[...tee, 1]]);
  expect(await printed(`pick&numbers=${other}`)).toContain(
    `${shownNumber(other)} (1) Test; ${shownNumber(number)} (2) Test, Dispute lost`,
  );
  await decided(number, "won");
  for (const kind of ["slip", "label", "pick"]) expect(await printed(kind)).not.toMatch(/Hold |[Dd]ispute/);
});

test("while the bank decides, each form that gives money back says what the payment provider answers, and gives nothing", async () => {
  const number = await disputedOrder();
  expect(await manager.text(`/orders/${number}`)).toContain("the payment provider refuses every refund of it");
  expect(await manager.text(`/orders/${number}/refund`)).toContain("Nothing can be refunded now.");
  expect(await manager.text(`/orders/${number}/cancel`)).toContain("$75.99 does not go back with it");
  expect(await manager.text(`/orders/${number}/change?to-0=gone&n-0=1`)).toMatch(
    /refuses to refund it|disputes this payment/,
  );
  const less = { goes: [{ position: 0, quantity: 1 }], comes: [], difference: cents(-36_00) };
  expect(await codeOf(seen(number).then((own) => makeChange(shop, own, less)))).toBe("refund-disputed");
  const piece = { lines: [{ position: 0, quantity: 1 }], cause: "form", restock: true };
  expect(await codeOf(seen(number).then((own) => refundLines(shop, own, piece)))).toBe("refund-disputed");
  expect(await refundsOf(db, number)).toEqual([]);
});

test("a return and a lost parcel of a disputed payment wait for the bank, and give nothing back after it was lost", async () => {
  const [back, gone] = [await returned(), await shipped([[...tee, 1]])];
  const [parcel] = await parcelsOf(db, gone);
  const lost = { parcelId: parcel?.id ?? 0, pieces: [{ position: 0, quantity: 1 }] };
  await loseParcel(shop, await seen(gone), lost.parcelId);
  for (const number of [back.number, gone]) await disputed(shop, number, { id: `du_${number}`, state: "to-answer" });
  expect(await codeOf(back.settle())).toBe("refund-disputed");
  expect(await codeOf(seen(gone).then((own) => refundLost(shop, own, lost)))).toBe("refund-disputed");
  expect(await manager.text(`/orders/${gone}/parcels/${lost.parcelId}/lost`)).toContain("Nothing can be refunded now.");
  expect(await manager.text(`/returns/${back.return}/settle`)).toContain("Nothing can be refunded now.");

  for (const number of [back.number, gone]) await decided(number, "lost");
  expect(await codeOf(back.settle())).toBe("done");
  expect(await codeOf(seen(gone).then((own) => refundLost(shop, own, lost)))).toBe("refund-charged-back");
  expect([...(await refundsOf(db, back.number)), ...(await refundsOf(db, gone))]).toEqual([]);

  const won = await returned();
  await disputed(shop, won.number, { id: `du_${won.number}`, state: "to-answer" });
  await decided(won.number, "won");
  expect(await codeOf(won.settle())).toBe("done");
  // The delivery fee goes back with what came damaged.
  expect((await refundsOf(db, won.number)).map(({ amount }) => amount)).toEqual([39_99]);
});

test("a cancelled order whose dispute is won can be refunded afterwards", async () => {
  const number = await disputedOrder("to-answer", 1);
  await cancelOrder(shop, await seen(number), { reason: "Fraud" });
  expect(await refundsOf(db, number)).toEqual([]);
  await decided(number, "won");
  const { total } = await rowOf(number);
  expect(await manager.text(`/orders/${number}/refund`)).toContain("Sprocket Tee");
  const all = { lines: [{ position: 0, quantity: 1 }], delivery: true, cause: "form", restock: false };
  await refundLines(shop, await seen(number), all);
  expect((await refundsOf(db, number)).map(({ amount }) => amount)).toEqual([total]);
});

test("the CSV file of orders has lost money as refunded, and nothing of it once it was won back", async () => {
  const number = await disputedOrder("lost");
  const row = async () => {
    const file = await (await manager.fetch(`/orders/export/file?q=${number}`)).text();
    const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[];
    const own = rows.find(({ Order }) => Order === number);
    return [Number(own?.Total), Number(own?.Refunded), Number(own?.Kept)];
  };
  expect(await row()).toEqual([75.99, 75.99, 0]);
  await decided(number, "won");
  expect(await row()).toEqual([75.99, 0, 75.99]);
});

/** A shipped order with a received return of one piece. */
async function returned() {
  const number = await shipped([[...tee, 2]]);
  const values = { "quantity-0": "1", "reason-0": "damaged" };
  const clock = { now: new Date(), settings: shop.settings() };
  const back = await startReturn(shop, { order: number, email: jo.email, round: "0", values }, clock);
  const versionOf = async () => (await returnByNumber(db, back))?.row.version ?? 0;
  const lines = (await returnByNumber(db, back))?.lines ?? [];
  await receiveReturn(shop, { number: back, version: await versionOf(), actor: staff }, arrivedAsAnnounced(lines));
  const settle = async () => {
    const own = { number: back, version: await versionOf(), orderVersion: (await seen(number)).version, actor: staff };
    return settleReturn(shop, own, usualSettlement(await linesToSettle(db, back)));
  };
  return { number, return: back, settle };
}
