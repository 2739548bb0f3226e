import type { NewGoods } from "~/shop/catalog/editing/goods-to-create.server";
import type { StoredGoods } from "~/shop/catalog/editing/stored-goods.server";
import type { Cents } from "~/shop/money";
import { NO_CHOICE } from "~/shop/catalog/product";
import { isSwatch } from "~/shop/catalog/editing/colors-and-variants";
import { guessSwatch } from "~/shop/catalog/editing/guess-swatch";
import { missingToPublish, type PublishNeed } from "~/shop/catalog/editing/publish-needs";
import { firstLevel } from "./first-level";
import { isGood, type Line, picturesIn } from "./mapped-row";
import { noOwnValues, ownNames } from "./own-values.server";
import { newLevels } from "./price-levels";
import type { SaidOfVariant } from "./read-variants.server";
import type { PreviewContext, SaidOfProduct } from "./read-product.server";

interface Said {
  said: SaidOfProduct;
  variants: SaidOfVariant[];
  lines: Line[];
  handle: string | null;
}

/** New product that rows of a file describe, with their status; it becomes a draft if `missing` keeps it from being published. */
export function newGoods(
  { said, variants, lines, handle }: Said,
  context: PreviewContext,
): { created: NewGoods; missing: PublishNeed[] } {
  const price = newLevels(
    variants.map((variant) => variant.price ?? null),
    null,
  );
  const salePrice = newLevels(
    variants.map((variant) => variant.salePrice ?? null),
    0,
  );
  const cost = newLevels(
    variants.map((variant) => variant.cost ?? null),
    null,
  );
  const pathOf = (source: string | undefined) => (source ? (context.picturePath(source) ?? null) : null);
  const own = variants.map((variant, position) => ({
    size: variant.size,
    color: variant.color,
    price: (price.own[position] ?? null) as Cents | null,
    salePrice: (salePrice.own[position] ?? null) as Cents | null,
    cost: (cost.own[position] ?? null) as Cents | null,
    ...ownOrNone(variant),
    image: pathOf(variant.picture),
    stock: firstLevel(variant, context),
    position,
  }));
  const images = pathsIn([
    ...lines.filter(isGood).flatMap((line) => picturesIn(line, ["picture"]).map(pathOf)),
    ...own.map(({ image }) => image),
  ]);
  const colors = [...new Set(own.map(({ color }) => color))]
    .filter((name) => name !== NO_CHOICE)
    .map((name) => ({
      name,
      swatch:
        variants.find(({ color, swatch }) => color === name && swatch && isSwatch(swatch))?.swatch ?? guessSwatch(name),
      images: pathsIn(own.filter(({ color }) => color === name).map(({ image }) => image)),
    }));
  const values = {
    ...(said.values as Partial<StoredGoods>),
    name: String(said.values.name),
    price: price.product as Cents | null,
    salePrice: salePrice.product as Cents | null,
    cost: cost.product as Cents | null,
    kindForTax: kindForTax(said, context),
  };
  const created: NewGoods = { handle, values, publishedStatus: "draft", images, colors, variants: own };
  const missing = said.status === "published" ? lacks(created) : [];
  created.publishedStatus = missing.length > 0 ? "draft" : (said.status ?? "draft");
  return { created, missing };
}

const lacks = ({ values, images, colors, variants }: NewGoods): PublishNeed[] =>
  missingToPublish({
    name: values.name,
    price: values.price ?? null,
    categoryId: values.categoryId ?? null,
    kindForTax: values.kindForTax ?? null,
    images,
    colors,
    variants: variants.map(({ price, image }) => ({ price: price as Cents | null, image })),
  });

const ownOrNone = (variant: SaidOfVariant): typeof noOwnValues =>
  Object.fromEntries(ownNames.map((name) => [name, variant[name] ?? noOwnValues[name]])) as typeof noOwnValues;

const pathsIn = (paths: (string | null)[]): string[] => [...new Set(paths.filter((path) => path !== null))];

/** Tax kind in the file, or the one chosen for its category name, or the most common one of the product's category. */
export function kindForTax(
  { values, kindOfWord }: SaidOfProduct,
  { categories }: PreviewContext,
): StoredGoods["kindForTax"] {
  if (values.kindForTax) return values.kindForTax as StoredGoods["kindForTax"];
  if (kindOfWord) return kindOfWord;
  return categories.find(({ id }) => id === values.categoryId)?.kindForTax ?? null;
}
