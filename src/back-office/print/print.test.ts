import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { officeAs } from "~/testing/back-office-as.server";
import { jo } from "~/testing/riders.server";
import { variants } from "~/shop/catalog/catalog.tables";
import { memberEvents } from "~/shop/members/member-events.tables";
import { shownNumber } from "~/shop/orders/order-number";
import { orderLines, orders } from "~/shop/orders/orders.tables";
import { refundLines } from "~/shop/orders/refunds/refund-lines.server";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { shownReturnNumber } from "~/shop/returns/return-number";
import { startReturn } from "~/shop/returns/returns.server";

const { shop, db, ups, tee, bought, seen, shipped } = await openBoughtOrders();
const packer = officeAs(shop, memberAs("packer"));
const text = (kind: string, ...numbers: string[]) =>
  packer.text(`/orders/print?kind=${kind}&numbers=${numbers.join(",")}`);

async function shelve(number: string, position: number, shelf: string): Promise<void> {
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderNumber, number));
  const line = lines.find((each) => each.position === position);
  await db
    .update(variants)
    .set({ shelf })
    .where(eq(variants.id, line?.variantId ?? 0));
}

test("[B-38] the slip of a second parcel lists its pieces, pieces sent before and cancelled pieces, without amounts", async () => {
  const number = await bought([
    [...tee, 3],
    ["Gauntlet Leather Gloves", "M", "Black"],
  ]);
  await shipParcel(shop, await seen(number), { ...ups, lines: [{ position: 0, quantity: 1 }] });
  const gloves = { lines: [{ position: 1, quantity: 1 }], cause: "lost", restock: false };
  await refundLines(shop, await seen(number), gloves);

  const slip = await text("slip", number);

  expect(slip).toContain(shownNumber(number));
  expect(slip).toContain("Packing slip, parcel 2 of 2");
  expect(slip).toContain("Pieces in this box 2");
  expect(slip).toContain("Already sent in parcel 1: Sprocket Tee.");
  expect(slip).toContain("Not sent: 1 Gauntlet Leather Gloves.");
  expect(slip).toContain("Flagstaff, AZ 86001");
  const html = await (await packer.fetch(`/orders/print?kind=slip,label&numbers=${number}`)).text();
  expect(html).not.toMatch(/\$\d/);
  expect(html.match(/<article class="paper paper--(letter|label)"/g)).toHaveLength(2);
  expect(html).toContain(`aria-label="Bar code of ${shownNumber(number)}"`);
});

test("[B-38] each order gets one slip and one label, and the label shows the number of its order", async () => {
  const numbers = [await bought(), await bought([[...tee]]), await shipped([[...tee]])];
  const html = await (await packer.fetch(`/orders/print?numbers=${numbers.join("&numbers=")}`)).text();
  const papers = [...html.matchAll(/<article class="paper paper--(\w+)" aria-label="([^"]*)"/g)].map(
    ([, kind, name]) => `${kind} ${name}`,
  );
  expect(papers).toEqual(
    numbers.flatMap((number) => [
      `letter Packing slip, parcel 1 of 1, ${shownNumber(number)}`,
      `label Label, ${shownNumber(number)}, Parcel 1 of 1`,
    ]),
  );
});

test("[B-38] the pick list is sorted by shelf, then SKU, with each variant once and its orders", async () => {
  const [one, other] = [
    await bought(),
    await bought([
      [...tee, 2],
      ["Sprocket Tee", "L", "Ash"],
    ]),
  ];
  await shelve(one, 0, "B10");
  await shelve(one, 1, "");
  await shelve(other, 1, "B2");

  const list = await text("pick", one, other);

  expect(list).toMatch(
    /B2 Sprocket Tee Ash \/ L IM-M-ST-ASH-L 1 .*B10 Sprocket Tee Ash \/ M IM-M-ST-ASH-M 4 .*No shelf Gauntlet/,
  );
  expect(list).toContain(`${shownNumber(one)} (2) Test; ${shownNumber(other)} (2) Test`);
  expect(list).toContain("6 pieces for 2 orders");
});

test("[B-38] the page names orders without papers, and prints the papers of the others", async () => {
  const [number, unpaid, cancelled] = [await bought(), await bought(), await bought()];
  await db.update(orders).set({ paidAt: null, state: "awaiting-payment" }).where(eq(orders.number, unpaid));
  await db.update(orders).set({ state: "cancelled" }).where(eq(orders.number, cancelled));

  const said = await text("slip", number, unpaid, cancelled, "00000000", "%3Cb%3E");

  expect(said).toContain(`${shownNumber(unpaid)} is not paid`);
  expect(said).toContain(`${shownNumber(cancelled)} was cancelled`);
  expect(said).toContain(`${shownNumber("00000000")} is no order here`);
  expect(said).toContain('"<b>" is no order number.');
  expect(said).toContain("Packing slip, parcel 1 of 1");
  expect(await text("slip", "")).toContain("Nothing to print");
});

test("a pick list without entries is not printed, and the page says why", async () => {
  const html = await (await packer.fetch(`/orders/print?kind=pick&numbers=${await shipped([[...tee]])}`)).text();
  expect(html).toContain("All of it has left: there is nothing to pick.");
  expect(html).not.toContain("<article");
});

test("[B-38] a return slip lists the returned pieces with their reasons; an order without a return gets a blank slip", async () => {
  const number = await shipped([[...tee, 2]]);
  expect(await text("return", number)).toContain("Tick what comes back and why");

  const values = { "quantity-0": "1", "reason-0": "too-small" };
  const request = { order: number, email: jo.email, round: "0", values };
  const back = await startReturn(shop, request, { now: new Date(), settings: shop.settings() });

  for (const asked of [number, back, shownReturnNumber(back)]) {
    const slip = await text("return", asked);
    expect(slip).toContain(`Return slip, order ${shownNumber(number)}`);
    expect(slip).toContain("Sprocket Tee Ash / M");
    expect(slip).toContain("Too small 1");
  }
});

test("[B-12] printing by an editor is refused and logged", async () => {
  const editor = memberAs("editor");
  const answer = await officeAs(shop, editor).fetch(`/orders/print?numbers=${await bought()}`);
  expect(answer.status).toBe(403);
  const [event] = await db.select().from(memberEvents).where(eq(memberEvents.memberId, editor.id));
  expect(event).toMatchObject({ kind: "right-denied" });
});

test("the page prints at most 100 orders at once, and says that it omits the others", async () => {
  const number = await bought([[...tee]]);
  const many = Array.from({ length: 102 }, (_, index) => String(30_000_000 + index));
  const said = await text("slip", number, ...many);
  expect(said).toContain("3 orders more than can be printed at once");
  expect(said).toContain("Packing slip, parcel 1 of 1");
});

test("a pick list of more orders than fit says at its end how many are not on it", async () => {
  const number = await bought([[...tee]]);
  const others = Array.from({ length: 101 }, (_, place) => String(99_000_000 + place));
  expect(await text("pick", number, ...others)).toContain("It ends here: 2 more orders are not on it.");
  expect(await text("pick", number, ...others.slice(2))).not.toContain("It ends here");
});
