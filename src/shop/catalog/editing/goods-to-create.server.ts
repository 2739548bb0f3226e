import type { StoredGoods, StoredVariant } from "./stored-goods.server";

/** A product to create with its sizes and colors. */
export interface NewGoods {
  handle: string | null;
  /** Fields of the product's record. */
  values: Pick<StoredGoods, "name"> & Partial<StoredGoods>;
  publishedStatus: StoredGoods["publishedStatus"];
  images: string[];
  colors: { name: string; swatch: string | null; images: string[] }[];
  variants: (Omit<StoredVariant, "id" | "isRetired"> & { position: number })[];
}
