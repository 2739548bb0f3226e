import type { ProductResult } from "./save-product.server";

/** What a form gets back that was not saved: why, and all that was typed. */
export interface ProductAnswer {
  result: Exclude<ProductResult, { kind: "saved" | "same" }> | { kind: "failed" };
  typed: Record<string, string>;
}
