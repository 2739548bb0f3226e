import type { Actor } from "~/shop/actor";
import type { StockCause } from "./stock";

/** One movement of a variant, and what its movements came to then. */
export interface Movement {
  id: number;
  quantity: number;
  cause: StockCause;
  reference: string;
  reason: string;
  actor: Actor;
  at: Date;
  level: number;
}
