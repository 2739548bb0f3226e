import { useMemo } from "react";
import { useStored } from "~/platform/browser-storage";
import { goodsValue, type OrderSummary } from "~/shop/price";
import type { DeliveryTerms } from "~/shop/delivery-fee";
import type { Bag } from "~/shop/bag/bag";
import { useBag } from "~/shop/bag/bag-provider";
import { type Catalog, unavailableNotice } from "~/shop/bag/availability";
import { orderDraftStore, orderDraftWith } from "~/shop/bag/order-draft";
import { useCode } from "~/shop/bag/use-code";
import type { OfferedBag } from "~/shop/bag/offers-store";
import { useOffers } from "~/shop/bag/use-offers";
import { linesOf, stillSold } from "./bag-after-objection";
import type { SummedOffers } from "./quote";

/** Returns the available lines of the bag, their totals, and the discount code. */
export function useCheckoutBag(terms: DeliveryTerms, catalog: Catalog | null, hasOffers?: boolean) {
  const { bag, ready } = useBag();
  const draft = useStored(orderDraftStore);
  const { discount, counted, message } = useCode();

  const sold = useMemo(() => stillSold(bag, catalog ?? {}), [bag, catalog]);
  const own = useMemo(() => linesOf(sold, draft), [sold, draft]);
  const { known, isAsked, priceOf } = useOffers(own, hasOffers);
  const { lines, summary, byOffers } = useMemo(
    () => summedBag(priceOf(own, counted, terms)),
    [own, counted, terms, priceOf],
  );
  return {
    ready,
    lines,
    summary,
    /** Value of the goods as codes ask for it, in cents: without presents. */
    goodsValue: goodsValue(own),
    /** Amounts that offers take off these sums, and whether the shop is still asked. */
    offers: byOffers,
    isBusy: isAsked,
    discountCode: counted?.code,
    /** A discount code that cannot be used with the shopper's e-mail address, and the reason. */
    refusedCode: discount && message ? { code: discount.code, message } : null,
    isEmpty: bag.length === 0,
    /** A sentence for each line whose product is no longer sold, and each present that does not come. */
    withdrawn: [
      ...bag.flatMap((line) => (sold.includes(line) ? [] : (unavailableNotice(line, catalog ?? {}) ?? []))),
      ...(known?.soldOut ?? []),
    ],
    /** Lines, discount code and order draft of the purchase, with its sums with sales tax, of which `offers` took theirs. */
    purchased: ({ lines, summary, offers }: Agreed) => ({
      lines,
      summary,
      offers,
      discountCode: counted?.code,
      draft: orderDraftWith(lines, summary),
    }),
  };
}

/** Lines of a purchase with the sums on which the shopper agrees. */
interface Agreed {
  lines: Bag;
  summary: OrderSummary;
  offers: SummedOffers;
}

/** Price of a bag with what offers take off it. */
const summedBag = ({ offers: given, isCodeLeftOut, ...bag }: OfferedBag) => ({
  ...bag,
  byOffers: { given, isCodeLeftOut: isCodeLeftOut ?? false } satisfies SummedOffers,
});
