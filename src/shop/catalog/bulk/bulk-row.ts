import type { Cents } from "~/shop/money";
import type { Level } from "../stock/level";

/** A variant in the grid of prices, with its own prices and those of its product. */
export interface BulkRow extends Level {
  version: number;
  price: Cents | null;
  salePrice: Cents | null;
  /** Cost in cents; null for members without the right to see costs. */
  cost: Cents | null;
  productPrice: Cents | null;
  productSalePrice: Cents | null;
  /** Cost in cents, which applies to variants without one; null for members without the right to see costs. */
  productCost: Cents | null;
  productVersion: number;
}
