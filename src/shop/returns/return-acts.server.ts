import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { logChanges } from "~/shop/audit/log.server";
import { once } from "~/shop/audit/once.server";
import { actorOf } from "~/shop/members/actor-of";
import type { Member } from "~/shop/members/member";
import type { Right } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { returns } from "./returns.tables";
import type { ReturnState } from "./settlement";

/** Who takes a return a step on, and which version of it they have seen. */
export interface ReturnStep {
  number: string;
  version: number;
  actor: Actor;
}

/** A form about a return: its own id, and the version of the return that it was shown with. */
export interface ReturnForm {
  submission: string;
  number: string;
  version: number;
}

/** The log's name of what members do with returns: each step is a letter or money, so nothing of it is taken back. */
export const RETURN_ACT = "return";

/** An act by one form: the right it takes, and its name in the log. */
interface ReturnAct {
  right: Right;
  field: "started" | "approved" | "refused" | "received" | "recounted" | "settled";
}

/**
 * Takes a return a step on as a member, once for each form, with its line in the log in the same transaction. `work` gets the
 * services inside that transaction; its answer is what the log shows.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`, `return-unknown`, `edited-meanwhile`, and whatever `work` declines.
 */
export async function actOnReturn<Inside extends Pick<Services, "db">>(
  services: Inside,
  member: Member,
  { submission, number, version }: ReturnForm,
  { right, field }: ReturnAct,
  work: (inside: Inside & { db: Transaction }, step: ReturnStep) => Promise<string>,
): Promise<void> {
  await requireRight(services, member, right);
  await once(services, member, { submission, kind: RETURN_ACT, record: number }, async (tx) => {
    // A form shown with an older version is refused before `work` runs: its text describes an outdated return.
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
 * Takes a return a step on: one UPDATE of its version decides who is first.
 *
 * @throws {Refusal} `return-unknown`; `edited-meanwhile` when somebody was first, `order-state` when it is past that step.
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
