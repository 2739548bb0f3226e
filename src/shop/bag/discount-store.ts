import { jsonIn, kept } from "~/platform/browser-storage";
import { Discount } from "../discounts/code";

/** The code that the shop accepted in this browser session; the server checks it again with the order. Decisions §4. */
export const discountStore = kept<Discount | null>(() => window.sessionStorage, "discount", {
  empty: null,
  parse: (text) => Discount.safeParse(jsonIn(text)).data ?? null,
  serialize: (discount) => discount && JSON.stringify(discount),
});
