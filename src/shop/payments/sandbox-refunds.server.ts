import { eq } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { cents, type Cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import type { GatewayRefund, RefundAnswer } from "./gateway";
import { sandboxRequests } from "./payments.tables";
import { sandboxDisputeOf } from "./sandbox-disputes.server";

type Row = typeof sandboxRequests.$inferSelect;

/** Milliseconds after which a delayed refund reaches its final state. */
export const SANDBOX_REFUND_ENDS = 30_000;

/**
 * Makes a refund in the sandbox, once per key; it behaves as the payment's test card prescribes.
 *
 * @throws {Refusal} `gateway-unavailable` while the sandbox simulates an outage.
 */
export async function sandboxRefund(
  db: Database,
  requestId: string,
  amount: Cents,
  key: string,
  now: number,
): Promise<RefundAnswer> {
  const answer = await db.transaction(async (tx): Promise<GatewayRefund | "none" | RefundAnswer> => {
    const row = await ended(tx, await locked(tx, requestId), now);
    if (key in (row.memory?.refunds ?? {})) return asKnown(row, key, now);
    if (row.status !== "succeeded") throw new Error("Nothing has arrived that could be refunded.");
    if (sandboxDisputeOf(row, now)?.isRefundable === false) return { state: "failed", code: "charge_disputed" };
    if (row.memory?.refundBehavior === "refused") return { state: "failed", code: "insufficient_funds" };
    const { refunds, refundedAt } = row.memory ?? {};
    const memory = {
      ...row.memory,
      refunds: { ...refunds, [key]: amount },
      refundedAt: { ...refundedAt, [key]: now },
    };
    await write(tx, { ...row, refunded: cents(row.refunded + amount), memory });
    return asKnown({ ...row, memory }, key, now);
  });
  if (answer === "none") throw new Refusal("gateway-unavailable");
  const { state, id = "" } = answer;
  return state === "failed" ? { state, id, code: answer.code ?? "unknown" } : { state, id };
}

/**
 * All refunds of a sandbox payment.
 *
 * @throws {Refusal} `gateway-unavailable` while the sandbox simulates an outage.
 */
export async function sandboxRefunds(tx: Transaction, requestId: string, now: number): Promise<GatewayRefund[]> {
  const row = await ended(tx, await locked(tx, requestId), now);
  return Object.keys(row.memory?.refunds ?? {}).map((key) => {
    const refund = asKnown(row, key, now);
    if (refund === "none") throw new Refusal("gateway-unavailable");
    return refund;
  });
}

/** A refund in its current state; "none" while the sandbox simulates an outage. */
function asKnown({ memory }: Row, key: string, now: number): GatewayRefund | "none" {
  const hasEnded = isOver(memory, key, now);
  const common = { id: `re_${key}`, key, amount: cents(memory?.refunds?.[key] ?? 0) };
  if (memory?.failedRefunds?.includes(key)) return { ...common, state: "failed", code: "lost_or_stolen_card" };
  if (memory?.refundBehavior === "silent-first" && !hasEnded) return "none";
  return { ...common, state: memory?.refundBehavior === "pending-first" && !hasEnded ? "pending" : "done" };
}

const isOver = (memory: Row["memory"], key: string, now: number): boolean =>
  now - (memory?.refundedAt?.[key] ?? 0) >= SANDBOX_REFUND_ENDS;

/** Marks the refund of a test card that "fails late" as failed once its delay is over, which makes its money available again. */
async function ended(tx: Transaction, row: Row, now: number): Promise<Row> {
  const { memory } = row;
  if (memory?.refundBehavior !== "fails-late") return row;
  const failed = memory.failedRefunds ?? [];
  const due = Object.entries(memory.refunds ?? {}).filter(([key]) => !failed.includes(key) && isOver(memory, key, now));
  if (due.length === 0) return row;
  const back = due.reduce((total, [, amount]) => total + amount, 0);
  const failedRefunds = [...failed, ...due.map(([key]) => key)];
  const next = { ...row, refunded: cents(row.refunded - back), memory: { ...memory, failedRefunds } };
  await write(tx, next);
  return next;
}

const write = (tx: Transaction, { id, refunded, memory }: Row) =>
  tx.update(sandboxRequests).set({ refunded, memory }).where(eq(sandboxRequests.id, id));

async function locked(tx: Transaction, requestId: string): Promise<Row> {
  const [row] = await tx.select().from(sandboxRequests).where(eq(sandboxRequests.id, requestId)).for("update");
  if (!row) throw new Refusal("payment-unknown");
  return row;
}
