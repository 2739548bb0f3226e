import { z } from "zod";
import { byName } from "~/platform/by-name";
import { limits } from "~/shop/limits";
import { cardErrors } from "./card";
import type { PaidCard } from "./gateway";

/** Result of a confirmation, with Stripe's names of the states. */
export const Confirmation = z.discriminatedUnion("status", [
  z.object({ status: z.literal("succeeded") }),
  z.object({ status: z.literal("requires_action") }),
  z.object({ status: z.literal("declined"), message: z.string() }),
]);
export type Confirmation = z.infer<typeof Confirmation>;

const declined = (message: string): Confirmation => ({ status: "declined", message });

/** Results of Stripe's test cards, by card number. */
const testCards = byName<Confirmation>({
  "4242424242424242": { status: "succeeded" },
  "5555555555554444": { status: "succeeded" },
  "378282246310005": { status: "succeeded" },
  "4000002500003155": { status: "requires_action" },
  "4000000000000002": declined("Your card was declined."),
  "4000000000009995": declined("Your card has insufficient funds."),
  "4000000000000069": declined("Your card has expired."),
  "4000000000000127": declined("Your card's security code is incorrect."),
  "4000000000007726": { status: "succeeded" },
  "4000000000005126": { status: "succeeded" },
  "4000000000010027": { status: "succeeded" },
  "4000000000010035": { status: "succeeded" },
  "4000000000000259": { status: "succeeded" },
  "4000000000002685": { status: "succeeded" },
});

/** Deviating behaviors of refunds; a refund without one succeeds at once. */
export type RefundBehavior = "pending-first" | "fails-late" | "refused" | "silent-first";

/** Test cards with special refunds: the first two exist at Stripe, too, the others only in the sandbox. */
const refundCards = byName<RefundBehavior>({
  "4000000000007726": "pending-first",
  "4000000000005126": "fails-late",
  "4000000000010027": "refused",
  "4000000000010035": "silent-first",
});

/** Behaviors of the shopper's bank, which disputes a payment half a minute after it arrived: how the dispute ends. */
export type DisputeBehavior = "lost" | "won";

/** Test cards whose payments are disputed; they exist at Stripe, too. */
const disputeCards = byName<DisputeBehavior>({
  "4000000000000259": "lost",
  "4000000000002685": "won",
});

export const disputeBehaviorOf = (number: string): DisputeBehavior | undefined => disputeCards[number];

export const refundBehaviorOf = (number: string): RefundBehavior | undefined => refundCards[number];

const BRANDS: [RegExp, string][] = [
  [/^4/, "visa"],
  [/^(5[1-5]|2[2-7])/, "mastercard"],
  [/^3[47]/, "amex"],
];

/** Brand, by Stripe's code, and last four digits of a card number. */
export const cardNamed = (number: string): PaidCard => ({
  brand: BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? "unknown",
  lastFour: number.slice(-4),
});

/** Fingerprint of a test card. Its few numbers stand for many cards: another expiry date is another card. */
export const fingerprintOf = ({ number, expiry }: { number: string; expiry: string }): string =>
  `test card ${number.slice(-4)} ${expiry.replaceAll(/\D/g, "")}`;

/** Result of paying with a card number; any number that is no test card is declined. */
export const answerTo = (number: string): Confirmation =>
  testCards[number] ?? declined("Your card was declined. This is a test payment: only test cards work.");

export const notConfirmed = declined(
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
);

const words = z.string().trim().max(limits.text.line);

/** Schema of the payer's data, as the browser sends it to the provider. */
export const Billing = z.object({
  name: words,
  email: words,
  phone: words,
  address: z.object({ line1: words, city: words, postal_code: words, country: z.literal("US") }),
});
export type Billing = z.infer<typeof Billing>;

const ClientSecret = z.string().min(1).max(200);

/** Schema of a card with a valid checksum, expiry and security code. Not stored. */
const TypedCard = z
  .object({ number: z.string().max(30), expiry: z.string().max(7), code: z.string().max(4) })
  .transform((card) => ({ ...card, number: card.number.replace(/\D/g, "") }))
  .check((context) => {
    for (const [field, message] of Object.entries(cardErrors(context.value, new Date())))
      context.issues.push({ code: "custom", message, path: [field], input: "" });
  });

export const CardConfirmation = z.object({ clientSecret: ClientSecret, card: TypedCard, billing: Billing });
export type CardConfirmation = z.infer<typeof CardConfirmation>;

export const Step = z.object({ clientSecret: ClientSecret, approved: z.boolean() });
export type Step = z.infer<typeof Step>;

/** Schema of the choice on the page for paying later; the secret proves that the caller is the payer. */
export const PayLaterDecision = z.object({ clientSecret: ClientSecret, approved: z.boolean() });
export type PayLaterDecision = z.infer<typeof PayLaterDecision>;

/** Stripe's name of the query parameter that contains the client secret. */
export const SECRET_PARAMETER = "payment_intent_client_secret";

export const PayLater = z.object({ clientSecret: ClientSecret, billing: Billing, returnUrl: z.url().max(500) });
export type PayLater = z.infer<typeof PayLater>;

/** Path of the next page, within the shop. */
export const PayLaterStarted = z.object({ redirect: z.string().regex(/^\/(sandbox\/pay-later\/|order-success\?)/) });
export type PayLaterStarted = z.infer<typeof PayLaterStarted>;
