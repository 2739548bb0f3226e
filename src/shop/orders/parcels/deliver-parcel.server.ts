import { and, eq, isNull } from "drizzle-orm";
import type { Services } from "~/services";
import { Refusal } from "~/shop/refusal";
import { type Change, changeOrder } from "../change-order.server";
import { statesBefore } from "../order";
import { parcels } from "../orders.tables";
import { isAllThere } from "./parcels.server";

/**
 * Marks a parcel as delivered, even a lost one. The order becomes delivered once everything was shipped and delivered; refunded
 * and returned orders keep their state. Safe to repeat.
 *
 * @throws {Refusal} as `changeOrder`; `parcel-unknown` if the order has no such parcel, or it was delivered before.
 */
export async function deliverParcel(
  { db }: Pick<Services, "db">,
  change: Change,
  parcelId: number,
  now = new Date(),
): Promise<void> {
  await changeOrder(db, change, "parcel-delivered", { parcelId }, async (tx, { number, state }) => {
    const ofOrder = eq(parcels.orderNumber, number);
    const arrived = await tx
      .update(parcels)
      .set({ deliveredAt: now })
      .where(and(ofOrder, eq(parcels.id, parcelId), isNull(parcels.deliveredAt)))
      .returning({ lostAt: parcels.lostAt });
    if (arrived.length === 0) throw new Refusal("parcel-unknown");

    const isDelivered = statesBefore("delivered").includes(state) && (await isAllThere(tx, number));
    return { to: isDelivered ? "delivered" : null, details: arrived[0]?.lostAt ? { wasLost: true } : {} };
  });
}
