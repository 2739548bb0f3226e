import { z } from "zod";
import { mostDrafted, type OrderDraft } from "~/shop/bag/order-draft";
import type { OrderSummary } from "~/shop/bag/bag";
import { sumsOfTaxLines, taxLinesOf } from "~/shop/bag/tax-lines";
import { ZipCode } from "~/shop/customer-schemas";
import { DiscountCodeText } from "~/shop/discounts/code.wire";
import { limits } from "~/shop/limits";
import { centsOfDollars, cents, dollars, sum } from "~/shop/money";
import { leastPayment, mostPayment, PaymentMethod } from "~/shop/payments/gateway";
import type { SummaryWire } from "~/shop/refusal-details";
import type { Settings } from "~/shop/settings";
import { DraftKey } from "~/shop/draft-key.wire";
import { Customer, type Order } from "./order";

const Dollars = z.number().min(0).max(dollars(mostPayment));
const choice = z.string().min(1).max(limits.text.name);

/** Line that the browser wants to buy, with the price in dollars that the shopper saw. */
const RequestedItem = z.object({
  product: z.string().min(1).max(64),
  size: choice,
  color: choice,
  quantity: z.int().min(1).max(limits.bag.quantity),
  price: Dollars.transform(centsOfDollars),
});

/** Client secret of a payment, which allows one browser to confirm it. */
const ClientSecret = z.string().min(1).max(200);

/**
 * Request of `create-payment-intent`: the amount in cents. The shop's own pages also send lines and customer, so that the server
 * prices the lines and reserves them.
 */
export const IntentRequest = z
  .object({
    amount: z.int().min(0).max(mostPayment).transform(cents),
    currency: z.literal("usd", { error: "Only US dollars are taken." }),
    paymentMethod: PaymentMethod,
    items: z.array(RequestedItem).min(1).max(limits.bag.lines).optional(),
    customer: Customer.optional(),
    discountCode: DiscountCodeText.optional(),
    draftKey: DraftKey.optional().meta({
      description:
        "128 random bits as 32 hexadecimal digits: names one attempt to buy, and proves whose it is. Asked again with the same " +
        "key and wish, the same intent answers; with another wish the earlier draft is given up",
    }),
    replaces: ClientSecret.optional().meta({
      description:
        "The client secret of an earlier intent of this browser: it is given up, its stock and code released",
    }),
  })
  .check((context) => {
    const { items, customer, amount } = context.value;
    const complain = (field: string, message: string) =>
      context.issues.push({ code: "custom", path: [field], message, input: undefined });
    if (items && !customer) complain("customer", "Whoever buys must be named.");
    if (!items && amount < leastPayment) complain("amount", `The amount must be at least ${leastPayment} cents.`);
  });
export type IntentRequest = z.output<typeof IntentRequest>;

export const IntentAnswer = z.object({ clientSecret: z.string(), paymentIntentId: z.string() });
export type IntentAnswer = z.infer<typeof IntentAnswer>;

const DraftAmount = z.number().min(0).max(mostDrafted);

/** Data of an order as the shopper's browser sends it. */
const OrderDetails = z.object({
  items: z
    .array(
      z.object({
        productId: z.string(),
        name: z.string(),
        price: DraftAmount,
        quantity: z.int().min(1).max(limits.bag.quantity),
        color: z.string(),
        size: z.string(),
        itemTotal: z.string(),
      }),
    )
    .min(1)
    .max(limits.bag.lines),
  orderSummary: z.object({ orderValue: DraftAmount, deliveryFee: DraftAmount, total: DraftAmount }),
}) satisfies z.ZodType<OrderDraft>;

/** Totals in dollars; `tax` includes fees, so that the amounts add up to the total. */
const Summary = z.object({
  orderValue: z.number(),
  discount: z.number(),
  deliveryFee: z.number(),
  tax: z.number(),
  total: z.number(),
  taxLines: z
    .array(z.object({ kind: z.enum(["fee", "tax"]), name: z.string(), amount: z.number() }))
    .optional()
    .meta({ description: "What `tax` is made of: fees by their names, and the sales tax. Missing where it is 0" }),
}) satisfies z.ZodType<SummaryWire>;

