import type { z } from "zod";
import { postJson } from "~/shop/post-json";
import { IntentAnswer, OrderAnswer, QuoteAnswer } from "./order.wire";
import type { IntentRequest, OrderRequest, QuoteRequest } from "./order-request.wire";

/**
 * Creates the payment intent of an order, which reserves its pieces.
 *
 * @throws {Refusal} as `draftOrder` on the server.
 */
export const createIntent = async (request: z.input<typeof IntentRequest>): Promise<IntentAnswer> =>
  IntentAnswer.parse(await postJson("/api/pay/create-payment-intent", request));

/**
 * Requests the sums of an order at its address, without ordering.
 *
 * @throws {Refusal} as `quoteOrder` on the server.
 */
export const askForQuote = async (request: z.input<typeof QuoteRequest>, signal: AbortSignal): Promise<QuoteAnswer> =>
  QuoteAnswer.parse(await postJson("/api/pay/quote", request, signal));

/**
 * Places the order of a paid intent; repeated calls return the same order.
 *
 * @throws {Refusal} as `settleOrder` on the server.
 */
export const placeOrder = async (request: z.input<typeof OrderRequest>): Promise<Partial<OrderAnswer>> =>
  OrderAnswer.partial().parse(await postJson("/api/orders", request));
