import { z } from "zod";

/** Who changes something: permissions and the history of an order depend on it. */
export const Actor = z.object({
  kind: z.enum(["shopper", "gateway", "job", "system", "staff"]),
  /** Who exactly, where it is known: a member's id, never an address; a job's name. */
  name: z.string().max(200).optional(),
});
export type Actor = z.infer<typeof Actor>;

export const shopper: Actor = { kind: "shopper" };
export const system: Actor = { kind: "system" };
