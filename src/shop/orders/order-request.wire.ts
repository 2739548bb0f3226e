// Requests about orders. Apart from the answers, which browsers read, so that browsers do not load these schemas.
import { z } from "zod";
import { mostDrafted, type OrderDraft } from "~/shop/bag/order-draft";
import { ZipCode } from "~/shop/customer-schemas";
import { GiftCardTexts, GiftCardWishes } from "~/shop/gift-cards/gift-card.wire";
import { DiscountCodeText } from "~/shop/discounts/code.wire";
import { DraftKey, OwnDraftKey } from "~/shop/draft-key.wire";
import { limits } from "~/shop/limits";
import { centsOfDollars, cents, dollars } from "~/shop/money";
import { leastPayment, mostPayment, PaymentMethod } from "~/shop/payments/gateway";
import { Customer } from "./order";

const Dollars = z.number().min(0).max(dollars(mostPayment));
const choice = z.string().min(1).max(limits.text.name);

/** Line that the browser wants to buy, with the price in dollars that the shopper saw. */
const RequestedItem = z.object({
  product: z.string().min(1).max(64),
  size: choice,
  color: choice,
  quantity: z.int().min(1).max(limits.bag.quantity),
  price: Dollars.transform(centsOfDollars),
  giftCard: GiftCardWishes.optional(),
  present: z.boolean().optional().meta({
    description: "Set for a line that `offers` put into the bag, of one piece; without its offer it costs its price",
  }),
});

/** Lines of a bag, to ask what offers take off them. */
export const OffersQuestion = z.object({
  items: z.array(RequestedItem.omit({ price: true, giftCard: true, present: true })).max(limits.bag.lines),
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
    giftCards: GiftCardTexts,
    due: z.int().min(0).max(mostPayment).transform(cents).optional().meta({
      description:
        "Cents that the shopper saw as left beside the gift cards; if another amount is left by now, `gift-cards-changed` answers",
    }),
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
    const { items, customer, amount, giftCards } = context.value;
    const complain = (field: string, message: string) =>
      context.issues.push({ code: "custom", path: [field], message, input: undefined });
    if (items && !customer) complain("customer", "Whoever buys must be named.");
    if (!items && giftCards?.length) complain("giftCards", "Gift cards pay for an order with `items` only.");
    if (!items && amount < leastPayment) complain("amount", `The amount must be at least ${leastPayment} cents.`);
  });
export type IntentRequest = z.output<typeof IntentRequest>;

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

/** Request for a quote: lines, discount code and delivery address. */
export const QuoteRequest = z.object({
  items: z
    .array(RequestedItem.omit({ price: true }))
    .min(1)
    .max(limits.bag.lines),
  discountCode: DiscountCodeText.optional(),
  giftCards: GiftCardTexts,
  paymentMethod: PaymentMethod.optional().meta({
    description:
      "Method that pays what gift cards leave, which is never less than its least payment; a card by default",
  }),
  email: z.string().trim().toLowerCase().max(limits.text.email).optional().meta({
    description: "For a code that works for one address only",
  }),
  draftKey: OwnDraftKey,
  fasterDelivery: Customer.shape.fasterDelivery,
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
