import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { save } from "~/shop/audit/save.server";
import { admitLetterByHand } from "~/shop/letters-by-hand.server";
import { actorOf } from "~/shop/members/actor-of";
import { requireFactor } from "~/shop/members/factor";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { cancelOrder } from "./cancel-order.server";
import { endBeforeCancelling } from "./changes/end-change.server";
import { waitingChangeOf } from "./changes/open-change.server";
import { changeOrder } from "./change-order.server";
import { NOTIFY_SHIPPED, type NotifyShipped, SEND_LETTER_AGAIN, type SendLetterAgain } from "./letters/letter-jobs";
import { statesBefore } from "./order";
import { actOnOrder, type OrderForm } from "./act-as-member.server";
import { orderNoteRecord } from "./order-records.server";
import { letters, orders, parcels } from "./orders.tables";
import { orderNotes } from "./order-notes.tables";
import { deliverParcel } from "./parcels/deliver-parcel.server";
import { packedChange, packOrder, unpackOrder } from "./parcels/pack-order.server";
import { parcelName } from "./parcels/pieces";
import { type NewParcel, shipParcel, withTracking } from "./parcels/ship-parcel.server";
import { refundCause } from "./refunds/refund-cause";
import { requireFactorToRefund, requireFactorToRefundAll } from "./refunds/refund-limit.server";

type Acting = Pick<Services, "db" | "jobs">;

/**
 * Records that an order was packed.
 *
 * @throws {Refusal} as `packOrder`, and `right-missing`.
 */
export const packAsMember = (services: Acting, member: Member, form: OrderForm): Promise<void> =>
  actOnOrder(services, member, form, { right: "orders.ship", field: "packed" }, async (inside, change) => {
    await packOrder(inside, change);
    return packedChange(true);
  });

/**
 * Records that an order was unpacked.
 *
 * @throws {Refusal} as `unpackOrder`, and `right-missing`.
 */
export const unpackAsMember = (services: Acting, member: Member, form: OrderForm): Promise<void> =>
  actOnOrder(services, member, form, { right: "orders.ship", field: "unpacked" }, async (inside, change) => {
    await unpackOrder(inside, change);
    return packedChange(false);
  });

/**
 * Records a parcel with some or all pieces that were left to ship, and enqueues its letter.
 *
 * @throws {Refusal} as `shipParcel`, and `right-missing`.
 */
export const shipAsMember = (services: Acting, member: Member, form: OrderForm, parcel: NewParcel): Promise<void> =>
  actOnOrder(services, member, form, { right: "orders.ship", field: "parcel" }, async (inside, change) => {
    await shipParcel(inside, change, parcel);
    return { new: parcelName(parcel), isPrivate: true };
  });

/**
 * Records that a parcel was delivered.
 *
 * @throws {Refusal} as `deliverParcel`, and `right-missing`.
 */
export const deliverAsMember = (services: Acting, member: Member, form: OrderForm, parcelId: number): Promise<void> =>
  actOnOrder(services, member, form, { right: "orders.ship", field: "arrived" }, async (inside, change) => {
    await deliverParcel(inside, change, parcelId);
    return { new: parcelId };
  });

/** Field in the log of a correction about which the shopper got a letter; without a letter it is `tracking`. */
export const TRACKING_TOLD = "tracking-told";

/** Parcel with a corrected carrier or tracking number; `tells` sends its letter again with the correction. */
export interface CorrectedParcel {
  parcelId: number;
  carrier: string;
  trackingNumber: string;
  tells: boolean;
}

/**
 * Corrects carrier and tracking number of a parcel.
 *
 * @throws {Refusal} `right-missing`, `parcel-unknown`; as `changeOrder`; as `admitLetterByHand` if a letter is sent.
 */
export const correctTracking = (
  services: Acting,
  member: Member,
  form: OrderForm,
  { parcelId, tells, ...corrected }: CorrectedParcel,
): Promise<void> =>
  actOnOrder(services, member, form, { right: "orders.ship", field: "tracking" }, async (inside, change) => {
    const tracking = withTracking(corrected);
    let old = "";
    await changeOrder(inside.db, change, "tracking-corrected", { parcelId, ...tracking }, async (tx, { number }) => {
      const ofOrder = and(eq(parcels.id, parcelId), eq(parcels.orderNumber, number));
      const [before] = await tx.select().from(parcels).where(ofOrder).for("update");
      if (!before) throw new Refusal("parcel-unknown");
      old = parcelName(before);
      const version = before.version + 1;
      await tx
        .update(parcels)
        .set({ ...tracking, version })
        .where(ofOrder);
      const payload: NotifyShipped = { parcelId, correction: version };
      if (tells) await admitLetterByHand(tx, { memberId: member.id, to: await emailOf(tx, number) });
      if (tells) await inside.jobs.enqueue(tx, NOTIFY_SHIPPED, payload, { key: `${parcelId} ${version}` });
      return { to: null, details: { was: old } };
    });
    return { old, new: parcelName(corrected), isPrivate: true, ...(tells && { field: TRACKING_TOLD }) };
  });

