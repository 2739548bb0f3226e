import { z } from "zod";
import type { GiftCardPart } from "~/shop/gift-cards/gift-card-words";
import { goodsIn, type OrderSummary, taxesIn } from "~/shop/price";
import { sumsOfTaxLines, taxLinesOf } from "~/shop/bag/tax-lines";
import { centsOfDollars, cents, dollars } from "~/shop/money";
import { OffersGiven, OfPresents } from "~/shop/offers/offers.wire";
import { PaymentMethod } from "~/shop/payments/gateway";
import type { SummaryWire } from "~/shop/refusal-details";
import type { Settings } from "~/shop/settings";
import { type Order, unmadeValue } from "./order";

export const IntentAnswer = z.object({ clientSecret: z.string(), paymentIntentId: z.string() });
export type IntentAnswer = z.infer<typeof IntentAnswer>;

/** Totals in dollars; `tax` includes fees, so that the amounts add up to the total. */
const Summary = z.object({
  orderValue: z.number(),
  discount: z.number(),
  deliveryFee: z.number(),
  deliveryMethod: z.string().optional().meta({
    description: "Name of the faster method, if it was chosen",
    example: "Expedited",
  }),
  tax: z.number(),
  total: z.number(),
  taxLines: z
    .array(z.object({ kind: z.enum(["fee", "tax"]), name: z.string(), amount: z.number() }))
    .optional()
    .meta({ description: "What `tax` is made of: fees by their names, and the sales tax. Missing where it is 0" }),
  taxIsEstimate: z.boolean().optional().meta({
    description:
      "Set where the tax is an estimate by the shop's own rates; the total is settled by `create-payment-intent`",
  }),
}) satisfies z.ZodType<SummaryWire>;

/** Schema of the parts that gift cards pay, in dollars; absent without any. */
const GiftCardParts = z
  .array(z.object({ lastFour: z.string(), amount: z.number() }))
  .optional()
  .meta({ description: "Parts that gift cards pay" });

/** Response to a request for a quote: lines with prices, and totals in dollars. */
export const QuoteAnswer = z.object({
  lines: z.array(
    z.object({
      product: z.string(),
      name: z.string(),
      size: z.string(),
      color: z.string(),
      quantity: z.int(),
      price: z.number(),
      present: z.literal(true).optional().meta({ description: "Set for a present: `summary` takes its price off" }),
    }),
  ),
  summary: Summary,
  /** Unset by the release before offers, a process of which may answer while the shop is updated. */
  offers: OffersGiven.extend({ codeLeftOut: z.literal(true).optional() }).optional(),
  giftCards: GiftCardParts,
  due: z.number().optional().meta({ description: "Amount left beside gift cards" }),
  deliveryTakes: z.string().optional().meta({
    description: "Time on the road, where the zone of the address has one of its own",
    example: "5 to 12 business days",
  }),
  fasterDelivery: z
    .object({ name: z.string(), takes: z.string(), fee: z.number(), usualFee: z.number() })
    .optional()
    .meta({
      description: "Faster method of the address, with both fees; chosen by `fasterDelivery` of the customer",
    }),
});
export type QuoteAnswer = z.infer<typeof QuoteAnswer>;

/** Response to a request to place an order: the data that the confirmation shows. */
export const OrderAnswer = z.object({
  orderNumber: z.string(),
  email: z.string(),
  paymentMethod: PaymentMethod,
  estimatedDelivery: z.string(),
  orderSummary: Summary,
  offers: z.array(z.object({ sentence: z.string(), amount: z.number(), ofPresents: OfPresents })).optional(),
  giftCards: GiftCardParts,
  giftCardsNotMade: z.number().optional().meta({
    description:
      "Value of bought gift cards that were not made, because the payment card had bought more of them than a day allows; it goes back",
  }),
});
export type OrderAnswer = z.infer<typeof OrderAnswer>;

/** Response body about an order for the shopper who placed it. */
export const orderAnswer = (order: Order, { deliveryEstimate }: Pick<Settings, "deliveryEstimate">): OrderAnswer => ({
  orderNumber: order.number,
  email: order.email,
  paymentMethod: order.method ?? "Credit Card",
  estimatedDelivery: goodsIn(order.lines).length === 0 ? "By e-mail, on the day that you chose" : deliveryEstimate,
  orderSummary: summaryToWire(order.summary),
  ...(order.offers && { offers: offersToWire(order.offers) }),
  ...(order.giftCards && { giftCards: giftCardsToWire(order.giftCards) }),
  ...(unmadeValue(order) > 0 && { giftCardsNotMade: dollars(unmadeValue(order)) }),
});

/** Amounts that offers took off an order, in dollars. */
export const offersToWire = (offers: NonNullable<Order["offers"]>) =>
  offers.map(({ sentence, amount, ofPresents }) => ({
    sentence,
    amount: dollars(amount),
    ...(ofPresents && { ofPresents: dollars(ofPresents) }),
  }));

/** Parts that gift cards pay, in dollars. */
export const giftCardsToWire = (parts: readonly GiftCardPart[]) =>
  parts.map(({ lastFour, amount }) => ({ lastFour, amount: dollars(amount) }));

export function summaryToWire(summary: OrderSummary): SummaryWire {
  const taxLines = taxLinesOf(summary).map((line) => ({ ...line, amount: dollars(line.amount) }));
  return {
    orderValue: dollars(summary.orderValue),
    discount: dollars(summary.discount),
    deliveryFee: dollars(summary.deliveryFee),
    ...(summary.deliveryMethod && { deliveryMethod: summary.deliveryMethod }),
    tax: dollars(taxesIn(summary)),
    total: dollars(summary.total),
    ...(taxLines.length > 0 && { taxLines }),
    ...(summary.taxIsEstimate && { taxIsEstimate: true }),
  };
}

/** Converts totals in dollars, as `summaryToWire` writes them, to cents. */
export function summaryInWire({
  orderValue,
  discount,
  deliveryFee,
  deliveryMethod,
  tax,
  total,
  taxLines,
  taxIsEstimate,
}: SummaryWire): OrderSummary {
  const lines = taxLines?.map((line) => ({ ...line, amount: centsOfDollars(line.amount) }));
  return {
    orderValue: centsOfDollars(orderValue),
    discount: centsOfDollars(discount),
    deliveryFee: centsOfDollars(deliveryFee),
    ...(deliveryMethod !== undefined && { deliveryMethod }),
    ...(lines ? sumsOfTaxLines(lines) : { tax: centsOfDollars(tax), fees: cents(0) }),
    total: centsOfDollars(total),
    ...(taxIsEstimate && { taxIsEstimate }),
  };
}
