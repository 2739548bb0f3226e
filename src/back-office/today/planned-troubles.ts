import { counted, listed } from "../count-texts";

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
