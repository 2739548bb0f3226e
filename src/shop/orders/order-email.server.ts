import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import type { Services } from "~/services";
import { changedSince, loggedRecords, newestChanges } from "~/shop/audit/change-log.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { save } from "~/shop/audit/save.server";
import type { Saved, Stale } from "~/shop/audit/saving";
import { admitLetterByHand } from "~/shop/letters-by-hand.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { TELL_CHANGE, type TellChange } from "./changes/change-jobs";
import { orderChanges } from "./changes/order-changes.tables";
import {
  CONFIRM_ORDER,
  type ConfirmOrder,
  NOTIFY_LABEL,
  type OfReturn,
  RECALL_TO_CORRECTED,
  type RecallToCorrected,
  SEND_PAY_LINK,
  type SendPayLink,
} from "./letters/letter-jobs";
import { madeOrders } from "./made/made-orders.tables";
import { Customer } from "./order";
import { orders } from "./orders.tables";

/**
 * Record kind of an order's e-mail address, to which letters are sent and by which shoppers find the order. A correction raises
 * the round of the order's links (a trigger), so that those in the wrong mailbox open nothing, and sends what is open to the new
 * address: the confirmation, each link that is still needed, and recalls. The old address no longer finds the order.
 */
export const orderEmailRecord: RecordKind = {
  kind: "order-email",
  right: "orders.email",
  fields: { email: { schema: Customer.shape.email, isPrivate: true, needsFactor: true, readRight: "people.read" } },
  async read(tx, number) {
    // Locks payments before the order, as all changes of orders do.
    await refundableMoney(tx, number);
    const [row] = await tx.select().from(orders).where(eq(orders.number, number)).for("update");
    return row && { version: row.version, values: { email: row.email } };
  },
  async write(tx, number, { email }, version) {
    if (!(await hasLetters(tx, number))) throw new Refusal("order-state");
    const [changed] = await tx
      .update(orders)
      .set({ email: String(email), version: version + 1 })
      .where(and(eq(orders.number, number), eq(orders.version, version)))
      .returning({ version: orders.version });
    return changed?.version;
  },
  /**
   * At the limit of letters a correction is refused, but an undo is done without a letter: letters sent by others must not prevent it.
   * Recalls go to each address once, and are not limited.
   */
  async tell({ db, jobs }, { id: number, changes }, { memberId, action }) {
    const [row] = await db.select().from(orders).where(eq(orders.number, number));
    if (!row) return undefined;
    const corrected: RecallToCorrected = { orderNumber: number, version: row.version };
    await jobs.enqueue(db, RECALL_TO_CORRECTED, corrected, { key: `${number} ${row.version}` });
    try {
      await admitLetterByHand(db, { memberId: memberId ?? "shop", to: String(changes["email"]) });
    } catch (refused) {
      const isUsedUp = refused instanceof Refusal && refused.code === "letters-used-up";
      if (action !== "undo" || !isUsedUp) throw refused;
      return "No letter went out: so many were sent by hand today, to this address or by you.";
    }
    if (row.state === "awaiting-payment") await sendOpenPayLink({ db, jobs }, number);
    else {
      await sendConfirmationAnew({ db, jobs }, row);
      await sendOpenLinks({ db, jobs }, row);
    }
    return undefined;
  },
};

/** Whether letters about an order went to its address: it was paid, or a member made it and its link is open. */
export async function hasLetters(db: Database, number: string): Promise<boolean> {
  const [row] = await db
    .select({ state: orders.state, paidAt: orders.paidAt, made: madeOrders.orderNumber })
    .from(orders)
    .leftJoin(madeOrders, eq(madeOrders.orderNumber, orders.number))
    .where(eq(orders.number, number));
  return row !== undefined && (row.paidAt !== null || (row.state === "awaiting-payment" && row.made !== null));
}

type Telling = Pick<Services, "db" | "jobs">;
type Numbered = Pick<typeof orders.$inferSelect, "number" | "version">;

/** Sends the link to pay an order that a member made, as a member does who sends it again. */
async function sendOpenPayLink({ db, jobs }: Telling, number: string): Promise<void> {
  const [made] = await db
    .update(madeOrders)
    .set({ letters: sql`${madeOrders.letters} + 1` })
    .where(eq(madeOrders.orderNumber, number))
    .returning({ round: madeOrders.letters });
  if (!made) return;
  await jobs.enqueue(db, SEND_PAY_LINK, { number, ...made } satisfies SendPayLink, { key: `${number} ${made.round}` });
}

async function sendConfirmationAnew({ db, jobs }: Telling, { number, version }: Numbered): Promise<void> {
  const confirmation: ConfirmOrder = { number, correction: version };
  await jobs.enqueue(db, CONFIRM_ORDER, confirmation, { key: `${number} ${version}` });
}

