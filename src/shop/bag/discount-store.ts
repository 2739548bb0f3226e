import { jsonIn, stored } from "~/platform/browser-storage";
import { either, list, maybe, number, oneOf, read, type Reader, shape, text } from "~/shop/json-shape";
import type { Discount } from "~/shop/discounts/code";
import { cents } from "~/shop/money";
import type { RefusedCode } from "./code-status";

const only = maybe(list(text()));
const discount: Reader<Discount> = either(
  shape({ kind: oneOf("percent"), code: text(), only, percent: number({ whole: true, from: 1, to: 100 }) }),
  either(
    shape({
      kind: oneOf("amount"),
      code: text(),
      only,
      amount: (value) => cents(number({ whole: true })(value)),
    }),
    shape({ kind: oneOf("free-delivery"), code: text(), only }),
  ),
);
const refusedCode: Reader<RefusedCode> = shape({ code: text(), email: text(), words: text() });

/** Discount code that the shop accepted in this browser session; the server checks it again with the order. */
export const discountStore = stored<Discount | null>(() => window.sessionStorage, "discount", {
  empty: null,
  parse: (json) => read(discount, jsonIn(json)) ?? null,
  serialize: (discount) => discount && JSON.stringify(discount),
});

/** Discount code that was refused for the e-mail address of this browser session. */
export const refusedCodeStore = stored<RefusedCode | null>(() => window.sessionStorage, "refusedCode", {
  empty: null,
  parse: (json) => read(refusedCode, jsonIn(json)) ?? null,
  serialize: (refused) => refused && JSON.stringify(refused),
});

/** Removes the code, and the note that it was refused. */
export function removeCode(): void {
  discountStore.change(() => null);
  refusedCodeStore.change(() => null);
}
