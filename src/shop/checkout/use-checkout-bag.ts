import { useMemo } from "react";
import { useStored } from "~/platform/browser-storage";
import { type OrderSummary, priceOf } from "~/shop/price";
import type { DeliveryTerms } from "~/shop/delivery-fee";
import { useBag } from "~/shop/bag/bag-provider";
import { type Catalog, unavailableNotice } from "~/shop/bag/availability";
import { orderDraftStore, orderDraftWith } from "~/shop/bag/order-draft";
import { useCode } from "~/shop/bag/use-code";
import { linesOf, stillSold } from "./bag-after-objection";

/** Returns the available lines of the bag, their totals, and the discount code. */
export function useCheckoutBag(terms: DeliveryTerms, catalog: Catalog | null) {
  const { bag, ready } = useBag();
  const draft = useStored(orderDraftStore);
  const { discount, counted, message } = useCode();

  const sold = useMemo(() => stillSold(bag, catalog ?? {}), [bag, catalog]);
  const lines = useMemo(() => linesOf(sold, draft), [sold, draft]);
  const { summary } = useMemo(() => priceOf(lines, counted, terms), [lines, counted, terms]);
  return {
    ready,
    lines,
    summary,
    discountCode: counted?.code,
    /** A discount code that cannot be used with the shopper's e-mail address, and the reason. */
    refusedCode: discount && message ? { code: discount.code, message } : null,
    isEmpty: bag.length === 0,
    /** A sentence for each line whose product is no longer sold. */
    withdrawn: bag.flatMap((line) => (sold.includes(line) ? [] : (unavailableNotice(line, catalog ?? {}) ?? []))),
    /** Lines, discount code and order draft of the purchase; `agreed` are its sums with sales tax. */
    purchased: (agreed: OrderSummary) => ({
      lines,
      summary: agreed,
      discountCode: counted?.code,
      draft: orderDraftWith(lines, agreed),
    }),
  };
}