/** Sends the links of changes that wait for a payment, and the labels of returns on their way. */
async function sendOpenLinks({ db, jobs }: Telling, { number, version }: Numbered): Promise<void> {
  const waiting = await db
    .update(orderChanges)
    .set({ letters: sql`${orderChanges.letters} + 1` })
    .where(and(eq(orderChanges.orderNumber, number), eq(orderChanges.state, "waiting")))
    .returning({ changeId: orderChanges.id, again: orderChanges.letters });
  for (const { changeId, again } of waiting) {
    const asked: TellChange = { changeId, letter: "asked", again };
    await jobs.enqueue(db, TELL_CHANGE, asked, { key: `asked ${changeId} ${again}` });
  }
  // In SQL, since this module must not import the modules of returns, which depend on it.
  const { rows: labels } = await db.execute<{ number: string }>(sql`
    select number from returns where order_number = ${number} and state = 'started' and label_url <> ''`);
  for (const label of labels) {
    const sent: OfReturn = { number: label.number, correction: version };
    await jobs.enqueue(db, NOTIFY_LABEL, sent, { key: `${label.number} label ${version}` });
  }
}

/** Maximum number of orders that `endLinksOfFormerCorrections` reads at a time. */
const AT_ONCE = 500;

/**
 * Ends the links in all letters of orders whose e-mail address was corrected by a release without rounds of links, which the log of
 * changes knows, and sends what is still open to the present address. A correction since then has raised the round, whichever release
 * made it (a trigger). Returns whether none is left. Safe to repeat.
 */
export async function endLinksOfFormerCorrections({ db, jobs }: Telling, atOnce = AT_ONCE): Promise<boolean> {
  const isFormer = and(eq(orders.linkRound, 0), inArray(orders.number, loggedRecords(db, orderEmailRecord.kind)));
  const former = await db.select({ number: orders.number }).from(orders).where(isFormer).limit(atOnce);
  for (const { number } of former)
    await db.transaction(async (tx) => {
      const [ended] = await tx
        .update(orders)
        .set({ linkRound: 1 })
        .where(and(eq(orders.number, number), eq(orders.linkRound, 0)))
        .returning({ number: orders.number, version: orders.version });
      if (ended) await sendOpenLinks({ db: tx, jobs }, ended);
    });
  return former.length < atOnce;
}

/** Correction of an e-mail address, with its reason and the order's version when the form was shown. */
export interface CorrectedEmail {
  submission: string;
  number: string;
  version: number;
  email: string;
  reason: string;
}

/**
 * Corrects the e-mail address of an order and sends the confirmation to the new address.
 *
 * @throws {Refusal} as `save`: `right-missing`, `factor-missing`, `input-invalid`; `order-state` for an order that was never
 * paid, unless its pay link is open; as `admitLetterByHand`.
 */
export async function correctEmail(
  services: Pick<Services, "db" | "jobs">,
  member: Member,
  { submission, number, version, email, reason }: CorrectedEmail,
): Promise<Saved | Stale> {
  await requireRight(services, member, orderEmailRecord.right);
  const edit = { kind: orderEmailRecord, id: number, values: { email } };
  const answer = await save(services, member, { submission, reason, edits: [{ ...edit, version }] });
  const [stale] = answer.saved ? [] : answer.stale;
  // Other changes of the order do not conflict with the correction.
  if (!stale || stale.fields.some(({ by }) => by !== null)) return answer;
  return save(services, member, { submission, reason, edits: [{ ...edit, version: stale.version }] });
}

/** Whether an order's e-mail address is no longer the one given in the checkout. */
export async function isEmailCorrected(
  db: Database,
  { number, email }: { number: string; email: string },
): Promise<boolean> {
  const since = await changedSince(db, { kind: orderEmailRecord.kind, record: number, version: 0 });
  const corrected = since.get("email");
  return corrected !== undefined && corrected.base !== email;
}

/** Days for which owners see a list of corrected e-mail addresses. */
const SHOWN_DAYS = 7;
const MOST = 20;

/**
 * Orders whose e-mail address was corrected recently, newest first; for owners only. Deleted orders are left out.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function correctedEmails(
  services: Pick<Services, "db">,
  member: Member,
  now: Date,
): Promise<{ number: string; memberId: string | null; reason: string; at: Date }[]> {
  await requireRight(services, member, "members.read");
  const since = new Date(now.getTime() - SHOWN_DAYS * DAY);
  const changes = await newestChanges(services.db, { kind: orderEmailRecord.kind, since, most: MOST });
  const numbers = changes.map(({ number }) => number);
  const rows = await services.db.select({ number: orders.number }).from(orders).where(inArray(orders.number, numbers));
  const there = new Set(rows.map(({ number }) => number));
  return changes.filter(({ number }) => there.has(number));
}
