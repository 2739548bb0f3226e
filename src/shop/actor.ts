import { z } from "zod";

/** Schema of the actor of a change, which decides on permissions and on the texts of an order's history. */
export const Actor = z.object({
  kind: z.enum(["shopper", "gateway", "job", "system", "staff"]),
  /** Name of the actor if known: a member's id (never an e-mail), a job's name, or the user name of an operator. */
  name: z.string().max(200).optional(),
});
export type Actor = z.infer<typeof Actor>;

export const shopper: Actor = { kind: "shopper" };
export const system: Actor = { kind: "system" };
