import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { Services } from "~/services";
import { Refusal } from "~/shop/refusal";
import { jsonResponse, jsonBody, refusals, roomApi } from "~/shop/shop.api";
import { CardConfirmation, Confirmation, PayLater, PayLaterDecision, PayLaterStarted, Step } from "./sandbox";
import { answerStep, confirmCard, decidePayLater, startPayLater } from "./sandbox.server";

const hidden = { tags: ["The sandbox gateway, in place of a payment provider"] };
const declines = refusals("payment-unknown", "address-unknown", "input-invalid");

const card = createRoute({
  ...hidden,
  method: "post",
  path: "/confirm-card",
  operationId: "sandboxConfirmCard",
  summary: "Pay with a test card",
  request: { body: jsonBody(CardConfirmation) },
  responses: { 200: jsonResponse(Confirmation, "What came of it"), ...declines },
});

const step = createRoute({
  ...hidden,
  method: "post",
  path: "/answer-step",
  operationId: "sandboxAnswerStep",
  summary: "Answer the confirmation step that a card asked for",
  request: { body: jsonBody(Step) },
  responses: { 200: jsonResponse(Confirmation, "What came of it"), ...declines },
});

const payLater = createRoute({
  ...hidden,
  method: "post",
  path: "/pay-later",
  operationId: "sandboxPayLater",
  summary: "Start paying later",
  request: { body: jsonBody(PayLater) },
  responses: { 200: jsonResponse(PayLaterStarted, "The page to go to"), ...declines },
});

const decision = createRoute({
  ...hidden,
  method: "post",
  path: "/pay-later/{requestId}",
  operationId: "sandboxDecidePayLater",
  summary: "Approve or refuse paying later",
  request: {
    params: z.object({ requestId: z.string().min(1).max(100) }),
    body: jsonBody(PayLaterDecision),
  },
  responses: { 200: jsonResponse(PayLaterStarted, "Where it leads back to"), ...declines },
});

/** Routes for the sandbox's script; only available while the sandbox is the gateway. */
export function sandboxApi(services: Services) {
  const app = roomApi();
  app.use(async (_c, next) => {
    if (services.payments.name !== "sandbox") throw new Refusal("address-unknown");
    await next();
  });
  return app
    .openapi(card, async (c) => c.json(await confirmCard(services, c.req.valid("json")), 200))
    .openapi(step, async (c) => c.json(await answerStep(services, c.req.valid("json")), 200))
    .openapi(payLater, async (c) => c.json(await startPayLater(services, c.req.valid("json"), c.req.url), 200))
    .openapi(decision, async (c) => {
      const redirect = await decidePayLater(services, c.req.valid("param").requestId, c.req.valid("json"));
      return c.json({ redirect }, 200);
    });
}
