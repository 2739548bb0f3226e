/** Folders of screens by the test that walks their forms. */
export const AREAS = {
  goods: ["goods", "bulk", "size-guides"],
  orders: ["gift-cards", "orders", "made-orders", "recalls", "returns"],
  shop: [
    "account",
    "content",
    "discounts",
    "imports",
    "log",
    "members",
    "newsletter",
    "offers",
    "payouts",
    "people",
    "settings",
    "shell",
    "stock",
    "stock-take",
    "system",
    "tax",
    "today",
    "welcome",
    "zones",
  ],
  words: ["texts", "queue", "messages"],
} as const;

export type Area = keyof typeof AREAS;

/** Area whose test walks the forms of a page; undefined for a page of a new folder. */
export const areaOf = (page: string): Area | undefined =>
  (Object.keys(AREAS) as Area[]).find((area) => AREAS[area].some((folder) => page.startsWith(`${folder}/`)));
