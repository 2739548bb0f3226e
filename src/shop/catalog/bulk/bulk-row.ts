import type { Cents } from "~/shop/money";
import type { Level } from "../stock/level";

/** A variant as the grid of prices shows it: its own prices, and the product's that count without them. */
export interface BulkRow extends Level {
  version: number;
  price: Cents | null;
  salePrice: Cents | null;
  /** Null also for who may not see it. */
  cost: Cents | null;
  productPrice: Cents | null;
  productSalePrice: Cents | null;
  productVersion: number;
}
