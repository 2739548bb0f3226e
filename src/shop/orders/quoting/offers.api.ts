import { createRoute } from "@hono/zod-openapi";
import type { Services } from "~/services";
import { enforceNetworkLimit } from "~/shop/form-limits.server";
import { dollars } from "~/shop/money";
import { BagOffers } from "~/shop/offers/bag-offers.wire";
import { givenToWire } from "~/shop/offers/offers.wire";
import { jsonBody, jsonResponse, refusals, roomApi } from "~/shop/shop.api";
import { OffersQuestion } from "../order-request.wire";
import { offersOfBag } from "./offers-of-bag.server";

/** Limit of questions per network: `times` in `seconds`. A shopper asks at each change of the bag. */
const ALLOWANCE = { name: "bag-offers", times: 1200, seconds: 600 };

const question = createRoute({
  method: "post",
  path: "/offers",
  tags: ["Paying"],
  operationId: "offersOfBag",
  summary: "What offers take off a bag",
  description:
    "What the offers of this moment take off the lines, before a code, with the presents that they put into the bag. A present is a " +
    "line of its own, which `quote` and `create-payment-intent` take with `present`: `true`. While no offer runs all lists are " +
    "empty.",
  request: { body: jsonBody(OffersQuestion) },
  responses: {
    200: jsonResponse(BagOffers, "Lines at today's prices, and what is taken off them"),
    ...refusals("product-unknown", "combination-unavailable", "gift-card-apart", "input-invalid", "too-many-requests"),
  },
});

/** API handler that says what offers take off a bag. */
export const offersApi = (services: Services) =>
  roomApi().openapi(question, async (c) => {
    await enforceNetworkLimit(services.db, c.req.raw, ALLOWANCE);
    const found = await offersOfBag(services, c.req.valid("json").items, new Date());
    if (!found) return c.json({ given: [], missing: [], lines: [], soldOut: [] }, 200);
    const { lines, applied, missing, lost, until, soldOut } = found;
    return c.json(
      {
        given: givenToWire(applied.given, until),
        missing,
        ...(lost.length > 0 && { lost }),
        ...(applied.isWithoutCodes && { withoutCodes: true as const }),
        lines: lines.map(({ product, name, size, color, image, quantity, price, isPresent }) => ({
          product,
          name,
          size,
          color,
          image,
          quantity,
          price: dollars(price),
          ...(isPresent && { present: true as const }),
        })),
        soldOut,
      },
      200,
    );
  });
