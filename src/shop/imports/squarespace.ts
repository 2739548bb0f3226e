import { OPTION_COLUMNS, optionCells } from "./option-cells";
import { CATEGORY_COLUMNS, categoryCells } from "./category-cells";
import { listed, path } from "./foreign-cells";
import { foreignTable, type ForeignTable, type Says } from "./foreign-table";

const FIELDS = [
  "handle",
  "name",
  "description",
  ...CATEGORY_COLUMNS,
  "published",
  "giftCard",
  "needsShipping",
  ...OPTION_COLUMNS,
  "sku",
  "price",
  "salePrice",
  "onSale",
  "stock",
  "tracker",
  "picture",
  "pairPicture",
] as const;
const READ =
  /^(product url|title|description|sku|option (name|value) [1-6]|price|sale price|on sale|stock|categories|visible|hosted image urls|product (id|page|type)( \[non editable\])?|variant id( \[non editable\])?)$/;

/** Converts rows of a Squarespace export. The rows must be read in order: only the first row of a product names the product. */
export function squarespaceTable(headers: string[]): ForeignTable {
  let handle = "";
  return foreignTable(headers, {
    fields: FIELDS,
    isRead: (name) => READ.test(name),
    read(says) {
      const isFirst = says("product url") !== "" || says("title") !== "";
      if (isFirst) handle = says("product url").split("/").findLast(Boolean) ?? "";
      return { handle, ...(isFirst && ofProduct(says)), ...ofVariant(says, isFirst) };
    },
  });
}

const ofProduct = (says: Says) => ({
  name: says("title"),
  description: says("description"),
  ...categoryCells(listed(says("categories"), ",").map((each) => path(each, "/"))),
  published: says("visible"),
  giftCard: /^gift.?card$/i.test(productType(says)) ? "yes" : "",
  needsShipping: /^(service|digital|download)$/i.test(productType(says)) ? "no" : "",
  picture: pictures(says).join("\n"),
});

function ofVariant(says: Says, isFirst: boolean) {
  const isCounted = !/^unlimited$/i.test(says("stock"));
  return {
    ...optionCells(
      [1, 2, 3, 4, 5, 6].map((number) => ({
        name: says(`option name ${number}`),
        values: [says(`option value ${number}`)].filter(Boolean),
      })),
    ),
    sku: says("sku"),
    price: says("price"),
    salePrice: says("sale price"),
    onSale: says("on sale"),
    stock: isCounted ? says("stock") : "",
    tracker: isCounted ? "yes" : "no",
    pairPicture: isFirst ? "" : (pictures(says)[0] ?? ""),
  };
}

const productType = (says: Says): string => says("product type [non editable]") || says("product type");

const pictures = (says: Says): string[] => listed(says("hosted image urls"), /\s+/);
