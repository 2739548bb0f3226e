import { randomUUID } from "node:crypto";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { formerMaker } from "~/shop/members/former-maker.server";
import { memberNames } from "~/shop/members/member-names.server";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { wholeDate, wholeMoment } from "~/shop/shop-time";
import { momentsOf, parseMoment } from "~/shop/wall-clock";
import { openPlans, type TextPlan } from "~/shop/publishing/planned-texts.server";
import { notePlanSeen, stopPlan, takeOverPlan } from "~/shop/publishing/text-plans.server";
import type { TextId } from "~/shop/publishing/text-id";
import { nameOfText } from "~/shop/publishing/text-names";
import { listed } from "../count-words";
import type { FormOutcome, SentForm } from "../forms/form-action.server";
import type { Sign } from "../ui/state";
import { textAddress } from "./texts-address";

/** A plan as the list of plans shows it. */
export interface PlanLine {
  id: string;
  title: string;
  texts: { name: string; way: string }[];
  state: { sign: Sign; text: string };
  /** Day on which the texts are published; `when` also has the time, and the end. */
  day: string;
  when: string;
  by: string;
  note: string;
  /** Label of the button that stops the plan; null for a finished plan. */
  stops: string | null;
  /** True for a plan that waits until another member takes it over, because its own is no longer here. */
  isLeft: boolean;
}

/** Lines about open plans (see `openPlans`), the next one first. The caller checks the right. */
export async function planLines({ db, settings }: Pick<Services, "db" | "settings">): Promise<PlanLine[]> {
  const [plans, names] = await Promise.all([openPlans(db), memberNames(db)]);
  const { timeZone } = settings();
  const left = new Set<string>();
  for (const id of new Set(plans.map(({ memberId }) => memberId)))
    if ((await formerMaker(db, id, "content.change")) !== undefined) left.add(id);
  return plans.map((plan): PlanLine => ({
    id: plan.id,
    title: listed(plan.texts.map(nameOfText)),
    texts: plan.texts.map((words) => ({ name: nameOfText(words), way: textAddress(words) })),
    state: STATES[plan.state],
    day: wholeDate(plan.goesOutAt, timeZone),
    when: momentsOfPlan(plan, timeZone),
    by: names.get(plan.memberId) ?? "Somebody",
    note: plan.note,
    isLeft: plan.state === "planned" && left.has(plan.memberId),
    stops: plan.state === "planned" ? "Do not send it out" : plan.state === "out" ? "Take it back now" : null,
  }));
}

/** A waiting plan that changes fields of certain drafts; its title names only the texts of those drafts. */
export interface PlanInTheWay {
  id: string;
  title: string;
  when: string;
}

/** Waiting plans that change a field which one of these drafts also changes, the next plan first. The caller checks the right. */
export async function plansInTheWay(
  { db, settings }: Pick<Services, "db" | "settings">,
  drafts: readonly (TextId & { fields: readonly string[] })[],
): Promise<PlanInTheWay[]> {
  const { timeZone } = settings();
  const isWanted = (planned: TextPlan["texts"][number]) =>
    drafts.some(
      ({ kind, id, fields }) =>
        kind === planned.kind && id === planned.id && fields.some((field) => Object.hasOwn(planned.values, field)),
    );
  return (await openPlans(db)).flatMap((plan) => {
    const texts = plan.texts.filter(isWanted);
    if (plan.state !== "planned" || texts.length === 0) return [];
    return [{ id: plan.id, title: listed(texts.map(nameOfText)), when: momentsOfPlan(plan, timeZone) }];
  });
}

const momentsOfPlan = ({ goesOutAt, endsAt }: Pick<TextPlan, "goesOutAt" | "endsAt">, timeZone: string): string =>
  `${wholeMoment(goesOutAt, timeZone)}${endsAt ? ` until ${wholeMoment(endsAt, timeZone)}` : ""}`;

const STATES: Record<TextPlan["state"], PlanLine["state"]> = {
  planned: { sign: "half", text: "Planned" },
  out: { sign: "full", text: "On the shop" },
  over: { sign: "over", text: "Over" },
  failed: { sign: "waits", text: "Did not go out" },
  stopped: { sign: "over", text: "Stopped" },
};

/**
 * Plans that wait, are published until their end, or have a problem that no member has confirmed.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function plansPage(services: Services, member: Member) {
  await requireRight(services, member, "content.read");
  return { plans: await planLines(services), mayChange: can(member, "content.change"), submission: randomUUID() };
}

/**
 * Stops a plan, takes it over, or stores that a member has read about its problem.
 *
 * @throws {Refusal} as `stopPlan`.
 */
export async function changePlan({ services, member, submission, typed }: SentForm): Promise<FormOutcome> {
  const [does, id = ""] = (typed.form ?? "").split(":");
  if (does === "seen") {
    await notePlanSeen(services, member, id);
    return { to: "/words/plans", act: null };
  }
  if (does === "take") {
    const taken = await takeOverPlan(services, member, { id, submission });
    if (!taken.saved) return { late: "It went out or was stopped in the meantime. Look again." };
    return { to: "/words/plans", act: taken.act };
  }
  const stopped = await stopPlan(services, member, { id, submission });
  if (!stopped.saved) return { late: "It went out or came back in the meantime. Look again." };
  return { to: "/words/plans", act: stopped.act };
}

/**
 * Parses a future time typed in the shop's time zone. `turn` chooses the first or second occurrence in the hour that is repeated
 * when clocks are set back.
 */
export function plannedMoment(
  typed: string,
  turn: string | undefined,
  { timeZone, now }: { timeZone: string; now: Date },
): { at: Date; error?: undefined; isTwice?: undefined } | { at?: undefined; error: string; isTwice?: true } {
  const moments = momentsOf(typed, timeZone);
  const [first, second] = moments;
  if (!first)
    return {
      error: parseMoment(typed, timeZone)
        ? "The clock skips this hour on that day. Choose another one."
        : "Choose a day and a time.",
    };
  if (second && turn !== "first" && turn !== "second")
    return { isTwice: true, error: "The clock shows this hour twice on that day. Choose which one." };
  const at = second && turn === "second" ? second : first;
  return at <= now ? { error: "This is over. Choose a moment to come." } : { at };
}