const emailOf = async (db: Database, number: string): Promise<string> =>
  (await db.select({ email: orders.email }).from(orders).where(eq(orders.number, number)))[0]?.email ?? "";

/**
 * Cancels an order of which nothing was shipped: refunds its money, releases stock and code, and sends the shopper a letter.
 *
 * @throws {Refusal} as `cancelOrder` and `requireFactorToRefund`; `order-cancelled` if it was cancelled before; `right-missing`.
 */
export async function cancelAsMember(
  services: Services,
  member: Member,
  form: OrderForm,
  reason: string,
): Promise<void> {
  await requireRight(services, member, "orders.change");
  await endOpenChange(services, member, form);
  await actOnOrder(
    services,
    member,
    form,
    { right: "orders.change", field: "cancelled", reason },
    async (inside, change) => {
      const [row] = await inside.db.select({ state: orders.state }).from(orders).where(eq(orders.number, form.number));
      if (row?.state === "cancelled") throw new Refusal("order-cancelled");
      await cancelOrder(inside, change, { reason });
      await requireFactorToRefund(inside, member, form.number, refundCause.cancelled);
      return { new: "cancelled" };
    },
  );
}

/** Ends the change for which an order waits, if the order can still be cancelled at the version that the form showed. */
async function endOpenChange(services: Services, member: Member, { number, version }: OrderForm): Promise<void> {
  const { db } = services;
  const [row] = await db.select().from(orders).where(eq(orders.number, number));
  const hasLeft = (await db.$count(parcels, eq(parcels.orderNumber, number))) > 0;
  if (row?.version !== version || hasLeft || !statesBefore("cancelled").includes(row.state)) return;
  if (!(await waitingChangeOf(db, number))) return;
  // Asks for the factor first: the end of a change is not taken back with a refused cancellation.
  await requireFactorToRefundAll(services, member, number);
  await endBeforeCancelling(services, number, { by: "member", actor: actorOf(member) });
}

/**
 * Stores a note about an order, which only members see.
 *
 * @throws {Refusal} `right-missing`, `order-unknown`.
 */
export const addNote = (services: Acting, member: Member, form: OrderForm, note: string): Promise<void> =>
  actOnOrder(services, member, form, { right: "orders.note", field: "note" }, async ({ db }) => {
    const known = await db.$count(orders, eq(orders.number, form.number));
    if (known === 0) throw new Refusal("order-unknown");
    await db.insert(orderNotes).values({ orderNumber: form.number, memberId: member.id, note });
    return { new: note, isPrivate: true };
  });

/**
 * Removes a note about an order; the version in the form is that of the note. Can be undone.
 *
 * @throws {Refusal} as `save`; `record-unknown` if the order has no such note, `edited-meanwhile` if the note was changed before.
 */
export async function putNoteAway(
  services: Pick<Services, "db">,
  member: Member,
  { submission, number, version }: OrderForm,
  noteId: number,
): Promise<void> {
  await requireRight(services, member, orderNoteRecord.right);
  const isOfOrder = and(eq(orderNotes.id, noteId), eq(orderNotes.orderNumber, number));
  if ((await services.db.$count(orderNotes, isOfOrder)) === 0) throw new Refusal("record-unknown");
  const edit = { kind: orderNoteRecord, id: String(noteId), version, values: { isRemoved: true } };
  const answer = await save(services, member, { submission, edits: [edit] });
  if (!answer.saved) throw new Refusal("edited-meanwhile");
}

/**
 * Sends a letter about an order again with the same text, to the order's present address or to another one.
 *
 * Another address requires a second factor, since the shopper did not choose its reader.
 *
 * @throws {Refusal} `right-missing`; `record-unknown` if there is no such letter or its text was erased; `factor-missing`; as
 * `admitLetterByHand`.
 */
export const sendLetterAgain = (
  services: Acting,
  member: Member,
  form: OrderForm,
  { letterId, to = "" }: { letterId: number; to?: string },
): Promise<void> =>
  actOnOrder(services, member, form, { right: "orders.change", field: "letter-again" }, async ({ db, jobs }) => {
    if (to) requireFactor(member);
    const [letter] = await db
      .select({ subject: letters.subject })
      .from(letters)
      .where(and(eq(letters.id, letterId), eq(letters.orderNumber, form.number), sql`${letters.erasedAt} is null`));
    if (!letter) throw new Refusal("record-unknown");
    await admitLetterByHand(db, { memberId: member.id, to: to || (await emailOf(db, form.number)) });
    const payload: SendLetterAgain = { letterId, to, submission: form.submission };
    await jobs.enqueue(db, SEND_LETTER_AGAIN, payload, { key: form.submission });
    return { new: to || letter.subject, isPrivate: true };
  });
