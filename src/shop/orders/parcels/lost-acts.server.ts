import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { keepReplacement } from "~/shop/catalog/stock/reservations.server";
import { admitLetterByHand } from "~/shop/letters-by-hand.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { changeOrder } from "../change-order.server";
import { NOTIFY_FOUND, type NotifyFound } from "../letters/letter-jobs";
import { actOnOrder, type OrderForm } from "../act-as-member.server";
import { statesBefore } from "../order";
import { orderEvents, orders, parcels } from "../orders.tables";
import { refuseWhileUnconfirmed } from "../refunds/refund-as-member.server";
import { refundCause } from "../refunds/refund-cause";
import { requireFactorToRefund, requireFactorToSendAgain } from "../refunds/refund-limit.server";
import { loseParcel, refundLost, sendLostAgain } from "./lose-parcel.server";
import { takeBackLost } from "./lost-refunds.server";
import { isAllThere } from "./parcels.server";
import { type FoundAnswer, isLost, isWaiting, parcelName, type Pieces } from "./pieces";
import {
  closeWaiting,
  refundReplacements,
  replacementsOf,
  type ReplacementsOf,
  sendReplacements,
} from "./replacements.server";
import type { NewParcel } from "./ship-parcel.server";
import { LATE_OR_LOST } from "../reasons";

/** Value in the log of a lost parcel about whose pieces nothing was decided. */
export const LOST_UNDECIDED = "lost";

/** Values in the log of the decision about a found parcel. */
export const FOUND_WORDS: Record<FoundAnswer, string> = { kept: "stays with the shopper", "asked-back": "asked back" };

type Acting = Pick<Services, "db" | "jobs" | "settings">;

/** Decision about a lost parcel: pieces to send again and pieces to refund; nothing is decided about its other pieces. */
export interface LostDecision {
  parcelId: number;
  again: Pieces[];
  refund: Pieces[];
}

/**
 * Records that a parcel is lost, unless this was recorded before, and decides about its pieces; all or nothing.
 *
 * @throws {Refusal} `right-missing`; as `loseParcel`, `sendLostAgain`, `refundLost`, `requireFactorToRefund`,
 * `requireFactorToSendAgain` and `admitLetterByHand`; `refund-unconfirmed`; `nothing-decided` for a parcel that is lost already,
 * without a decision about any piece.
 */
export async function loseAsMember(
  services: Acting,
  member: Member,
  form: OrderForm,
  { parcelId, again, refund }: LostDecision,
): Promise<void> {
  if (again.length > 0) await requireRight(services, member, "orders.change");
  if (refund.length > 0) await requireRight(services, member, "money.refund");
  await actOnOrder(services, member, form, { right: "orders.ship", field: "lost" }, async (inside, change) => {
    const { number } = form;
    let { version } = change;
    const [parcel] = await inside.db
      .select()
      .from(parcels)
      .where(and(eq(parcels.id, parcelId), eq(parcels.orderNumber, number)));
    if (!parcel) throw new Refusal("parcel-unknown");
    if (!isLost(parcel)) {
      await loseParcel(inside, { ...change, version }, parcelId);
      version += 1;
    } else if (again.length + refund.length === 0) throw new Refusal("nothing-decided");
    if (again.length > 0) {
      await admitFurtherLetter(inside.db, member, number, { kind: "lost-sent-again", parcelId });
      await sendLostAgain(inside, { ...change, version }, { parcelId, pieces: again });
      version += 1;
    }
    if (refund.length > 0) {
      await refuseWhileUnconfirmed(inside.db, number);
      const reason = LATE_OR_LOST;
      await refundLost(inside, { ...change, version }, { parcelId, pieces: refund, reason });
      await requireFactorToRefund(inside, member, number, refundCause.ofLost(parcelId, version));
    }
    if (again.length > 0) await requireFactorToSendAgain(inside, member, number, { parcelId, pieces: again });
    return { new: decisionWords(again, refund) };
  });
}

/**
 * Limits letters about repeated decisions, since a parcel can be lost and found any number of times. The first decision's letter
 * is not limited.
 *
 * @throws {Refusal} as `admitLetterByHand`.
 */
async function admitFurtherLetter(
  db: Transaction,
  member: Member,
  number: string,
  { kind, parcelId }: { kind: "lost-sent-again" | "found-answered"; parcelId: number },
): Promise<void> {
  const ofParcel = sql`(${orderEvents.details}->>'parcelId')::int = ${parcelId}`;
  const decided = and(eq(orderEvents.orderNumber, number), eq(orderEvents.kind, kind), ofParcel);
  if ((await db.$count(orderEvents, decided)) === 0) return;
  const [order] = await db.select({ email: orders.email }).from(orders).where(eq(orders.number, number));
  if (order) await admitLetterByHand(db, { memberId: member.id, to: order.email });
}

