import { stateName } from "~/shop/us-states";
import type { Nearness } from "~/shop/tax/sales-limits";

/** Line on Today for each state where sales come near the limit. */
export const nearLimitLines = (near: Nearness[]) =>
  near.map(({ state, percent, by }) => ({
    key: `limit-${state}`,
    count: null,
    title: `${stateName(state)} stands at ${percent}% of a limit`,
    text: `Your ${by === "sales" ? "number of sales" : "sales"} there may call for a registration: ask an adviser. You collect no tax there.`,
    way: { to: "/settings/tax", name: "See the limits" },
  }));
