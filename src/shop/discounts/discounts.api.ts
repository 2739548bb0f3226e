import { createRoute } from "@hono/zod-openapi";
import type { Services } from "~/services";
import { jsonResponse, jsonBody, refusals, roomApi } from "~/shop/shop.api";
import { enforceFormLimit } from "~/shop/form-limits.server";
import { codeRefusals } from "./code-refusals";
import { DiscountQuestion, discountToWire, DiscountWire } from "./code.wire";
import { validDiscount } from "./discounts.server";

const check = createRoute({
  method: "post",
  path: "/check",
  tags: ["Paying"],
  operationId: "checkDiscountCode",
  summary: "What a discount code takes off",
  request: { body: jsonBody(DiscountQuestion) },
  responses: {
    200: jsonResponse(DiscountWire, "The code is valid as far as it can be said now; the order checks it again"),
    ...refusals(...codeRefusals, "input-invalid", "too-many-requests"),
  },
});

/** API handler that checks the code in the DISCOUNTS field. */
export const discountsApi = (services: Services) =>
  roomApi().openapi(check, async (c) => {
    await enforceFormLimit(services, c.req.raw, "discount");
    const { code, draftKey, ...circumstances } = c.req.valid("json");
    const asked = { ...circumstances, own: { draftKey }, now: new Date() };
    const discount = await validDiscount(services.db, code, asked);
    return c.json(discountToWire(discount), 200);
  });
