import { eq } from "drizzle-orm";
import { draftRequestFor } from "./riders.server";
import { openTestShop } from "./test-shop.server";
import { payments } from "~/shop/payments/payments.tables";
import { Refusal } from "~/shop/refusal";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import type { DraftRequest } from "~/shop/orders/drafting/draft-request.server";
import { expireDraft } from "~/shop/orders/drafting/expire-draft.server";
import { orderByNumber } from "~/shop/orders/orders.server";
import { orders } from "~/shop/orders/orders.tables";

export type Picks = Parameters<typeof draftRequestFor>[1];
/** A separate test shop with functions that reserve stock from several networks. */
export async function openHeldStock() {
  const shop = await openTestShop();
  const { db } = shop;
  const start = Date.now();
  const after = (minutes: number) => new Date(start + minutes * 60_000);

  const tee: Picks = [["Ride Dirty Tee", "L", "Black"]];
  /** A variant with fewer than five pieces in stock. */
  const vest: Picks = [["Roadhouse Cut Vest", "M", "Black"]];

  let networks = 0;
  /** An IP address of a network that has sent no request before. */
  const newNetwork = () => `203.0.${Math.floor((networks += 1) / 250)}.${networks % 250}`;

  const numberOf = async (requestId: string): Promise<string> => {
    const [payment] = await db.select().from(payments).where(eq(payments.gatewayId, requestId));
    return payment?.orderNumber ?? "";
  };
  const stateOf = async (requestId: string) => (await orderByNumber(db, await numberOf(requestId)))?.state;

  /** Drafts an order; returns the refusal if it is refused. */
  async function asked(picks: Picks, more: Partial<DraftRequest>, now = after(0)) {
    const wish = await draftRequestFor(shop, picks, more);
    return draftOrder(shop, wish, now).catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
  }
  const codeOf = async (...of: Parameters<typeof asked>) => {
    const heard = await asked(...of);
    return heard instanceof Refusal ? heard.code : "drafted";
  };
  async function drafted(...of: Parameters<typeof asked>) {
    const heard = await asked(...of);
    if (heard instanceof Refusal) throw heard;
    return heard;
  }

  /** Ends all reservations, so that the next test starts with the original stock. */
  async function everythingEnds() {
    const open = await db.select().from(orders).where(eq(orders.state, "awaiting-payment"));
    for (const { number } of open) await expireDraft(shop, number, after(60));
    await db.update(orders).set({ network: null });
  }
  return { shop, db, start, after, tee, vest, newNetwork, numberOf, stateOf, asked, codeOf, drafted, everythingEnds };
}
