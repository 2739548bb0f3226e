import type { CodeFilter } from "~/shop/discounts/code-filter";
import { fitting, listAddress, oneOf, words } from "../list-address";

/** Views above the list, in their order. */
export const codeViews = [
  { show: "own", name: "In use" },
  { show: "welcome", name: "Welcome letters" },
  { show: "over", name: "Over" },
] as const;

export const codes = listAddress<CodeFilter>("/discounts", {
  show: oneOf("show", ["own", "welcome", "over"]),
  text: words("q", 40),
  after: fitting("after", (text) => /^[A-Z0-9-]{1,40}$/.exec(text)?.[0] ?? null),
});
