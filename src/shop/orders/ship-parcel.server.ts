import type { Services } from "~/services";
import { Refusal } from "~/shop/refusal";
import { type Change, changeOrder } from "./change-order.server";
import { lineProgress } from "./line-progress.server";
import { statesBefore } from "./order";
import { parcelLines, parcels } from "./orders.tables";
import { allLeftToSend, chosenLines, leftToSend, type Pieces, trackingAddress } from "./pieces";

/** The job that sends the letter about a parcel. */
export const TELL_SHIPPED = "tell-shipped";
export interface TellShipped {
  parcelId: number;
}

/** A parcel as it is handed to the carrier. */
export interface NewParcel {
  carrier: string;
  trackingNumber: string;
  /** Where it can be followed, when that is not the carrier's usual page. */
  trackingUrl?: string;
  /** What is in it; unset, all that has not left yet. */
  lines?: Pieces[];
}

/**
 * Notes a parcel that leaves the house and has its letter sent. The order is shipped once all of it has left. Safe to repeat.
 *
 * @throws {Refusal} as `changeOrder`, and `more-than-left` when that is not left to send.
 */
export async function shipParcel(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  change: Change,
  parcel: NewParcel,
  now = new Date(),
): Promise<void> {
  const { carrier, trackingNumber, lines } = parcel;
  const trackingUrl = parcel.trackingUrl ?? trackingAddress(carrier, trackingNumber);
  const asked = { carrier, trackingNumber, trackingUrl, ...(lines && { lines }) };
  await changeOrder(db, change, "parcel-shipped", asked, async (tx, { number, state }) => {
    if (!statesBefore("shipped").includes(state)) throw new Refusal("order-state");
    const progress = await lineProgress(tx, number);
    const packed = chosenLines(progress, lines ?? allLeftToSend(progress), leftToSend);

    const [left] = await tx
      .insert(parcels)
      .values({ orderNumber: number, carrier, trackingNumber, trackingUrl, shippedAt: now })
      .returning({ id: parcels.id });
    if (!left) throw new Error("The parcel was not written.");
    await tx.insert(parcelLines).values(
      packed.map(({ line: { position }, quantity }) => ({
        ...{ parcelId: left.id, orderNumber: number, position, quantity },
      })),
    );
    await jobs.ask(tx, TELL_SHIPPED, { parcelId: left.id } satisfies TellShipped, { key: String(left.id) });

    const isAllGone = allLeftToSend(await lineProgress(tx, number)).length === 0;
    return { to: isAllGone ? "shipped" : null, details: { parcelId: left.id } };
  });
}
