import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { actorOf } from "~/shop/members/actor-of";
import type { Member } from "~/shop/members/member";
import type { Right } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { returns } from "./returns.tables";
import type { ReturnState } from "./settlement";

/** A step of a return: its number, the version that the member saw, and the actor. */
export interface ReturnStep {
  number: string;
  version: number;
  actor: Actor;
}

/** A form about a return: submission id, and the version that the form showed. */
export interface ReturnForm {
  submission: string;
  number: string;
  version: number;
}

/** Kind under which the log records steps of returns. They cannot be undone, because each sends a letter or money. */
export const RETURN_ACT = "return";

/** Names of members' acts on a return in the log. They are stored, so they never change. */
export const returnActs = ["started", "approved", "refused", "received", "recounted", "exchange", "settled"] as const;
export type ReturnActName = (typeof returnActs)[number];

/** An act by a form: the right that it needs, and its name in the log. */
interface ReturnAct {
  right: Right;
  field: ReturnActName;
}

/**
 * Runs a member's step of a return, once per form, with its log entry in the same transaction. `work` gets the services of that
 * transaction; its result is logged, amounts in cents.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`, `return-unknown`, `edited-meanwhile`, and the refusals of `work`.
 */
export async function actOnReturn<Inside extends Pick<Services, "db">>(
  services: Inside,
  member: Member,
  { submission, number, version }: ReturnForm,
  { right, field }: ReturnAct,
  work: (inside: Inside & { db: Transaction }, step: ReturnStep) => Promise<string | number>,
): Promise<void> {
  await requireRight(services, member, right);
  await once(services, member, { submission, kind: RETURN_ACT, record: number }, async (tx) => {
    // A form that showed an older version is refused before `work` runs, because its text describes an outdated return.
    const [now] = await tx.select({ version: returns.version }).from(returns).where(eq(returns.number, number));
    if (!now) throw new Refusal("return-unknown");
    if (now.version !== version) throw new Refusal("edited-meanwhile");
    const done = await work({ ...services, db: tx }, { number, version, actor: actorOf(member) });
    const change = { kind: RETURN_ACT, record: number, version: version + 1, field, old: null, new: done };
    await logChanges(tx, { memberId: member.id, submission, action: field, reason: "" }, [change]);
    return { saved: true };
  });
}

type Row = typeof returns.$inferSelect;

/**
 * Moves a return to its next state. The UPDATE compares its version, so that only one of several concurrent steps succeeds.
 *
 * @throws {Refusal} `return-unknown`; `edited-meanwhile` when another step was first; `order-state` when the return's state does
 * not allow the step.
 */
export async function takeStep(
  tx: Transaction,
  { number, version }: Pick<ReturnStep, "number" | "version">,
  from: ReturnState[],
  set: Partial<Row>,
): Promise<Row> {
  const [row] = await tx
    .update(returns)
    .set({ ...set, version: version + 1 })
    .where(and(eq(returns.number, number), eq(returns.version, version), inArray(returns.state, from)))
    .returning();
  if (row) return row;
  const [now] = await tx.select({ version: returns.version }).from(returns).where(eq(returns.number, number));
  if (!now) throw new Refusal("return-unknown");
  throw new Refusal(now.version === version ? "order-state" : "edited-meanwhile");
}
