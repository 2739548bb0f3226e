import type { StoredGoods } from "~/shop/catalog/editing/stored-goods.server";
import { NO_CHOICE } from "~/shop/catalog/product";
import { type Cents, formatCents } from "~/shop/money";
import { kindForTax } from "./create-goods.server";
import { firstLevel, type StockReading } from "./first-level";
import type { ShownProduct } from "./import";
import { isGood, type Line, picturesIn } from "./mapped-row";
import type { PreviewContext, SaidOfProduct } from "./read-product.server";
import type { SaidOfVariant } from "./read-variants.server";

interface Brought {
  said: SaidOfProduct;
  /** Variants that the import creates. */
  variants: SaidOfVariant[];
  lines: Line[];
  /** Archived product that the import restores. */
  goods?: StoredGoods;
  status: ShownProduct["status"];
}

/** Preview of a product that rows create or restore. */
export function shownProduct({ said, variants, lines, goods, status }: Brought, context: PreviewContext): ShownProduct {
  const price = (variant: SaidOfVariant) => variant.price ?? variant.stored?.price ?? goods?.price;
  const salePrice = ({ salePrice: own, stored }: SaidOfVariant) =>
    own === undefined ? (stored?.salePrice ?? goods?.salePrice) : own;
  const named = (of: (variant: SaidOfVariant) => string) =>
    new Set(variants.map(of).filter((name) => name !== NO_CHOICE)).size;
  const categoryId = said.values.categoryId ?? goods?.categoryId;
  const kind = goods ? (said.values.kindForTax ?? goods.kindForTax) : kindForTax(said, context);
  return {
    name: String(said.values.name ?? goods?.name ?? "").slice(0, 300),
    price: range(variants.map(price)),
    salePrice: range(variants.map(salePrice)),
    sizes: named(({ size }) => size),
    colors: named(({ color }) => color),
    pieces: sum(variants.map((variant) => levelOf(variant, context))),
    category: context.categories.find(({ id }) => id === categoryId)?.name ?? "",
    ...(kind && { kindForTax: kind as StoredGoods["kindForTax"] & string }),
    ...(kind && !goods && !said.values.kindForTax && { isKindOfCategory: true }),
    status,
    ...picturesOf(lines, goods, context),
    isBack: goods !== undefined,
  };
}

/** Range of prices, e.g. "$12.00", or lowest and highest. */
function range(amounts: (number | null | undefined)[]): string {
  const known = amounts.flatMap((amount) => amount || []);
  if (known.length === 0) return "";
  const [low, high] = [Math.min(...known), Math.max(...known)].map((amount) => formatCents(amount as Cents));
  return low === high ? `${low}` : `${low} \u2013 ${high}`;
}

/** Sum of stock; null if any variant is unlimited. */
const sum = (levels: (number | null)[]): number | null =>
  levels.reduce((total, level) => (total === null || level === null ? null : total + level), 0 as number | null);

/** Number of pieces of a variant for sale after the import; null for unlimited. */
function levelOf(variant: SaidOfVariant, context: StockReading): number | null {
  const { stored, stock, exportedStock } = variant;
  if (!stored) return firstLevel(variant, context);
  if (stored.stock === null || !context.takesStock || stock === undefined) return stored.stock;
  const level = exportedStock === undefined ? stock : stored.stock + stock - exportedStock;
  return level < 0 ? stored.stock : level;
}

function picturesOf(
  lines: Line[],
  goods: StoredGoods | undefined,
  { picturePath }: PreviewContext,
): Pick<ShownProduct, "pictures" | "missingPictures"> {
  if (goods && goods.images.length > 0) return { pictures: goods.images.length, missingPictures: 0 };
  const named = [...new Set(lines.filter(isGood).flatMap((line) => picturesIn(line)))];
  const missing = named.filter((source) => picturePath(source) === undefined);
  return { pictures: named.length - missing.length, missingPictures: missing.length };
}
