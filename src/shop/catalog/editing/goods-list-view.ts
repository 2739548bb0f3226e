export const goodsStatuses = ["published", "draft", "planned", "archived"] as const;
export const goodsSorts = ["name", "newest"] as const;
export const goodsOnly = ["low", "missing"] as const;

/** Filter and order of the list of products. */
export interface GoodsView {
  search: string;
  /** Status to list; null: all products except archived ones. */
  status: (typeof goodsStatuses)[number] | null;
  /** Ids of categories; empty: all categories. */
  categories: string[];
  /** Lists only products low in stock, or only incomplete products; null: all. */
  only: (typeof goodsOnly)[number] | null;
  sort: (typeof goodsSorts)[number];
  /** Last row of the previous page: its sort value and id. Null for the first page. */
  after: [string, string] | null;
}
