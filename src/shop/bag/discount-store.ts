import { jsonIn, stored } from "~/platform/browser-storage";
import { Discount } from "~/shop/discounts/code";
import { RefusedCode } from "./code-status";

/** The code that the shop accepted in this browser session; the server checks it again with the order. */
export const discountStore = stored<Discount | null>(() => window.sessionStorage, "discount", {
  empty: null,
  parse: (text) => Discount.safeParse(jsonIn(text)).data ?? null,
  serialize: (discount) => discount && JSON.stringify(discount),
});

/** That the code is not for the address of this browser session. */
export const refusedCodeStore = stored<RefusedCode | null>(() => window.sessionStorage, "refusedCode", {
  empty: null,
  parse: (text) => RefusedCode.safeParse(jsonIn(text)).data ?? null,
  serialize: (refused) => refused && JSON.stringify(refused),
});

/** Forgets the code, and that it was refused. */
export function removeCode(): void {
  discountStore.change(() => null);
  refusedCodeStore.change(() => null);
}
