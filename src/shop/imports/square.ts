import { handleOfName } from "~/shop/catalog/product";
import { CATEGORY_COLUMNS, categoryCells } from "./category-cells";
import { plain } from "./columns";
import { foreignTable, type ForeignTable, type Says } from "./foreign-table";
import { OPTION_COLUMNS, optionCells } from "./option-cells";

const FIELDS = [
  "handle",
  "name",
  ...CATEGORY_COLUMNS,
  "published",
  "status",
  "giftCard",
  "needsShipping",
  "lowMark",
  ...OPTION_COLUMNS,
] as const;
const READ =
  /^(token|item name|customer-facing name|variation name|category|categories|square online item visibility|item type|archived|option (name|value) [1-6])$/;

/**
 * Converts rows of Square's item library, of which each is a variation. Other columns keep their names, by which they are read.
 */
export function squareTable(headers: string[]): ForeignTable {
  const alert = headers.map(plain).find((name) => name.startsWith("stock alert count")) ?? "";
  return foreignTable(headers, {
    fields: FIELDS,
    isRead: (name) => READ.test(name) || name === alert,
    read: (says) => ({
      // Shoppers see another name than the shop's people; both find the product.
      handle: says("customer-facing name") && handleOfName(says("item name")),
      name: says("customer-facing name") || says("item name"),
      ...categoryCells(categoriesIn(says)),
      published: /^(hidden|unavailable)$/i.test(says("square online item visibility")) ? "no" : "",
      status: /^(y|yes|true)$/i.test(says("archived")) ? "archived" : "",
      giftCard: /^gift.?card$/i.test(says("item type")) ? "yes" : "",
      needsShipping: /^(event|service|digital|appointment)/i.test(says("item type")) ? "no" : "",
      lowMark: says(alert),
      ...optionCells(optionsIn(says)),
    }),
  });
}

/** Paths of the categories of an item, without the ids that Square writes behind their names. */
const categoriesIn = (says: Says): string[] =>
  (says("categories") || says("category")).split(",").map((path) =>
    path
      .split(">")
      .map((name) => name.replace(/\([A-Z\d]{3,}\)\s*$/, "").trim())
      .filter(Boolean)
      .join(" > "),
  );

/** Options of a variation; without any, its name, unless it is that of an item's only variation. */
function optionsIn(says: Says): { name: string; values: string[] }[] {
  const options = [1, 2, 3, 4, 5, 6].map((number) => ({
    name: says(`option name ${number}`),
    values: [says(`option value ${number}`)].filter(Boolean),
  }));
  const name = says("variation name");
  if (options.some(({ values }) => values.length > 0) || /^regular$/i.test(name)) return options;
  return [{ name: "", values: [name].filter(Boolean) }];
}
