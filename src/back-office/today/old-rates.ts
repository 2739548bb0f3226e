import { stateName } from "~/shop/us-states";

/** State with tax rates older than a quarter, and their age as text. */
export interface OldRates {
  state: string;
  age: string;
}

/** Line on Today for states with old tax rates; none if there are no such states. */
export function oldRates(rates: OldRates[]) {
  const [first, ...more] = rates;
  if (!first) return [];
  const names = rates.map(({ state }) => stateName(state));
  return [
    {
      key: "old-rates",
      count: null,
      title: more.length === 0 ? `Rates of sales tax are ${first.age}` : "Rates of sales tax are older than a quarter",
      text: `${names.length > 4 ? `${names.length} states` : names.join(", ")}. States change theirs each quarter. Orders go on with the old ones until you look.`,
      way: { to: more.length === 0 ? `/settings/tax/${first.state}` : "/settings/tax", name: "Look at them" },
    },
  ];
}
