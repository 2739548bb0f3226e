import { randomUUID } from "node:crypto";
import { and, asc, eq, inArray, lte, or, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { runWithPauses } from "~/platform/waiting-steps.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { byLocks, once } from "~/shop/audit/once.server";
import { isSame } from "~/shop/audit/record-kind.server";
import { comparedWith, pendingOf, written } from "~/shop/audit/save.server";
import type { Member } from "~/shop/members/member";
import { formerMaker, takeOverFirst } from "~/shop/members/former-maker.server";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { draftedKind, lockedDraft } from "./draft-record.server";
import { newerIn } from "./drafts.server";
import { drafts } from "./drafts.tables";
import { carryOver, requireFreeMoment, takePlace } from "./other-plans.server";
import { lockedPlan, type TextPlan } from "./planned-texts.server";
import { checkedDraft } from "./checked-draft.server";
import { endDraft, keyOf, publishable, publishAction } from "./publish.server";
import { textPlans, textPlanTexts } from "./text-plans.tables";
import type { TextId } from "./text-id";

type Shop = Pick<Services, "db" | "jobs" | "settings">;

/** Name of the list of plans that are due. */
export const WORD_PLANS = "word-plans";

/** Jobs that publish and revert plans, and that send letters about them. */
export const SWEEP_WORD_PLANS = "sweep-word-plans";
export const TELL_OF_WORD_PLAN = "tell-of-word-plan";
export interface TellOfTextPlan {
  plan: string;
}

interface NewPlan {
  submission: string;
  chosen: readonly TextId[];
  goesOutAt: Date;
  endsAt: Date | null;
  /** Ids of earlier plans; texts of the new plan replace the same texts in them. */
  replaces: readonly string[];
}

/**
 * Plans the publication of drafts: all at one time, and optionally their reversal at another. The texts move from the drafts to
 * the plan.
 *
 * @throws {Refusal} as `publishDrafts` and `requireFreeMoment`.
 */
export async function planDrafts(
  services: Shop,
  member: Member,
  { submission, chosen, goesOutAt, endsAt, replaces }: NewPlan,
): Promise<{ saved: true; act: string }> {
  await requireRight(services, member, "content.change");
  const sorted = chosen.toSorted((one, other) => byLocks(keyOf(one), keyOf(other)));
  const form = { submission, kind: "word-plan", record: sorted.map(keyOf).join(", ").slice(0, 2000) };
  return once(services, member, form, async (tx) => {
    const texts = [];
    for (const words of sorted) {
      const { current, changes } = await publishable(tx, services.settings(), words).catch(async (error: unknown) => {
        // If the draft is gone because somebody has just planned it, the refusal names that plan.
        if (error instanceof Refusal && error.code === "draft-gone")
          await requireFreeMoment(tx, [{ kind: words.kind, record: words.id }], { goesOutAt, replaces });
        throw error;
      });
      const base = Object.fromEntries(Object.keys(changes).map((field) => [field, current.values[field]]));
      texts.push({ planId: submission, kind: words.kind, record: words.id, values: changes, base });
    }
    if (texts.length === 0) throw new Refusal("draft-gone");
    await requireFreeMoment(tx, texts, { goesOutAt, replaces });
    const stopped = await takePlace(tx, replaces, texts);
    await tx.insert(textPlans).values({ id: submission, goesOutAt, endsAt, memberId: member.id });
    await tx.insert(textPlanTexts).values(texts);
    for (const words of sorted) await endDraft(tx, words);
    await logPlan(tx, { memberId: member.id, submission }, submission, { old: null, new: "planned" }, stopped);
    const seconds = Math.max(1, Math.ceil((goesOutAt.getTime() - Date.now()) / 1000));
    await services.jobs.enqueue(tx, SWEEP_WORD_PLANS, {}, { key: `out ${submission}`, startAfter: seconds });
    return { saved: true, act: submission };
  });
}

const logPlan = (
  tx: Transaction,
  { memberId, submission }: { memberId: string | null; submission: string },
  plan: string,
  change: { old: string | null; new: string },
  stopped: readonly string[] = [],
) =>
  logChanges(tx, { memberId, submission, action: "word-plan", reason: "" }, [
    { kind: "word-plan", record: plan, version: 1, field: "state", ...change },
    ...stopped.map((record) => ({
      kind: "word-plan",
      record,
      version: 1,
      field: "state",
      old: "planned",
      new: "stopped",
    })),
  ]);

/**
 * Publishes plans that are due and reverts plans that have ended, also after downtime; each plan in one transaction. A failed
 * plan is tried again with growing pauses, and does not stop others. The plan of a former member waits until another one takes it
 * over; what it published is reverted at its end in any case.
 */
export async function sweepTextPlans(services: Shop, now = new Date()): Promise<void> {
  const due = await services.db
    .select({ id: textPlans.id })
    .from(textPlans)
    .where(
      or(
        and(eq(textPlans.state, "planned"), lte(textPlans.goesOutAt, now)),
        and(eq(textPlans.state, "out"), lte(textPlans.endsAt, now)),
      ),
    )
    .orderBy(asc(textPlans.goesOutAt), asc(textPlans.id));
  const step = ({ id }: { id: string }) => services.db.transaction((tx) => sweep(tx, services, id, now));
  await runWithPauses(services.db, { list: WORD_PLANS, rows: due, key: ({ id }) => id, step }, now);
}

async function sweep(tx: Transaction, services: Shop, id: string, now: Date): Promise<string | void> {
  const plan = await lockedPlan(tx, id);
  if (!plan) return;
  const isOver = plan.endsAt !== null && plan.endsAt <= now;
  const by = { memberId: plan.memberId, submission: randomUUID() };
  if (plan.state === "planned" && isOver) await miss(tx, services, plan, by);
  else if (plan.state === "planned" && plan.goesOutAt <= now) {
    const former = await formerMaker(tx, plan.memberId, "content.change");
    if (former !== undefined) return takeOverFirst(former);
    await goOut(tx, services, plan, by);
  } else if (plan.state === "out" && isOver) await goBack(tx, services, plan, by);
}

interface By {
  memberId: string;
  submission: string;
}

/** Publishes all texts of a plan, or none if a check fails. */
async function goOut(tx: Transaction, services: Shop, plan: TextPlan, by: By): Promise<void> {
  const pending = [];
  const complaints: string[] = [];
  for (const { kind, id, values, base } of plan.texts) {
    const edit = { kind: draftedKind(kind).live, id, version: 0, values: {} };
    const { current } = await pendingOf(tx, edit);
    const fields = Object.keys(values).filter((field) => field in current.values);
    const newer = fields.flatMap((field) => newerIn(field, { values, base }, current.values));
    const draft = { fields, newer, memberId: plan.memberId, begunAt: plan.plannedAt, changedAt: plan.plannedAt };
    const opened = { values: { ...current.values, ...values }, draft };
    const checked = await checkedDraft(tx, services.settings(), { kind, id }, opened);
    complaints.push(...checked.complaints.map(({ text }) => text));
    const changed = Object.fromEntries(fields.map((field) => [field, values[field]]));
    pending.push(comparedWith({ ...edit, values: changed }, current));
  }
  if (complaints.length > 0) {
    await asDrafts(tx, plan);
    return close(tx, services, plan, by, { state: "failed", note: [...new Set(complaints)].join(" ").slice(0, 2000) });
  }
  const act = { ...by, action: publishAction(pending), reason: "Planned." };
  await written(tx, act, pending, services.jobs);
  for (const { id, kind, current, changes } of pending) {
    const replaced = Object.fromEntries(Object.keys(changes).map((field) => [field, current.values[field]]));
    await carryOver(tx, plan.id, "planned", { kind: kind.kind, id, from: replaced, to: changes });
    await tx
      .update(textPlanTexts)
      .set({ replaced })
      .where(and(eq(textPlanTexts.planId, plan.id), eq(textPlanTexts.kind, kind.kind), eq(textPlanTexts.record, id)));
  }
  await close(tx, services, plan, by, { state: plan.endsAt === null ? "over" : "out", note: "" });
  if (plan.endsAt !== null) {
    const startAfter = Math.max(1, Math.ceil((plan.endsAt.getTime() - Date.now()) / 1000));
    await services.jobs.enqueue(tx, SWEEP_WORD_PLANS, {}, { key: `back ${plan.id}`, startAfter });
  }
}

/** Restores the texts that a plan replaced. Texts that were changed since are kept. */
async function goBack(tx: Transaction, services: Shop, plan: TextPlan, by: By): Promise<void> {
  const pending = [];
  let kept = 0;
  for (const { kind, id, values, replaced: former } of plan.texts) {
    const replaced = former ?? {};
    const edit = { kind: draftedKind(kind).live, id, version: 0, values: {} };
    const { current } = await pendingOf(tx, edit);
    const fields = Object.keys(replaced);
    const still = fields.filter((field) => isSame(current.values[field], values[field]));
    const back = Object.fromEntries(still.map((field) => [field, replaced[field]]));
    const covered = Object.fromEntries(Object.entries(replaced).filter(([field]) => !still.includes(field)));
    await carryOver(tx, plan.id, "planned", { kind, id, from: values, to: back });
    const others = await carryOver(tx, plan.id, "out", { kind, id, from: values, to: covered });
    kept += fields.length - still.length - others;
    pending.push(comparedWith({ ...edit, values: back }, current));
  }
  await written(tx, { ...by, action: "word-plan-over", reason: "Planned." }, pending, services.jobs);
  const note =
    kept === 0 ? "" : `${kept === 1 ? "One text" : `${kept} texts`} stayed as somebody changed them in the meantime.`;
  await close(tx, services, plan, by, { state: "over", note });
}

const miss = async (tx: Transaction, services: Shop, plan: TextPlan, by: By): Promise<void> => {
  await asDrafts(tx, plan);
  await close(tx, services, plan, by, {
    state: "failed",
    note: "The whole time for which it was planned passed while the shop did not run.",
  });
};

async function close(
  tx: Transaction,
  { jobs }: Shop,
  { id, state: old }: TextPlan,
  by: By,
  { state, note }: { state: TextPlan["state"]; note: string },
): Promise<void> {
  await tx.update(textPlans).set({ state, note }).where(eq(textPlans.id, id));
  await logPlan(tx, { memberId: null, submission: by.submission }, id, { old, new: state });
  const payload: TellOfTextPlan = { plan: id };
  await jobs.enqueue(tx, TELL_OF_WORD_PLAN, payload, { key: `${id} ${state}` });
}

/** Turns a plan's texts into drafts again. Fields of a draft begun since take precedence. */
async function asDrafts(tx: Transaction, { texts, memberId }: TextPlan): Promise<void> {
  for (const { kind, id, values, base } of texts) {
    const draft = await lockedDraft(tx, kind, id);
    const row = { values: { ...values, ...draft?.values }, base: { ...base, ...draft?.base } };
    await tx
      .insert(drafts)
      .values({ kind, record: id, ...row, memberId })
      .onConflictDoUpdate({
        target: [drafts.kind, drafts.record],
        set: { ...row, changedAt: sql`now()`, version: sql`${drafts.version} + 1` },
      });
  }
}

/**
 * Stops a plan: a waiting plan becomes drafts again, a published one is reverted. `saved` is false if the plan does not
 * exist or is already over.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`.
 */
export async function stopPlan(
  services: Shop,
  member: Member,
  { id, submission }: { id: string; submission: string },
): Promise<{ saved: boolean; act: string }> {
  await requireRight(services, member, "content.change");
  return once(services, member, { submission, kind: "word-plan", record: id }, async (tx) => {
    const plan = await lockedPlan(tx, id);
    if (plan?.state === "out") await goBack(tx, services, plan, { memberId: member.id, submission });
    else if (plan?.state === "planned") {
      await asDrafts(tx, plan);
      await tx.update(textPlans).set({ state: "stopped" }).where(eq(textPlans.id, id));
      await logPlan(tx, { memberId: member.id, submission }, id, { old: "planned", new: "stopped" });
    } else return { saved: false, act: submission };
    return { saved: true, act: submission };
  });
}

/**
 * Makes a member answer for a waiting plan of a former member, which is then published at its time, or at once if that has passed.
 * `saved` is false if it no longer waits.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`.
 */
export async function takeOverPlan(
  services: Shop,
  member: Member,
  { id, submission }: { id: string; submission: string },
): Promise<{ saved: boolean; act: string }> {
  await requireRight(services, member, "content.change");
  return once(services, member, { submission, kind: "word-plan", record: id }, async (tx) => {
    const plan = await lockedPlan(tx, id);
    if (plan?.state !== "planned") return { saved: false, act: submission };
    await tx.update(textPlans).set({ memberId: member.id }).where(eq(textPlans.id, id));
    await logPlan(tx, { memberId: member.id, submission }, id, { old: "planned", new: "planned" });
    await services.jobs.enqueue(tx, SWEEP_WORD_PLANS, {}, { key: `taken ${submission}` });
    return { saved: true, act: submission };
  });
}

/**
 * Notes that a member has seen why a plan failed, or which texts were not reverted.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function notePlanSeen(services: Pick<Shop, "db">, member: Member, id: string): Promise<void> {
  await requireRight(services, member, "content.change");
  await services.db
    .update(textPlans)
    .set({ seenAt: sql`now()` })
    .where(and(eq(textPlans.id, id), inArray(textPlans.state, ["failed", "over"])));
}
