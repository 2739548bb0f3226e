import type { PastChange } from "~/shop/audit/change-log.server";
import type { PricePlan } from "~/shop/catalog/price-plans/price-plans.server";
import { sentenceTime } from "~/shop/shop-time";
import { counted, listed } from "../count-words";
import { momentWords } from "../format-moment";
import type { Sign } from "../ui/state";

type Standing = Pick<PricePlan, "state" | "field" | "endsAt">;

/** Sign and one-word name of a plan's state. */
export function planState({ state, field, endsAt }: Standing): { sign: Sign; name: string } {
  // A permanent price has no end, so its plan is done once the price is set.
  if (state === "over" && field === "price" && endsAt === null) return { sign: "full", name: "Done" };
  return STATES[state];
}

const STATES: Record<PricePlan["state"], { sign: Sign; name: string }> = {
  planned: { sign: "here", name: "Waiting" },
  running: { sign: "half", name: "Running" },
  over: { sign: "over", name: "Ended" },
  "called-off": { sign: "over", name: "Taken back" },
};

/** Name of a plan's state in the log. `other` is the other state of the same change: the old one for the new, and the reverse. */
export function loggedState(state: unknown, other: unknown): string {
  if (state === "due") return STATES.planned.name;
  if (state === "over" && other !== "running" && other !== "planned") return "Done";
  return isState(state) ? STATES[state].name : "Not planned";
}

const isState = (state: unknown): state is PricePlan["state"] =>
  typeof state === "string" && Object.hasOwn(STATES, state);

/** Period of a plan as text, with the time zone. */
export const spanWords = ({ startsAt, endsAt }: Pick<PricePlan, "startsAt" | "endsAt">, zone: string): string =>
  `From ${momentWords(startsAt, zone)}${endsAt ? ` to ${momentWords(endsAt, zone)}` : " on"}`;

interface Now {
  names: ReadonlyMap<string, string>;
  now: Date;
  zone: string;
}

/** Sentences about the state of a plan: since when and by whom it has the state (`is`), and its next change (`follows`). */
export function planStateWords(
  plan: Standing & Pick<PricePlan, "startsAt">,
  [last]: Pick<PastChange, "old" | "memberId" | "at">[],
  { names, now, zone }: Now,
): { is: string; follows: string } {
  const { state, startsAt, endsAt } = plan;
  const [from, to] = [momentWords(startsAt, zone), endsAt && momentWords(endsAt, zone)];
  const by = last?.memberId ? ` by ${names.get(last.memberId) ?? "somebody"}` : "";
  const at = last ? ` ${sentenceTime(last.at, now, zone)}` : "";
  if (state === "planned")
    return { is: "Waiting.", follows: `It begins ${from} and ${to ? `ends ${to}` : "runs until you end it"}.` };
  if (state === "running")
    return {
      is: `Running since ${from}.`,
      follows: to ? `It ends by itself ${to}.` : "It runs until you end it.",
    };
  if (state === "called-off")
    return { is: `Taken back${at}${by}${last?.old === "planned" ? ", before it began" : ""}.`, follows: "" };
  if (last?.old === "planned") return { is: "It never began:", follows: "its time passed while the shop was down." };
  if (planState(plan).name === "Done") return { is: `Done ${from}.`, follows: "The new prices stay." };
  return { is: `${last?.memberId && endsAt ? "Ended early" : "Ended"}${at}${by}.`, follows: "" };
}

/** Maximum number of skipped variants that a warning names. */
const NAMED = 5;

interface LeftAlone {
  /** Variants of the plan; `other` is the price of one that was left alone. */
  lines: readonly { name: string; other: string | null }[];
  others: number;
}

/** Names the variants that a plan left alone because a member changed their price, each with that price. */
export function othersWords({ lines, others }: LeftAlone): string {
  const named = lines.flatMap(({ name, other }) => (other ? `${name} (${other})` : [])).slice(0, NAMED);
  return listed(others > named.length ? [...named, counted(others - named.length, "more variant")] : named);
}
