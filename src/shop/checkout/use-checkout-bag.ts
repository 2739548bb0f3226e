import { useMemo } from "react";
import { useStored } from "~/platform/browser-storage";
import { summaryOf } from "~/shop/bag/bag";
import { useBag } from "~/shop/bag/bag-provider";
import type { Catalog } from "~/shop/bag/availability";
import { orderDraftOf, orderDraftStore } from "~/shop/bag/order-draft";
import { useCode } from "~/shop/bag/use-code";
import type { Settings } from "~/shop/settings";
import { linesOf, stillSold } from "./bag-after-objection";

/** The purchasable part of the bag: its lines, their totals, and the discount code. */
export function useCheckoutBag(settings: Pick<Settings, "deliveryFee" | "freeDeliveryFrom">, catalog: Catalog | null) {
  const { bag, ready } = useBag();
  const draft = useStored(orderDraftStore);
  const { discount, counted, message } = useCode();

  const sold = useMemo(() => stillSold(bag, catalog ?? {}), [bag, catalog]);
  const lines = useMemo(() => linesOf(sold, draft), [sold, draft]);
  const summary = useMemo(() => summaryOf(lines, counted, settings), [lines, counted, settings]);
  return {
    ready,
    lines,
    summary,
    discountCode: counted?.code,
    /** A code that does not work with the shopper's e-mail address, and why. */
    refusedCode: discount && message ? { code: discount.code, message } : null,
    isEmpty: bag.length === 0,
    /** How many lines are no longer sold. */
    withdrawn: bag.length - sold.length,
    /** Fields that a purchase copies. */
    purchased: () => ({
      lines,
      summary,
      discountCode: counted?.code,
      draft: orderDraftOf(lines, counted, settings),
    }),
  };
}
