import { and, eq, isNull } from "drizzle-orm";
import type { Services } from "~/services";
import { Refusal } from "~/shop/refusal";
import { type Change, changeOrder } from "../change-order.server";
import { lineProgress } from "./line-progress.server";
import { statesBefore } from "../order";
import { parcels } from "../orders.tables";
import { allLeftToSend } from "./pieces";

/**
 * Notes that a parcel arrived. The order is delivered once all of it has left and all its parcels arrived; an order whose
 * money went back, or that came back, keeps its state. Safe to repeat.
 *
 * @throws {Refusal} as `changeOrder`, and `parcel-unknown` unless the order has this parcel and it was still on its way.
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
      .returning({ id: parcels.id });
    if (arrived.length === 0) throw new Refusal("parcel-unknown");

    const onTheWay = await tx.$count(parcels, and(ofOrder, isNull(parcels.deliveredAt)));
    const isAllThere = onTheWay === 0 && allLeftToSend(await lineProgress(tx, number)).length === 0;
    return { to: isAllThere && statesBefore("delivered").includes(state) ? "delivered" : null };
  });
}