const count = (pieces: Pieces[]): number => pieces.reduce((sum, { quantity }) => sum + quantity, 0);

const decisionWords = (again: Pieces[], refund: Pieces[]): string =>
  [LOST_UNDECIDED, again.length > 0 && `${count(again)} sent again`, refund.length > 0 && `${count(refund)} refunded`]
    .filter(Boolean)
    .join(", ");

/**
 * Records a shipped parcel with replacements and enqueues its letter.
 *
 * @throws {Refusal} as `sendReplacements`, and `right-missing`.
 */
export const sendReplacementsAsMember = (
  services: Acting,
  member: Member,
  form: OrderForm,
  of: ReplacementsOf,
  parcel: Omit<NewParcel, "lines">,
): Promise<void> =>
  actOnOrder(services, member, form, { right: "orders.ship", field: "replacement" }, async (inside, change) => {
    await sendReplacements(inside, change, of, parcel);
    return { new: parcelName(parcel), isPrivate: true };
  });

/**
 * Refunds replacements instead of sending them.
 *
 * @throws {Refusal} as `refundReplacements` and `requireFactorToRefund`; `right-missing`, `refund-unconfirmed`.
 */
export const refundReplacementsAsMember = (
  services: Acting,
  member: Member,
  form: OrderForm,
  of: ReplacementsOf,
): Promise<void> =>
  actOnOrder(services, member, form, { right: "money.refund", field: "replacement-ended" }, async (inside, change) => {
    await refuseWhileUnconfirmed(inside.db, form.number);
    await refundReplacements(inside, change, of);
    const cause = "return" in of ? refundCause.ofReplacement(of.return) : refundCause.ofLost(of.lost, change.version);
    await requireFactorToRefund(inside, member, form.number, cause);
    return { new: "refunded" };
  });

/**
 * Decides about a lost parcel that arrived after its pieces were replaced or refunded: the shopper keeps it, or is asked by
 * letter to return it. With `stops`, replacements that are not sent yet are returned to stock.
 *
 * @throws {Refusal} as `changeOrder` and `admitLetterByHand`; `right-missing`; `parcel-unknown` unless the parcel was lost, has
 * arrived and no decision was made.
 */
export const answerFound = (
  services: Acting,
  member: Member,
  form: OrderForm,
  { parcelId, answer, stops }: { parcelId: number; answer: FoundAnswer; stops: boolean },
): Promise<void> =>
  actOnOrder(services, member, form, { right: "orders.change", field: "found" }, async (inside, change) => {
    const requested = { parcelId, answer, stops };
    if (answer === "asked-back")
      await admitFurtherLetter(inside.db, member, form.number, { kind: "found-answered", parcelId });
    await changeOrder(inside.db, change, "found-answered", requested, async (tx, { number, state }) => {
      const found = await tx
        .update(parcels)
        .set({ foundAnswer: answer })
        .where(
          and(
            eq(parcels.orderNumber, number),
            eq(parcels.id, parcelId),
            isNotNull(parcels.lostAt),
            isNotNull(parcels.deliveredAt),
            isNull(parcels.foundAnswer),
          ),
        )
        .returning({ id: parcels.id });
      if (found.length === 0) throw new Refusal("parcel-unknown");
      if (stops) await stopWaiting(tx, change, parcelId);
      const told: NotifyFound = { parcelId, version: change.version };
      const key = `${parcelId} ${change.version}`;
      if (answer === "asked-back") await inside.jobs.enqueue(tx, NOTIFY_FOUND, told, { key });
      const isDelivered = statesBefore("delivered").includes(state) && (await isAllThere(tx, number));
      return { to: isDelivered ? "delivered" : null };
    });
    return { new: FOUND_WORDS[answer] };
  });

type Tx = Parameters<typeof closeWaiting>[0];

/** Returns waiting replacements to stock because the lost parcel arrived; refunds nothing. */
async function stopWaiting(
  tx: Tx,
  { number, actor }: { number: string; actor: Parameters<typeof keepReplacement>[3] },
  lost: number,
) {
  const waits = (await replacementsOf(tx, number)).some((own) => own.lostParcelId === lost && isWaiting(own));
  if (!waits) return;
  const stopped = await closeWaiting(tx, number, { lost }, { state: "ended", endsAt: new Date() });
  await keepReplacement(tx, stopped, number, actor);
  await takeBackLost(tx, lost, stopped);
}
