import { createRoute } from "@hono/zod-openapi";
import { addressPrefix } from "~/platform/network-address.server";
import type { Services } from "~/services";
import { intentRefusals } from "~/shop/payments/paying-refusals";
import { orPaused } from "~/shop/payments/paused.server";
import { jsonResponse, jsonBody, refusals, roomApi } from "~/shop/shop.api";
import { enforceFormLimit, networkAct, CLIENT_ADDRESS } from "~/shop/form-limits.server";
import { countingGuesses } from "~/shop/gift-cards/gift-card-guesses.server";
import { noteLook } from "~/shop/strangers-letters.server";
import { draftOrder, requestAmount } from "./draft-order.server";
import { IntentAnswer } from "../order.wire";
import { IntentRequest } from "../order-request.wire";

/** Limit of payment requests per network: `times` in `seconds`. More requests would only keep stock from others. */
const ALLOWANCE = { name: "payment-intents", times: 600, seconds: 600 };

const createIntent = createRoute({
  method: "post",
  path: "/create-payment-intent",
  tags: ["Paying"],
  operationId: "createPaymentIntent",
  summary: "Ask for the money of an order",
  description:
    "With `items` and `customer` the server prices every line, keeps its stock for the shopper for a few minutes and refuses " +
    "any other amount; without `items` it reserves nothing, and the order must then come to exactly the amount. How much one " +
    "network may keep at a time is bounded: `held-too-much`, `held-by-network`, `held-by-others` and `held-and-let-go` say how many " +
    "can be had now, and `retryAfter` in how many seconds more. More than half of a variant is kept for 90 seconds in any ten " +
    "minutes; after that it is sold to whoever pays first.",
  request: { body: jsonBody(IntentRequest) },
  responses: {
    200: jsonResponse(IntentAnswer, "What the browser needs to pay"),
    ...refusals(...intentRefusals),
  },
});

/** API handler that drafts an order and requests its payment. */
export const payApi = (services: Services) =>
  roomApi().openapi(createIntent, async (c) => {
    const act = networkAct(services.db, c.req.raw, ALLOWANCE);
    const network = networkOf(c.req.header(CLIENT_ADDRESS));
    if (network !== undefined) void noteLook(services.db, network);

    const { items, customer, paymentMethod: method, ...wish } = c.req.valid("json");
    // Plain drafts are counted by the statement that writes them. Other requests read more from the database, so count them
    // first.
    if (!items || !customer || wish.discountCode || wish.giftCards?.length || wish.replaces) await act.countApart();
    // Codes can be guessed here as in the DISCOUNTS field, so both share one limit, which is checked before the look-up.
    if (items && wish.discountCode) await enforceFormLimit(services, c.req.raw, "discount");
    if (items && wish.giftCards?.length) await enforceFormLimit(services, c.req.raw, "gift-card");
    const { id, clientSecret } = await orPaused(() =>
      items && customer
        ? countingGuesses(services.db, () =>
            draftOrder(services, { ...wish, items, customer, method, network }, new Date(), act),
          ).catch(async (error: unknown) => {
            // Count requests that were refused before they were counted.
            await act.countApart();
            throw error;
          })
        : requestAmount(services, { amount: wish.amount, method, customer }),
    );
    return c.json({ clientSecret, paymentIntentId: id }, 200);
  });

/**
 * Network of a request. Undefined for an invalid or loopback address, from which all requests seem to come behind a proxy that is
 * not configured.
 */
function networkOf(address: string | undefined): string | undefined {
  const network = addressPrefix(address);
  return network?.startsWith("127.") || network === addressPrefix("::1") ? undefined : network;
}
