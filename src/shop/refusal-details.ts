import { either, flag, list, maybe, number, oneOf, type Read, type Reader, shape, text } from "./json-shape";

const whole = number({ whole: true });

/** Totals of an order, in dollars. */
const summary = shape({
  orderValue: number(),
  discount: number(),
  deliveryFee: number(),
  deliveryMethod: maybe(text()),
  tax: number(),
  total: number(),
  taxLines: maybe(list(shape({ kind: oneOf("fee", "tax"), name: text(), amount: number() }))),
  taxIsEstimate: maybe(flag),
});
export type SummaryWire = Read<typeof summary>;

/** Reader of a variant with further properties. A function, because bundlers keep an object that is spread into unused readers. */
/* @__NO_SIDE_EFFECTS__ */
const variantWith = <S extends Record<string, Reader<unknown>>>(more: S) =>
  shape({ product: text(), name: text(), size: text(), color: text(), ...more });

/** Amounts that offers take off an order, in dollars. */
const offers = shape({
  given: list(shape({ sentence: text(), amount: number(), ofPresents: maybe(number()) })),
  codeLeftOut: maybe(flag),
});

/** Lines at current prices, and their totals with what offers take off, in dollars. The release before offers does not say this. */
const changedPrices = shape({
  lines: list(variantWith({ quantity: whole, price: number() })),
  summary,
  offers: maybe(offers),
});
export type ChangedPrices = Read<typeof changedPrices>;

/** Totals in dollars of an order that costs more than was paid. */
const rightSum = shape({ summary });

/** Lines with too little stock, each with the available pieces. */
const soldOutLines = shape({ lines: list(variantWith({ left: whole })) });
export type SoldOutLines = Read<typeof soldOutLines>;

/** Sold-out variants, by id, before they are mapped to lines: stock is counted by variant. */
const soldOutVariants = shape({ soldOut: list(shape({ variantId: whole, left: whole })) });

/** Available pieces of each line, and seconds until more may become available. */
const heldLines = shape({ lines: list(variantWith({ left: whole })), retryAfter: maybe(number()) });
export type HeldLines = Read<typeof heldLines>;

/** A product, or one size and color of it, that is no longer sold. */
const soldBefore = shape({ product: text(), size: maybe(text()), color: maybe(text()) });
export type SoldBefore = Read<typeof soldBefore>;

/** Maximum number of pieces per order, and the wanted number. */
const heldTooMuch = shape({ most: whole, pieces: whole });
export type HeldTooMuch = Read<typeof heldTooMuch>;

/** Seconds to wait before the next try. */
const wait = shape({ retryAfter: number() });

/** Number of the order that the earlier payment belongs to. */
const earlierOrder = shape({ orderNumber: text() });

/** Last four signs of the gift card that is refused. */
const ofCard = shape({ lastFour: text() });

/** Details of refusals by code, as in the API's problem documents. */
export const refusalDetails = {
  "too-many-requests": wait,
  "product-unknown": shape({ product: text() }),
  "combination-unavailable": soldBefore,
  "sold-out": either(soldOutLines, soldOutVariants),
  "held-too-much": heldTooMuch,
  "held-by-network": wait,
  "held-by-others": heldLines,
  "held-and-let-go": heldLines,
  "gift-card-ended": ofCard,
  "gift-card-empty": ofCard,
  "gift-card-of-test": ofCard,
  "prices-changed": changedPrices,
  "tax-changed": changedPrices,
  "tax-unpaid": rightSum,
  "tax-returned": rightSum,
  /** Seconds until the code may be free again, if unpaid orders use it. */
  "code-used": shape({ retryAfter: maybe(number()) }),
  /** Minimum order value for the code, in dollars. */
  "code-minimum": shape({ minimum: number() }),
  "payment-processing": earlierOrder,
  "payment-arrived": earlierOrder,
  "start-has-orders": earlierOrder,
} as const;

/** Type of a refusal's details by its code; codes that are not listed above have none. */
export type RefusalDetails<Code extends string> = Code extends keyof typeof refusalDetails
  ? Read<(typeof refusalDetails)[Code]>
  : never;
