export const goodsStatuses = ["published", "draft", "planned", "archived"] as const;
export const goodsSorts = ["name", "newest"] as const;
export const goodsOnly = ["low", "missing"] as const;

/** Which goods an address lists, and in which order. */
export interface GoodsView {
  search: string;
  /** Null leaves out only what is put away. */
  status: (typeof goodsStatuses)[number] | null;
  /** Ids of categories; without any, all products are listed. */
  categories: string[];
  /** Only those that few are left of, or that something is missing of. */
  only: (typeof goodsOnly)[number] | null;
  sort: (typeof goodsSorts)[number];
  /** Last row of the previous page: the value it is ordered by, and its id. */
  after: [string, string] | null;
}
