import { sentenceTime } from "~/shop/shop-time";
import { counted, listed } from "../count-words";

/** Price plan that skipped some variants. */
export interface SkippedPrices {
  id: string;
  name: string;
  variants: number;
}

/** Planned texts with a problem that no member has confirmed yet. */
export interface NotedWords {
  id: string;
  isFailed: boolean;
  note: string;
  texts: string[];
}

/** Something planned that could not be done at its time. */
export interface LatePlan {
  kind: "prices" | "goods" | "words";
  id: string;
  name: string;
  /** Words for what a member has to do first; empty if it failed and is tried again. */
  need: string;
  /** True if the start of its period is late, false if its end is. */
  isStart: boolean;
  since: Date;
  nextAt: Date;
}

const LATE: Record<LatePlan["kind"], { start: string; end: string; to: (id: string) => string }> = {
  prices: {
    start: "Planned prices did not begin",
    end: "Planned prices did not end",
    to: (id) => `/goods/bulk/plans/${id}`,
  },
  goods: {
    start: "Planned goods stay as they are",
    end: "Planned goods stay as they are",
    to: (id) => `/goods/${id}/status`,
  },
  words: {
    start: "Planned words did not go out",
    end: "Planned words were not taken back",
    to: () => "/words/plans",
  },
};

/** Lines on Today for plans that could not be done at their time. */
export const latePlans = (plans: readonly LatePlan[], { now, zone }: { now: Date; zone: string }) =>
  plans.map(({ kind, id, name, need, isStart, since, nextAt }) => {
    const { start, end, to } = LATE[kind];
    const failed = `It failed ${sentenceTime(since, now, zone)} and since; the shop tries again ${sentenceTime(nextAt, now, zone)}. Choose another time, or stop the plan.`;
    return {
      key: `late-${id}`,
      count: null,
      title: isStart ? start : end,
      text: `${name}: ${need || failed}`,
      way:
        need && kind === "goods" ? { to: `/goods/${id}`, name: "Complete it" } : { to: to(id), name: "See the plan" },
    };
  });

/** Lines on Today for price plans that skipped variants. */
export const skippedPrices = (plans: readonly SkippedPrices[]) =>
  plans.map(({ id, name, variants }) => ({
    key: `plan-${id}`,
    count: null,
    title: "Planned prices left something alone",
    text: `${name}: ${counted(variants, "variant")} had another price by then and kept it.`,
    way: { to: `/goods/bulk/plans/${id}`, name: "See which" },
  }));

/** Lines on Today for planned texts that were not published, or only in part. */
export const notedWords = (words: readonly NotedWords[]) =>
  words.map(({ id, isFailed, note, texts }) => ({
    key: `words-${id}`,
    count: null,
    title: isFailed ? "Planned words did not go out" : "Planned words left something alone",
    text: `${listed(texts)}: ${note}`,
    way: { to: "/words/plans", name: "See the plan" },
  }));
