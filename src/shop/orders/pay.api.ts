import { createRoute } from "@hono/zod-openapi";
import type { Services } from "~/services";
import { answers, jsonBody, refusals, roomApi } from "~/shop/shop.api";
import { admitNetwork } from "~/shop/submission.server";
import { draftOrder, requestAmount } from "./draft-order.server";
import { IntentAnswer, IntentRequest } from "./order.wire";

/** Whoever asks for more than this only keeps stock from others. */
const ALLOWANCE = { name: "payment-intents", times: 600, seconds: 600 };

const createIntent = createRoute({
  method: "post",
  path: "/create-payment-intent",
  tags: ["Paying"],
  operationId: "createPaymentIntent",
  summary: "Ask for the money of an order",
  description:
    "With `items` and `customer` the server prices every line, keeps its stock for the shopper and refuses any other " +
    "amount; without them it reserves nothing, and the order must then come to exactly the amount.",
  request: { body: jsonBody(IntentRequest) },
  responses: {
    200: answers(IntentAnswer, "What the browser needs to pay"),
    ...refusals(
      "prices-changed",
      "sold-out",
      "product-unknown",
      "combination-unavailable",
      "code-unknown",
      "code-not-yet",
      "code-expired",
      "code-used",
      "code-of-another",
      "code-minimum",
      "payment-too-small",
      "payment-arrived",
      "payment-processing",
      "gateway-unavailable",
      "input-invalid",
      "too-many-requests",
    ),
  },
});

/** Asking for money. Spec §7. */
export const payApi = (services: Services) =>
  roomApi().openapi(createIntent, async (c) => {
    await admitNetwork(services.db, c.req.raw, ALLOWANCE);

    const { items, customer, paymentMethod: method, ...wish } = c.req.valid("json");
    const { id, clientSecret } =
      items && customer
        ? await draftOrder(services, { ...wish, items, customer, method })
        : await requestAmount(services, { amount: wish.amount, method });
    return c.json({ clientSecret, paymentIntentId: id }, 200);
  });
