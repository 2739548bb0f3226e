import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { Refusal } from "~/shop/refusal";
import { type Change, changeOrder } from "../change-order.server";
import { isDisputed } from "../disputes/disputed.server";
import { lineProgress } from "./line-progress.server";
import { NOTIFY_SHIPPED, type NotifyShipped } from "../letters/letter-jobs";
import { statesBefore } from "../order";
import { parcelLines, parcels } from "../orders.tables";
import { trackingAddress } from "./carriers";
import { allLeftToSend, chosenLines, leftToSend, type Pieces } from "./pieces";

/** Parcel that is handed to the carrier. */
export interface NewParcel {
  carrier: string;
  trackingNumber: string;
  /** URL of the tracking page, if it is not the carrier's usual one. */
  trackingUrl?: string;
  /** Contents; all pieces that are left to ship if unset. */
  lines?: Pieces[];
  /** True if the parcel leaves although the payment of its order is disputed. */
  despiteDispute?: boolean | undefined;
}

/**
 * Records a shipped parcel and enqueues its letter. The order becomes shipped once no piece is left to ship. Safe to repeat.
 *
 * @throws {Refusal} as `changeOrder` and `writeParcel`; `more-than-left` if fewer pieces are left to ship.
 */
export async function shipParcel(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  change: Change,
  parcel: NewParcel,
  now = new Date(),
): Promise<void> {
  const { lines, despiteDispute } = parcel;
  const requested = { ...withTracking(parcel), ...(lines && { lines }) };
  await changeOrder(db, change, "parcel-shipped", requested, async (tx, { number, state }) => {
    if (!statesBefore("shipped").includes(state)) throw new Refusal("order-state");
    const progress = await lineProgress(tx, number);
    const packed = chosenLines(progress, lines ?? allLeftToSend(progress), leftToSend);

    const parcelId = await writeParcel(tx, { jobs }, number, { ...requested, despiteDispute }, now);
    await tx
      .insert(parcelLines)
      .values(
        packed.map(({ line: { position }, quantity }) => ({ parcelId, orderNumber: number, position, quantity })),
      );

    const isAllGone = allLeftToSend(await lineProgress(tx, number)).length === 0;
    return { to: isAllGone ? "shipped" : null, details: { parcelId } };
  });
}

/** Carrier, tracking number and tracking URL of a parcel; the URL defaults to the carrier's tracking page. */
export const withTracking = ({
  carrier,
  trackingNumber,
  trackingUrl,
}: Pick<NewParcel, "carrier" | "trackingNumber" | "trackingUrl">) => ({
  carrier,
  trackingNumber,
  trackingUrl: trackingUrl ?? trackingAddress(carrier, trackingNumber),
});

/**
 * Stores a shipped parcel and enqueues its letter; the contents are stored separately. Returns the parcel's id.
 *
 * @throws {Refusal} `ship-disputed` if the order's payment is disputed, or was given back by a bank, unless `despiteDispute`.
 */
export async function writeParcel(
  tx: Transaction,
  { jobs }: Pick<Services, "jobs">,
  orderNumber: string,
  {
    carrier,
    trackingNumber,
    trackingUrl,
    despiteDispute,
  }: ReturnType<typeof withTracking> & Pick<NewParcel, "despiteDispute">,
  now: Date,
): Promise<number> {
  if (!despiteDispute && (await isDisputed(tx, orderNumber))) throw new Refusal("ship-disputed");
  const [left] = await tx
    .insert(parcels)
    .values({ orderNumber, carrier, trackingNumber, trackingUrl, shippedAt: now })
    .returning({ id: parcels.id });
  if (!left) throw new Error("The parcel was not written.");
  await jobs.enqueue(tx, NOTIFY_SHIPPED, { parcelId: left.id } satisfies NotifyShipped, { key: String(left.id) });
  return left.id;
}
