import { z } from "zod";
import { dollars } from "~/shop/money";
import type { GivenByOffer } from "~/shop/price";

/** Amounts that offers take off an order or a bag, in dollars: off each line, in the order of the lines, and off all of them. */
export const OffersGiven = z.object({
  given: z.array(
    z.object({ offer: z.string(), sentence: z.string(), amount: z.number(), shares: z.array(z.number()) }),
  ),
  /** Sentences such as "One more pair of gloves: the third at half". */
  missing: z.array(z.string()),
  /** Set if an order has either them or the code. */
  withoutCodes: z.literal(true).optional(),
});

/** Converts what offers take off to dollars. */
export const givenToWire = (given: readonly GivenByOffer[]): z.infer<typeof OffersGiven>["given"] =>
  given.map(({ offer, sentence, amount, shares }) => ({
    offer,
    sentence,
    amount: dollars(amount),
    shares: shares.map(dollars),
  }));
