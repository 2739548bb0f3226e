/** Filter of a list of levels. */
export interface LevelFilter {
  show: "all" | "low" | "out";
  /** Name of a product, color, size or SKU, or a part of one. */
  text: string;
  /** Ids of categories; empty: all variants. */
  categories: string[];
  shelf: string | null;
  order: "name" | "fewest";
  /** Id of the last variant on the previous page. */
  after: number | null;
}

/** A variant with its level. */
export interface Level {
  variantId: number;
  productId: string;
  name: string;
  size: string;
  color: string;
  sku: string;
  shelf: string;
  /** How many can be sold; null where there is no limit. */
  level: number | null;
  /** Stock at or below which the variant is low: the product's low mark, else the setting lowStock. */
  lowMark: number;
  image: string | null;
  status: "published" | "draft" | "archived";
}
