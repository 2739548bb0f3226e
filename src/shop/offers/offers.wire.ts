import { z } from "zod";
import { dollars } from "~/shop/money";
import type { GivenByOffer } from "~/shop/price";

/** What one offer takes off, in dollars: off each line, in the order of the lines, and off all of them. */
const GivenWire = z.object({
  offer: z.string().meta({ description: "Id of the offer" }),
  sentence: z.string().meta({ example: "Buy 2, the third at half" }),
  amount: z.number(),
  shares: z.array(z.number()),
});

const fields = {
  given: z.array(GivenWire),
  missing: z.array(z.string()).meta({
    description: "What is missing for offers that take nothing yet",
    example: ["One more pair of gloves: the third at half"],
  }),
  withoutCodes: z.literal(true).optional().meta({
    description: "Set if they are not together with a code: an order has either them or the code, whichever gives more",
  }),
};

/** Offers on an order, as its quote names them. */
export const QuotedOffers = z
  .object({
    ...fields,
    codeLeftOut: z.literal(true).optional().meta({ description: "Set if the code is left out for them" }),
  })
  .optional()
  .meta({ description: "What offers take off, which is in `summary.discount`. Missing in a shop without offers" });

/** Offers on a bag, with the presents that they put into it. */
export const BagOffers = z.object({
  ...fields,
  lines: z
    .array(
      z.object({
        product: z.string(),
        name: z.string(),
        size: z.string(),
        color: z.string(),
        image: z.string(),
        quantity: z.int(),
        price: z.number(),
        present: z.literal(true).optional(),
      }),
    )
    .meta({ description: "The lines that were asked about, then the presents, at today's prices" }),
  soldOut: z.array(z.string()).meta({ description: "Presents that nobody can have any more, by a sentence for each" }),
});
export type BagOffersWire = z.infer<typeof BagOffers>;

/** What one offer took off an order, in dollars. */
export const OrderOffers = z
  .array(z.object({ sentence: z.string(), amount: z.number() }))
  .optional()
  .meta({ description: "What offers took off, which is in the discount" });

/** Converts what offers take off to dollars. */
export const givenToWire = (given: readonly GivenByOffer[]): z.infer<typeof GivenWire>[] =>
  given.map(({ offer, sentence, amount, shares }) => ({
    offer,
    sentence,
    amount: dollars(amount),
    shares: shares.map(dollars),
  }));
