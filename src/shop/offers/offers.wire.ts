import { z } from "zod";
import { dollars } from "~/shop/money";
import type { GivenByOffer } from "~/shop/price";

/** Schema of the part of what an offer takes off that is the price of presents, in dollars; absent without any. */
export const OfPresents = z.number().optional().meta({
  description: "Part of the amount that is the price of presents, which are in the order value at their price",
});

/** Amounts that offers take off an order or a bag, in dollars: off each line, in the order of the lines, and off all of them. */
export const OffersGiven = z.object({
  given: z.array(
    z.object({
      offer: z.string(),
      sentence: z.string(),
      amount: z.number(),
      ofPresents: OfPresents,
      shares: z.array(z.number()),
      until: z.string().optional().meta({
        description: "End of the offer in words, where it is near",
        example: "until Sunday, November 29",
      }),
    }),
  ),
  /** Sentences such as "One more pair of gloves: the third at half". */
  missing: z.array(z.string()),
  /** Set if an order has either them or the code. */
  withoutCodes: z.literal(true).optional(),
});

/** Converts what offers take off to dollars. `until` are the ends that are told, by offer. */
export const givenToWire = (
  given: readonly GivenByOffer[],
  until: ReadonlyMap<string, string>,
): z.infer<typeof OffersGiven>["given"] =>
  given.map(({ offer, sentence, amount, ofPresents, shares }) => ({
    offer,
    sentence,
    amount: dollars(amount),
    ...(ofPresents !== undefined && { ofPresents: dollars(ofPresents) }),
    shares: shares.map(dollars),
    ...(until.has(offer) && { until: until.get(offer) }),
  }));
