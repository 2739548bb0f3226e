import type { z } from "zod";
import { postJson } from "~/shop/post-json";
import { IntentAnswer, type IntentRequest, OrderAnswer, type OrderRequest } from "./order.wire";

/**
 * Asks for the money of an order; what is bought is kept for the shopper meanwhile.
 *
 * @throws {Refusal} as `draftOrder` says.
 */
export const createIntent = async (request: z.input<typeof IntentRequest>): Promise<IntentAnswer> =>
  IntentAnswer.parse(await postJson("/api/pay/create-payment-intent", request));

/**
 * Makes a paid intent an order; asked again it answers with the same order. Whatever an answer leaves out, the confirmation
 * leaves out too.
 *
 * @throws {Refusal} as `settleOrder` says.
 */
export const placeOrder = async (request: z.input<typeof OrderRequest>): Promise<Partial<OrderAnswer>> =>
  OrderAnswer.partial().parse(await postJson("/api/orders", request));
