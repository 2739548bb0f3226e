import { and, eq, gte, sql } from "drizzle-orm";
import { DAY, HOUR, SECOND } from "~/platform/durations";
import type { Database } from "~/platform/database.server";
import { cents } from "~/shop/money";
import type { GatewayDispute } from "./gateway";
import { sandboxRequests } from "./payments.tables";
import type { DisputeState } from "./refundable";

type Row = Pick<typeof sandboxRequests.$inferSelect, "id" | "status" | "amount" | "memory">;

/** Milliseconds between a payment by a test card and its dispute. */
export const SANDBOX_DISPUTE_OPENS = 30 * SECOND;
/** Milliseconds for the merchant's answer, which the sandbox does not take, and until a dispute that is won ends. */
const ANSWER = 7 * DAY;
const WON_AFTER = HOUR;

/** The dispute of a sandbox payment at a moment, in milliseconds since the epoch; undefined before it is opened, or without one. */
export function sandboxDisputeOf({ id, status, amount, memory }: Row, now: number): GatewayDispute | undefined {
  const { disputeBehavior: behavior, paidAt } = memory ?? {};
  if (status !== "succeeded" || !behavior || paidAt === undefined) return undefined;
  const opened = paidAt + SANDBOX_DISPUTE_OPENS;
  if (now < opened) return undefined;
  const isOver = now >= opened + (behavior === "won" ? WON_AFTER : ANSWER);
  const state: DisputeState = isOver ? behavior : "to-answer";
  return {
    id: `du_${id}`,
    reason: behavior === "won" ? "product_not_received" : "fraudulent",
    amount,
    state,
    isRefundable: state === "won",
    lost: state === "lost" ? amount : cents(0),
    answerBy: new Date(opened + ANSWER),
    openedAt: new Date(opened),
  };
}

/** Disputes of a sandbox payment: none or one. */
export async function sandboxDisputes(db: Database, requestId: string, now: number): Promise<GatewayDispute[]> {
  const [row] = await db.select().from(sandboxRequests).where(eq(sandboxRequests.id, requestId));
  const dispute = row && sandboxDisputeOf(row, now);
  return dispute ? [dispute] : [];
}

/** Ids of the sandbox payments that were requested since a day before a moment and that are disputed, now or soon. */
export async function sandboxDisputedSince(db: Database, at: Date): Promise<string[]> {
  const isDisputed = sql`${sandboxRequests.memory}->>'disputeBehavior' is not null`;
  const rows = await db
    .select({ id: sandboxRequests.id })
    .from(sandboxRequests)
    .where(and(gte(sandboxRequests.createdAt, new Date(at.getTime() - DAY)), isDisputed));
  return rows.map(({ id }) => id);
}
