import { priceOf } from "../catalog/product";
import { formatCents, type Cents } from "../money";
import type { Addable, Bag, Line } from "./bag";

/** What the catalog says about a line now. Gone: the product, or its size and color, is no longer sold. */
export type Standing = { kind: "available"; left: number | null } | { kind: "sold-out" } | { kind: "gone" };

/** Where a line stands, given its product as the catalog has it now; nothing when it has it no longer. Decisions §3. */
export function standingOf(line: Line, product: Addable | undefined): Standing {
  const left = variantOf(line, product)?.stock;
  if (!product || left === undefined) return { kind: "gone" };
  return left === 0 ? { kind: "sold-out" } : { kind: "available", left };
}

/** The lines that can be bought. */
export const buyable = (bag: Bag, products: ReadonlyMap<string, Addable>): Bag =>
  bag.filter((line) => standingOf(line, products.get(line.product)).kind === "available");

/**
 * The bag at today's prices, with no more of anything than there is, and a sentence for each change. Lines that cannot be
 * bought stay as they are. Decisions §5.
 */
export function refreshed(bag: Bag, products: ReadonlyMap<string, Addable>): { bag: Bag; notices: string[] } {
  const notices: string[] = [];
  const lines = bag.map((line) => {
    const product = products.get(line.product);
    const variant = variantOf(line, product);
    if (!product || !variant || variant.stock === 0) return line;

    const price = priceOf(product, variant);
    if (price !== line.price) notices.push(priceChanged(line, price));
    const quantity = Math.min(line.quantity, variant.stock ?? line.quantity);
    if (quantity < line.quantity) notices.push(`Only ${quantity} of ${nameOf(line)} left: we lowered the quantity.`);
    return { ...line, price, quantity };
  });
  return { bag: lines, notices };
}

const priceChanged = (line: Line, now: Cents): string =>
  `The price of ${line.name} changed from ${formatCents(line.price)} to ${formatCents(now)} since you put it in the bag.`;

const nameOf = ({ name, color, size }: Line): string =>
  [name, color, size].filter((word) => word && word !== "default").join(", ");

function variantOf(line: Line, product: Addable | undefined) {
  const variant = product?.variants.find(({ size, color }) => size === line.size && color === line.color);
  return variant && { ...variant, stock: variant.stock ?? null };
}
