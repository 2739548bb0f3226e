export const goodsStatuses = ["published", "draft", "planned", "archived"] as const;
export const goodsSorts = ["name", "newest"] as const;
export const goodsOnly = ["low", "missing"] as const;

/** Filter and order of the list of products. */
export interface GoodsView {
  search: string;
  /** Null: all except archived ones. */
  status: (typeof goodsStatuses)[number] | null;
  /** Ids of categories; empty: all products. */
  categories: string[];
  /** Only products low in stock, or only incomplete ones. */
  only: (typeof goodsOnly)[number] | null;
  sort: (typeof goodsSorts)[number];
  /** Last row of the previous page: sort value and id. */
  after: [string, string] | null;
}
