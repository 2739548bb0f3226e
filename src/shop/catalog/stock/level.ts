/** Filter of a list of levels. */
export interface LevelFilter {
  show: "all" | "low" | "out";
  /** Part of a product's name, of a color, a size or a SKU. */
  text: string;
  /** Ids of categories; empty: all categories. */
  categories: string[];
  shelf: string | null;
  order: "name" | "fewest";
  /** Id of the last variant on the previous page. */
  after: number | null;
}

/** A variant, with its product and its level. */
export interface Level {
  variantId: number;
  productId: string;
  name: string;
  size: string;
  color: string;
  sku: string;
  shelf: string;
  /** Number of pieces that can be sold; null without limit. */
  level: number | null;
  /** Stock at or below which the variant is low: the product's low mark, else the setting lowStock. */
  lowMark: number;
  image: string | null;
  status: "published" | "draft" | "archived";
}
