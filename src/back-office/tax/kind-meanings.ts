import { stateName } from "~/shop/us-states";
import { TAX_KINDS, type TaxKind } from "~/shop/catalog/kinds-for-tax";
import type { TaxTable } from "~/shop/tax/tax-table";
import { counted } from "../count-words";
import { treatmentWords } from "./tax-words";

/** Describes how each kind is taxed in the states where tax is collected: "Exempt in New York. Taxed in the 5 other states." */
export function kindMeanings(table: TaxTable | null): Record<TaxKind, string> {
  const states = Object.values(table?.states ?? {});
  return Object.fromEntries(
    TAX_KINDS.map((kind) => {
      const rules = states.map(({ state, rules: all }) => {
        const rule = all.find((one) => one.kind === kind && one.from === null && one.to === null);
        return { name: stateName(state), words: rule ? treatmentWords(rule) : "Taxed" };
      });
      const special = Map.groupBy(
        rules.filter(({ words }) => words !== "Taxed"),
        ({ words }) => words,
      );
      const taxed = rules.filter(({ words }) => words === "Taxed");
      return [
        kind,
        [...[...special].map(([words, own]) => `${words} in ${namesOf(own)}.`), taxedWords(taxed, special.size > 0)]
          .filter(Boolean)
          .join(" "),
      ];
    }),
  ) as Record<TaxKind, string>;
}

const namesOf = (states: { name: string }[]): string => states.map(({ name }) => name).join(", ");

/** Maximum number of fully taxed states that are named; if there are more, the sentence only counts them. */
const NAMED = 3;

function taxedWords(taxed: { name: string }[], hasOthers: boolean): string {
  if (taxed.length === 0) return "";
  if (taxed.length <= NAMED) return `Taxed in ${namesOf(taxed)}.`;
  return hasOthers
    ? `Taxed in the ${counted(taxed.length, "other state")}.`
    : `Taxed in all ${taxed.length} states where you collect.`;
}