/** Request for a quote: lines, discount code and delivery address. */
export const QuoteRequest = z.object({
  items: z
    .array(RequestedItem.omit({ price: true }))
    .min(1)
    .max(limits.bag.lines),
  discountCode: DiscountCodeText.optional(),
  email: z.string().trim().toLowerCase().max(limits.text.email).optional().meta({
    description: "For a code that works for one address only",
  }),
  draftKey: DraftKey.optional().meta({
    description: "The key of this browser's attempt to buy: a code that its own open draft uses is not called used",
  }),
  address: z.object({
    postalCode: ZipCode,
    street: z.string().trim().max(limits.text.line).optional().meta({
      description: "With the city, for a tax service that looks at the whole address",
    }),
    city: z.string().trim().max(limits.text.line).optional(),
    state: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, "A state is written with two letters.")
      .optional()
      .meta({ description: "Two letters; the ZIP decides, and another state than its own is refused", example: "NY" }),
  }),
});
export type QuoteRequest = z.output<typeof QuoteRequest>;

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
    }),
  ),
  summary: Summary,
});
export type QuoteAnswer = z.infer<typeof QuoteAnswer>;

/** Request to place an order. `isPaid` is not trusted; the server asks the gateway. */
export const OrderRequest = z.object({
  customer: Customer.extend({
    paymentDetails: z.object({
      paymentIntentId: z.string().min(1).max(100),
      method: PaymentMethod,
      clientSecret: ClientSecret.optional().meta({
        description:
          "Proves whose payment it is. Without it the e-mail address must be the one that was given with the intent; where " +
          "none was given, whoever places the first order owns the payment",
      }),
    }),
  }),
  orderDetails: OrderDetails,
  isPaid: z.boolean(),
});
export type OrderRequest = z.output<typeof OrderRequest>;

/** Response to a request to place an order: the data that the confirmation shows. */
export const OrderAnswer = z.object({
  orderNumber: z.string(),
  email: z.string(),
  paymentMethod: PaymentMethod,
  estimatedDelivery: z.string(),
  orderSummary: Summary,
});
export type OrderAnswer = z.infer<typeof OrderAnswer>;

/** Response body about an order for the shopper who placed it. */
export const orderAnswer = (order: Order, { deliveryEstimate }: Pick<Settings, "deliveryEstimate">): OrderAnswer => ({
  orderNumber: order.number,
  email: order.email,
  paymentMethod: order.method ?? "Credit Card",
  estimatedDelivery: deliveryEstimate,
  orderSummary: summaryToWire(order.summary),
});

export function summaryToWire(summary: OrderSummary): SummaryWire {
  const taxLines = taxLinesOf(summary).map((line) => ({ ...line, amount: dollars(line.amount) }));
  return {
    orderValue: dollars(summary.orderValue),
    discount: dollars(summary.discount),
    deliveryFee: dollars(summary.deliveryFee),
    tax: dollars(sum([summary.tax, summary.fees])),
    total: dollars(summary.total),
    ...(taxLines.length > 0 && { taxLines }),
  };
}

/** Converts totals in dollars, as `summaryToWire` writes them, to cents. */
export function summaryInWire({ orderValue, discount, deliveryFee, tax, total, taxLines }: SummaryWire): OrderSummary {
  const lines = taxLines?.map((line) => ({ ...line, amount: centsOfDollars(line.amount) }));
  return {
    orderValue: centsOfDollars(orderValue),
    discount: centsOfDollars(discount),
    deliveryFee: centsOfDollars(deliveryFee),
    ...(lines ? sumsOfTaxLines(lines) : { tax: centsOfDollars(tax), fees: cents(0) }),
    total: centsOfDollars(total),
  };
}
