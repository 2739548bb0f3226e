import { eq, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { admitLetterByHand } from "~/shop/letters-by-hand.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { lineProgress } from "~/shop/orders/parcels/line-progress.server";
import { recordEvent } from "~/shop/orders/orders.server";
import { Refusal } from "~/shop/refusal";
import { actOnReturn, type ReturnForm, type ReturnStep, takeStep } from "./return-acts.server";
import { NOTIFY_RECEIVED, type OfReturn } from "./return-letter-jobs";
import { arrivedOf, lockReturnsOf, returnByNumber, returnsOf } from "./returns.server";
import { returnPieces } from "./returns.tables";
import { arrivedPieces, type ArrivedPieces } from "./settlement";

type Inside = Pick<Services, "db" | "jobs">;

/**
 * Records the received pieces of a return, by line and condition, and enqueues its letter unless `isQuiet`. Stock and money
 * change only when the return is settled.
 *
 * @throws {Refusal} `return-unknown`, `edited-meanwhile`; `order-state` for a return that was already received, settled or
 * refused, or for pieces that were never shipped.
 */
export async function receiveReturn(
  services: Inside,
  step: ReturnStep,
  arrived: ArrivedPieces[],
  { now = new Date(), isQuiet = false } = {},
): Promise<void> {
  const { number, actor } = step;
  await services.db.transaction(async (tx) => {
    const found = await returnByNumber(tx, number);
    if (!found) throw new Refusal("return-unknown");
    const orderNumber = found.order.number;
    await lockReturnsOf(tx, orderNumber);
    await takeStep(tx, step, ["started"], { state: "received", receivedAt: now });
    await tx.insert(returnPieces).values(arrived.map((pieces) => ({ returnNumber: number, ...pieces })));
    await refuseUnlessSent(tx, orderNumber);
    const event = { details: { return: number }, onceKey: `return-received:${number}` };
    await recordEvent(tx, orderNumber, "return-received", actor, event);
    if (!isQuiet) await services.jobs.enqueue(tx, NOTIFY_RECEIVED, { number } satisfies OfReturn, { key: number });
  });
}

/**
 * Corrects the received pieces of an unsettled return and sends a corrected letter.
 *
 * @throws {Refusal} as `receiveReturn` and `admitLetterByHand`.
 */
async function recountReturn(
  services: Inside & { db: Transaction },
  step: ReturnStep,
  arrived: ArrivedPieces[],
): Promise<void> {
  const { number, version, actor } = step;
  const { db: tx, jobs } = services;
  const found = await returnByNumber(tx, number);
  if (!found) throw new Refusal("return-unknown");
  const orderNumber = found.order.number;
  await lockReturnsOf(tx, orderNumber);
  await takeStep(tx, step, ["received"], {});
  // Set to 0, because rows of returns are never deleted.
  await tx.update(returnPieces).set({ quantity: 0 }).where(eq(returnPieces.returnNumber, number));
  await tx
    .insert(returnPieces)
    .values(arrived.map((pieces) => ({ returnNumber: number, ...pieces })))
    .onConflictDoUpdate({
      target: [returnPieces.returnNumber, returnPieces.position, returnPieces.condition],
      set: { quantity: sql`excluded.quantity` },
    });
  await refuseUnlessSent(tx, orderNumber);
  const event = { details: { return: number }, onceKey: `return-recounted:${number}:${version}` };
  await recordEvent(tx, orderNumber, "return-recounted", actor, event);
  await admitLetterByHand(tx, { memberId: actor.name ?? actor.kind, to: found.order.email });
  const letter: OfReturn = { number, correction: version + 1 };
  await jobs.enqueue(tx, NOTIFY_RECEIVED, letter, { key: `${number} ${version + 1}` });
}

/** Refuses when more pieces of a line were received in returns than were sent. */
async function refuseUnlessSent(tx: Transaction, orderNumber: string): Promise<void> {
  const returned = await returnedPieces(tx, orderNumber);
  const lines = await lineProgress(tx, orderNumber);
  if (lines.some(({ position, sent }) => (returned.get(position) ?? 0) > sent)) throw new Refusal("order-state");
}

/** Number of returned pieces of each line, over all returns of an order. */
export async function returnedPieces(tx: Transaction, orderNumber: string): Promise<Map<number, number>> {
  const came = await arrivedOf(tx, await returnsOf(tx, orderNumber));
  const counts = new Map<number, number>();
  for (const { position, quantity } of came) counts.set(position, (counts.get(position) ?? 0) + quantity);
  return counts;
}

/**
 * Like `receiveReturn`, for a member's form. A second count corrects an unsettled return.
 *
 * @throws {Refusal} also `right-missing`, and `input-invalid` with a message for each wrong field.
 */
export async function receiveAsMember(
  services: Inside,
  member: Member,
  form: ReturnForm,
  values: Record<string, string>,
): Promise<void> {
  await requireRight(services, member, "returns.receive");
  const before = await returnByNumber(services.db, form.number);
  const isHere = before?.row.state === "received" && before.row.version === form.version;
  const act = { right: "returns.receive", field: isHere ? "recounted" : "received" } as const;
  await actOnReturn(services, member, form, act, async (inside, step) => {
    const found = await returnByNumber(inside.db, step.number);
    if (!found) throw new Refusal("return-unknown");
    const arrived = arrivedPieces(values, found.lines);
    if (isHere) await recountReturn(inside, step, arrived);
    else await receiveReturn(inside, step, arrived);
    return String(arrived.reduce((count, { quantity }) => count + quantity, 0));
  });
}
