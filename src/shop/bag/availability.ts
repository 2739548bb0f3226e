import { choiceParts } from "~/shop/catalog/product";
import type { Addable, Bag, Line } from "./bag";

/** Current catalog data of the bag's products by id; null: no longer sold; missing: not requested. */
export type Catalog = Readonly<Record<string, Addable | null>>;

/** Availability of a line. "gone": the product, or its size and color, is no longer sold. */
export type Availability = { kind: "available"; left: number | null } | { kind: "sold-out" } | { kind: "gone" };

/** Sentences beside a line that is not part of the order. */
export const unavailableWords: Readonly<Record<Exclude<Availability["kind"], "available">, string>> = {
  "sold-out": "Sold out. It is not part of your order.",
  gone: "No longer available. It is not part of your order.",
};

const unavailableNotices = { "sold-out": "is sold out", gone: "is no longer sold" };

/** Sentence that a line is not part of the order, with its name; undefined for an available one. */
export function unavailableNotice(line: Line, catalog: Catalog): string | undefined {
  const { kind } = availabilityOf(line, catalog);
  return kind === "available" ? undefined : `${nameOf(line)} ${unavailableNotices[kind]}, and not part of your order.`;
}

/** Determines the availability of a line; until the catalog has answered, every line is available. */
export function availabilityOf(line: Line, catalog: Catalog): Availability {
  const product = catalog[line.product];
  if (product === undefined) return { kind: "available", left: null };

  const variant = variantOf(line, product);
  if (!variant) return { kind: "gone" };
  return variant.stock === 0 ? { kind: "sold-out" } : { kind: "available", left: variant.stock ?? null };
}

/** Lines of the bag that are available. */
export const buyable = (bag: Bag, catalog: Catalog): Bag =>
  bag.filter((line) => availabilityOf(line, catalog).kind === "available");

/** Variant of a line; undefined if the product or the variant is no longer sold. */
export const variantOf = (line: Line, product: Addable | null | undefined) =>
  product?.variants.find(({ size, color }) => size === line.size && color === line.color);

/** Name of a line: "Highside Riding Jeans, Indigo, 32/32". */
export const nameOf = (line: Line): string => [line.name, ...choiceParts(line)].join(", ");
