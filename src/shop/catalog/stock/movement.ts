import type { Actor } from "~/shop/actor";
import type { StockCause } from "./stock";

/** A movement of a variant, with the level after it. */
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
