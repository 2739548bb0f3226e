import {
  amazonTable,
  faireTable,
  googleTable,
  lightspeedRetailTable,
  lightspeedTable,
  prestaTable,
} from "./flat-programs";
import { type OwnDialect, plain } from "./columns";
import { bigCommerceTable, newBigCommerceTable } from "./bigcommerce";
import { ecwidTable } from "./ecwid";
import type { NotedTable } from "./foreign-table";
import { etsyTable, magentoTable, wixTable } from "./programs-with-parents";
import { squareTable } from "./square";
import { squarespaceTable } from "./squarespace";

/** A shop program whose export is converted to our columns. */
interface Program {
  name: string;
  isOf(headers: string[]): boolean;
  table(headers: string[]): NotedTable;
}

/** Recognizes an export by columns that it always has. */
const has =
  (...needed: string[]) =>
  (headers: string[]): boolean => {
    const names = new Set(headers.map(plain));
    return needed.every((name) => names.has(name));
  };

/** Programs with their exports, besides Shopify and WooCommerce, whose files are also read with columns in another order or language. */
const PROGRAMS = [
  {
    name: "Squarespace",
    isOf: has("product url", "title", "option name 1", "option value 1", "hosted image urls"),
    table: squarespaceTable,
  },
  { name: "Square", isOf: has("token", "item name", "variation name", "sku"), table: squareTable },
  { name: "Wix", isOf: has("handleid", "fieldtype", "productoptionname1"), table: wixTable },
  { name: "Wix", isOf: has("handle", "fieldtype", "productoptionname[1]"), table: wixTable },
  { name: "Etsy", isOf: has("currency_code", "variation 1 name", "variation 1 values"), table: etsyTable },
  { name: "BigCommerce", isOf: has("item type", "product name", "product code/sku"), table: bigCommerceTable },
  {
    name: "BigCommerce",
    isOf: has("item", "options", "inventory tracking", "current stock"),
    table: newBigCommerceTable,
  },
  { name: "Ecwid", isOf: has("type", "product_internal_id", "product_name"), table: ecwidTable },
  { name: "Magento", isOf: has("sku", "attribute_set_code", "product_type", "url_key"), table: magentoTable },
  { name: "PrestaShop", isOf: has("product id", "reference", "price (tax excl.)"), table: prestaTable },
  { name: "PrestaShop", isOf: has("active (0/1)", "categories (x,y,z...)", "reference #"), table: prestaTable },
  { name: "Lightspeed", isOf: has("handle", "variant_option_one_name", "retail_price"), table: lightspeedTable },
  { name: "Lightspeed", isOf: has("system id", "custom sku", "item", "default cost"), table: lightspeedRetailTable },
  { name: "Faire", isOf: has("product name (english)", "option 1 name", "option 1 value"), table: faireTable },
  { name: "Amazon", isOf: has("item-name", "seller-sku"), table: amazonTable },
  { name: "Google", isOf: has("id", "title", "image_link", "availability"), table: googleTable },
] as const satisfies Program[];

/** Name of a program whose export is converted. */
export type ProgramName = (typeof PROGRAMS)[number]["name"];

/** Program that exported a file. */
export type Dialect = OwnDialect | ProgramName;

/** Program that wrote a file with these columns, of those whose exports are converted; undefined for any other. */
export const convertedProgram = (
  headers: string[],
): { name: ProgramName; table(headers: string[]): NotedTable } | undefined =>
  PROGRAMS.find(({ isOf }) => isOf(headers));

/** Whether a stored dialect is the name of such a program. */
export const isProgram = (dialect: string): dialect is ProgramName => PROGRAMS.some(({ name }) => name === dialect);
