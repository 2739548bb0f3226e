import type { Database } from "~/platform/database.server";
import type { Line } from "~/shop/bag/bag";
import { productsById } from "~/shop/catalog/catalog.server";
import { variantPrice } from "~/shop/catalog/pricing/pricing";
import { chosenVariant, pictureOfVariant, type Product } from "~/shop/catalog/product";
import { Refusal } from "~/shop/refusal";

/** Line that the browser requests; its price is only compared with the catalog's. */
export type RequestedLine = Pick<Line, "product" | "size" | "color" | "quantity" | "price">;

/** Line with the catalog's current data, including all fields that an order copies. */
export interface PricedLine extends Line {
  variantId: number;
  sku: string;
  finalSale: boolean;
  kindForTax: Product["kindForTax"];
  weightGrams: Product["weightGrams"];
}

/**
 * Looks up requested lines in the catalog. Names, pictures and prices sent by the browser are ignored.
 *
 * @throws {Refusal} `product-unknown`, `combination-unavailable`.
 */
export async function pricedLines(db: Database, wished: Omit<RequestedLine, "price">[]): Promise<PricedLine[]> {
  const ids = [...new Set(wished.map(({ product }) => product))];
  const products = await productsById(db, ids);
  const byId = new Map(products.map((product) => [product.id, product]));

  return wished.map(({ product: id, size, color, quantity }) => {
    const product = byId.get(id);
    if (!product) throw new Refusal("product-unknown", { details: { product: id } });
    const variant = chosenOf(product, { size, color });
    return {
      product: id,
      name: product.name,
      size: variant.size,
      color: variant.color,
      image: pictureOfVariant(product, variant),
      quantity,
      price: variantPrice(product, variant),
      variantId: variant.id,
      sku: variant.sku || product.sku,
      finalSale: product.finalSale,
      kindForTax: product.kindForTax,
      weightGrams: product.weightGrams,
    };
  });
}

/** As `chosenVariant`; a refusal names the goods. */
function chosenOf(product: Product, choice: Pick<Line, "size" | "color">): Product["variants"][number] {
  try {
    return chosenVariant(product, choice);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "combination-unavailable") throw error;
    throw new Refusal("combination-unavailable", { details: { product: product.id, ...choice } });
  }
}

/**
 * Replaces the variant ids in a `sold-out` refusal by the lines of which too few pieces are left; returns other errors unchanged.
 */
export function namingLines(refusal: unknown, lines: PricedLine[]): unknown {
  if (!(refusal instanceof Refusal) || refusal.code !== "sold-out") return refusal;
  if (!refusal.details || !("soldOut" in refusal.details)) return refusal;
  const missing = refusal.details.soldOut;
  const soldOut = lines.flatMap(({ product, name, size, color, variantId }) => {
    const found = missing.find((other) => other.variantId === variantId);
    return found ? [{ product, name, size, color, left: found.left }] : [];
  });
  return new Refusal("sold-out", { details: { lines: soldOut } });
}
