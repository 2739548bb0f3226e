import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import type { Services } from "~/services";
import { OwnDraftKey } from "~/shop/draft-key.wire";
import { enforceFormLimit } from "~/shop/form-limits.server";
import { GiftCardText } from "~/shop/gift-cards/gift-card.wire";
import { dollars } from "~/shop/money";
import { jsonBody, jsonResponse, refusals, roomApi } from "~/shop/shop.api";
import { cardNow, refuseOtherMoney } from "./cards-of-draft.server";

const GiftCardAnswer = z.object({ lastFour: z.string(), left: z.number(), isTest: z.boolean() });

const check = createRoute({
  method: "post",
  path: "/check",
  tags: ["Paying"],
  operationId: "checkGiftCard",
  summary: "What is left on a gift card",
  request: { body: jsonBody(z.object({ code: GiftCardText, draftKey: OwnDraftKey })) },
  responses: {
    200: jsonResponse(GiftCardAnswer, "Dollars that the card can pay now"),
    ...refusals("gift-card-unknown", "gift-card-ended", "gift-card-of-test", "input-invalid", "too-many-requests"),
  },
});

/** API handler that reads a gift card by its code. */
export const giftCardsApi = (services: Services) =>
  roomApi().openapi(check, async (c) => {
    await enforceFormLimit(services, c.req.raw, "gift-card");
    const { code, draftKey } = c.req.valid("json");
    const card = await cardNow(services, code, draftKey);
    refuseOtherMoney(services, card);
    const { lastFour, left, live } = card;
    return c.json({ lastFour, left: dollars(left), isTest: !live }, 200);
  });
