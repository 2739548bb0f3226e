import { z } from "zod";
import { regionNames, stateNames } from "./us-states";
import { withoutInvisible } from "./visible-text";
import { mostSteps, mostZips, mostZones } from "./zone-words";

/**
 * An amount of the rule of delivery, in cents. It is no `Cents`, so that no other code computes with the settings of delivery:
 * `deliveryRule` makes the terms of places of them, and texts quote them in braces.
 */
export type DeliveryAmount = number & z.core.$brand<"DeliveryAmount">;

const amount = z
  .int()
  .refine((sum) => sum >= 0 && sum <= 1_000_000_00)
  .brand<"DeliveryAmount">() as unknown as z.ZodType<DeliveryAmount>;

/** One line of visible text that letters and pages may show. */
const line = (most: number) =>
  z
    .string()
    .overwrite(withoutInvisible)
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}<>{}]*$/u);

const businessDays = z.int().min(1).max(120);

const Days = z.object({ least: businessDays, most: businessDays });

/**
 * A zone of delivery as it is stored: its places, and what delivery to them costs. Prices are in cents, weights in hundredths of
 * a pound. A place that is in no zone has the shop's flat fee, if it is in a state.
 */
export const DeliveryZone = z.object({
  id: z.string().min(1).max(40),
  name: line(60).min(1),
  /** Whether the zone is the PO boxes of all states that are delivered to. */
  boxes: z.boolean(),
  /** Two-letter codes of states and of places beside them. */
  states: z.array(z.string().refine((code) => code in stateNames || code in regionNames)).max(70),
  /** Beginnings of ZIPs, of three to five digits. */
  zips: z.array(z.string().regex(/^\d{3,5}$/)).max(mostZips),
  /** Whether anything is delivered there; if not, `words` say so to shoppers. */
  delivers: z.boolean(),
  words: line(300),
  /** Measure on which the price depends; "place": PO boxes cost what their state costs. */
  by: z.enum(["one", "value", "weight", "place"]),
  price: amount,
  steps: z.array(z.object({ most: z.int().min(1).max(1_000_000_00), price: amount })).max(mostSteps),
  /** Order value in cents from which delivery is free; null if there is none. */
  freeFrom: amount.nullable(),
  isFreeToo: z.boolean(),
  /** Business days on the road; null for those that the shop's texts say. */
  days: Days.nullable(),
  /** A faster method that shoppers may choose, under the name that they read; null if there is none. */
  faster: z
    .object({ name: line(40).min(1), price: amount, days: Days })
    .nullable()
    .default(null),
});
export type DeliveryZone = z.output<typeof DeliveryZone>;

/** All zones of a shop; empty in a shop with one flat fee. */
export const DeliveryZones = z.array(DeliveryZone).max(mostZones);
