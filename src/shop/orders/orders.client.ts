import type { z } from "zod";
import { postJson } from "~/shop/post-json";
import { IntentAnswer, type IntentRequest, OrderAnswer, type OrderRequest } from "./order.wire";

/**
 * Creates the payment intent of an order; its pieces are reserved meanwhile.
 *
 * @throws {Refusal} as `draftOrder` says.
 */
export const createIntent = async (request: z.input<typeof IntentRequest>): Promise<IntentAnswer> =>
  IntentAnswer.parse(await postJson("/api/pay/create-payment-intent", request));

/**
 * Makes a paid intent an order; repeated, it returns the same order. Whatever a response leaves out, the confirmation
 * leaves out too.
 *
 * @throws {Refusal} as `settleOrder` says.
 */
export const placeOrder = async (request: z.input<typeof OrderRequest>): Promise<Partial<OrderAnswer>> =>
  OrderAnswer.partial().parse(await postJson("/api/orders", request));
