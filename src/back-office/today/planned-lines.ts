import { counted, listed } from "../count-texts";

/** A plan of prices that skipped some variants. */
export interface SkippedPrices {
  id: string;
  name: string;
  variants: number;
}

/** A plan of words with a note that nobody has seen. */
export interface NotedWords {
  id: string;
  isFailed: boolean;
  note: string;
  texts: string[];
}

/** Planned prices that left variants alone. */
export const skippedPrices = (plans: readonly SkippedPrices[]) =>
  plans.map(({ id, name, variants }) => ({
    key: `plan-${id}`,
    count: null,
    title: "Planned prices left something alone",
    text: `${name}: ${counted(variants, "variant")} had another price by then and kept it.`,
    way: { to: `/goods/bulk/plans/${id}`, name: "See which" },
  }));

/** Planned words that did not go out, or not whole. */
export const notedWords = (words: readonly NotedWords[]) =>
  words.map(({ id, isFailed, note, texts }) => ({
    key: `words-${id}`,
    count: null,
    title: isFailed ? "Planned words did not go out" : "Planned words left something alone",
    text: `${listed(texts)}: ${note}`,
    way: { to: "/words/plans", name: "See the plan" },
  }));
