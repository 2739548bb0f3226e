import { createRoute } from "@hono/zod-openapi";
import type { Services } from "~/services";
import { orderRefusals } from "~/shop/payments/paying-refusals";
import { jsonResponse, jsonBody, refusals, roomApi } from "~/shop/shop.api";
import { orderAnswer, OrderAnswer } from "./order.wire";
import { OrderRequest } from "./order-request.wire";
import { settingsFor } from "~/shop/delivery-terms.server";
import { settleOrder } from "./settling/settle-order.server";

const place = createRoute({
  method: "post",
  path: "/",
  tags: ["Paying"],
  operationId: "placeOrder",
  summary: "Make a paid intent an order",
  description:
    "The gateway decides whether it is paid; repeating the call returns the same order. A wrong `clientSecret` is refused " +
    "as a payment that does not exist.",
  request: { body: jsonBody(OrderRequest) },
  responses: {
    200: jsonResponse(OrderAnswer, "The one order of this payment"),
    ...refusals(...orderRefusals),
  },
});

/** API that places the orders of paid intents. */
export const ordersApi = (services: Services) =>
  roomApi().openapi(place, async (c) => {
    const { customer, orderDetails } = c.req.valid("json");
    const { paymentDetails, ...buyer } = customer;
    const { paymentIntentId, clientSecret } = paymentDetails;
    const order = await settleOrder(services, paymentIntentId, { clientSecret, customer: buyer, orderDetails });
    return c.json(orderAnswer(order, settingsFor(services, order)), 200);
  });
