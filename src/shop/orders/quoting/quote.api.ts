import { createRoute, z } from "@hono/zod-openapi";
import type { Services } from "~/services";
import { enforceFormLimit, enforceNetworkLimit, networkIn } from "~/shop/form-limits.server";
import { giftCardRefusals } from "~/shop/gift-cards/gift-card-refusals";
import { codeRefusals } from "~/shop/discounts/code-refusals";
import { dollars } from "~/shop/money";
import { untilByOffer } from "~/shop/offers/offer-end";
import { givenToWire } from "~/shop/offers/offers.wire";
import { jsonBody, jsonResponse, refusals, roomApi } from "~/shop/shop.api";
import { giftCardsToWire, QuoteAnswer, summaryToWire } from "../order.wire";
import { QuoteRequest } from "../order-request.wire";
import { quoteOrder } from "./quote-order.server";

/** Limit of quotes per network: `times` in `seconds`, the same as for payment requests. */
const ALLOWANCE = { name: "quotes", times: 600, seconds: 600 };

/** Answer with for whom each gift card is; browsers, which know it, do without. */
const QuotedCards = QuoteAnswer.extend({
  lines: z.array(
    QuoteAnswer.shape.lines.element.extend({
      giftCard: z.object({ recipient: z.string(), sendOn: z.string() }).optional().meta({
        description: "For whom a gift card is, and the day of its letter: today, if the wished one has passed",
      }),
    }),
  ),
});

const quote = createRoute({
  method: "post",
  path: "/quote",
  tags: ["Paying"],
  operationId: "quoteOrder",
  summary: "What an order would come to at its address",
  description:
    "Prices, discount, delivery fee and, where the shop collects it, sales tax and fees of this moment, as `create-payment-intent` would " +
    "count them. `summary.tax` is all that is added for tax, and `summary.taxLines` what it is made of. `summary.taxIsEstimate` says that " +
    "the shop's own rates stand in for its tax service; `create-payment-intent` asks the service, and answers `tax-changed` with " +
    "the total if that differs. `offers` says what offers take off, which is in `summary.discount`, and what is missing for others. Nothing is kept for anybody: whoever " +
    "asks for an intent without `items` learns its amount here.",
  request: { body: jsonBody(QuoteRequest) },
  responses: {
    200: jsonResponse(QuotedCards, "Lines at today's prices, and the totals"),
    ...refusals(
      "product-unknown",
      "combination-unavailable",
      ...codeRefusals,
      ...giftCardRefusals,
      "payment-too-small",
      "checkout-stopped",
      "not-delivered-here",
      "input-invalid",
      "too-many-requests",
    ),
  },
});

/** API handler that computes the totals of the checkout. */
export const quoteApi = (services: Services) =>
  roomApi().openapi(quote, async (c) => {
    await enforceNetworkLimit(services.db, c.req.raw, ALLOWANCE);
    const wanted = c.req.valid("json");
    // Codes can be guessed here as in the DISCOUNTS field, so both share one limit, which is checked before the look-up.
    if (wanted.discountCode) await enforceFormLimit(services, c.req.raw, "discount");
    if (wanted.giftCards?.length) await enforceFormLimit(services, c.req.raw, "gift-card");
    const now = new Date();
    const { lines, summary, offers, takes, faster, byCards } = await quoteOrder(
      services,
      wanted,
      now,
      networkIn(c.req.raw),
    );
    return c.json(
      {
        lines: lines.map(({ product, name, size, color, quantity, price, isPresent, giftCard }) => ({
          product,
          name,
          size,
          color,
          quantity,
          price: dollars(price),
          ...(isPresent && { present: true as const }),
          ...(giftCard && { giftCard: { recipient: giftCard.recipient, sendOn: giftCard.sendOn } }),
        })),
        summary: summaryToWire(summary),
        offers: offers
          ? {
              given: givenToWire(offers.given, untilByOffer(services.offers(), now, services.settings().timeZone)),
              missing: offers.missing,
              ...(offers.isWithoutCodes && { withoutCodes: true as const }),
              ...(offers.isCodeLeftOut && { codeLeftOut: true as const }),
            }
          : { given: [], missing: [] },
        ...(byCards && { giftCards: giftCardsToWire(byCards.held), due: dollars(byCards.rest) }),
        ...(takes !== null && { deliveryTakes: takes }),
        ...(faster && {
          fasterDelivery: { ...faster, fee: dollars(faster.fee), usualFee: dollars(faster.usualFee) },
        }),
      },
      200,
    );
  });
