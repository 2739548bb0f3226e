import type { CodeFilter } from "~/shop/discounts/code-filter";
import { fitting, listAddress, oneOf, words } from "../list-address";

export const codes = listAddress<CodeFilter>("/discounts", {
  show: oneOf("show", ["own", "welcome", "over"]),
  text: words("q", 40),
  after: fitting("after", (text) => /^[A-Z0-9-]{1,40}$/.exec(text)?.[0] ?? null),
});
