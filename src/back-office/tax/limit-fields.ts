import { stateName } from "~/shop/us-states";

/** Field names of a state's limits. */
export const amountField = (state: string): string => `amount-${state}`;
export const salesField = (state: string): string => `sales-${state}`;

/** Label of a limit's field in the list of errors. */
export const limitLabel = (field: string): string => {
  const [part = "", state = ""] = field.split("-");
  return `${stateName(state)}, ${part === "sales" ? "number of sales" : "amount"}`;
};
