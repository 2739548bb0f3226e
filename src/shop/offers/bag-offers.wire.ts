// Apart from the answers that browsers read with these schemas.
import { z } from "zod";
import { OffersGiven } from "./offers.wire";

/** Offers on a bag, with the presents that they put into it. */
export const BagOffers = OffersGiven.extend({
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
  lost: z.array(z.string()).optional().meta({
    description: "Offers that take nothing because others have their goods, by a sentence for each of those others",
  }),
  soldOut: z.array(z.string()).meta({ description: "Presents that do not come, by a sentence for each" }),
});
