import { CATEGORY_COLUMNS, categoryCells } from "./category-cells";
import { foreignTable, type ForeignTable, type Says } from "./foreign-table";
import { OPTION_COLUMNS, optionCells } from "./option-cells";

const FIELDS = ["name", ...CATEGORY_COLUMNS, "published", "status", ...OPTION_COLUMNS] as const;
const READ =
  /^(token|item name|variation name|category|categories|square online item visibility|archived|option (name|value) [1-6])$/;

/**
 * Converts rows of Square's item library, of which each is a variation. Other columns keep their names, by which they are read.
 */
export const squareTable = (headers: string[]): ForeignTable =>
  foreignTable(headers, {
    fields: FIELDS,
    isRead: (name) => READ.test(name),
    read: (says) => ({
      name: says("item name"),
      ...categoryCells(categoriesIn(says)),
      published: /^(hidden|unavailable)$/i.test(says("square online item visibility")) ? "no" : "",
      status: /^(y|yes|true)$/i.test(says("archived")) ? "archived" : "",
      ...optionCells(optionsIn(says)),
    }),
  });

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
