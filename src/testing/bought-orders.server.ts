import { eq } from "drizzle-orm";
import { cards, payWith, draftRequestFor } from "./riders.server";
import { openTestShop } from "./test-shop.server";
import type { Actor } from "~/shop/actor";
import { returnToStock } from "~/shop/catalog/stock/reservations.server";
import { Refusal } from "~/shop/refusal";
import type { Change } from "~/shop/orders/change-order.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { orders } from "~/shop/orders/orders.tables";
import { pricedLines } from "~/shop/orders/drafting/priced-lines.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";

export type Picks = Parameters<typeof draftRequestFor>[1];
/** A separate test shop with functions that make paid and shipped orders, for tests of what members do with them. */
export async function openBoughtOrders() {
  const shop = await openTestShop();
  const { db } = shop;
  const staff: Actor = { kind: "staff", name: "Lee" };
  const ups = { carrier: "UPS", trackingNumber: "1Z999" };
  const tee = ["Sprocket Tee", "M", "Ash"] as const;
  const twoTeesAndGloves: Picks = [
    [...tee, 2],
    ["Gauntlet Leather Gloves", "M", "Black"],
  ];

  // Restocks: the tests buy more tees than the demo shop has.
  const { items } = await draftRequestFor(shop, [[...tee]]);
  const [priced] = await pricedLines(db, items);
  await db.transaction((tx) =>
    returnToStock(tx, [{ variantId: priced?.variantId ?? 0, quantity: 500 }], "tests", staff),
  );

  /** Drafts and pays an order. */
  async function bought(
    picks: Picks = twoTeesAndGloves,
    more: Parameters<typeof draftRequestFor>[2] = {},
  ): Promise<string> {
    const { id, clientSecret } = await draftOrder(shop, await draftRequestFor(shop, picks, more));
    await payWith(shop, cards.good, clientSecret);
    return (await settleOrder(shop, id)).number;
  }

  async function rowOf(number: string) {
    const [order] = await db.select().from(orders).where(eq(orders.number, number));
    if (!order) throw new Error("no order");
    return order;
  }
  const seen = async (number: string): Promise<Change> => ({
    number,
    version: (await rowOf(number)).version,
    actor: staff,
  });
  const stateOf = async (number: string) => (await rowOf(number)).state;
  const codeOf = (doing: Promise<unknown>) =>
    doing.then(
      () => "done",
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );
  const refundJobs = () => shop.payloads.filter(({ name }) => name === "send-refund").length;

  async function shipped(picks?: Picks): Promise<string> {
    const number = await bought(picks);
    await shipParcel(shop, await seen(number), ups);
    return number;
  }
  return { shop, db, staff, ups, tee, twoTeesAndGloves, bought, rowOf, seen, stateOf, codeOf, refundJobs, shipped };
}
