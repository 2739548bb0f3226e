import type { PricePlan } from "~/shop/catalog/price-plans/price-plans.server";
import { momentWords } from "../format-moment";
import type { Sign } from "../ui/state";

/** How a plan stands. */
export const PLAN_STATES: Record<PricePlan["state"], { sign: Sign; name: string }> = {
  planned: { sign: "here", name: "Planned" },
  running: { sign: "half", name: "Runs" },
  over: { sign: "full", name: "Done" },
  "called-off": { sign: "over", name: "Taken back" },
};

/** From when to when, with the zone. */
export const spanWords = ({ startsAt, endsAt }: Pick<PricePlan, "startsAt" | "endsAt">, zone: string): string =>
  `From ${momentWords(startsAt, zone)}${endsAt ? ` to ${momentWords(endsAt, zone)}` : " on"}`;
