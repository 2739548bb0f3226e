import { z } from "zod";
import { centsOfDollars, dollars } from "~/shop/money";
import type { Picture } from "~/shop/picture";
import { ALL_SIZES, NO_CHOICE, type Product, productAddress } from "./product";
import { pageOf } from "./product-kind";
import {
  type Fields,
  type NamesOfKind,
  picked,
  type PlainInApi,
  plainInApi,
  type PlainKind,
  productFields,
  type Public,
  variantFields,
} from "./product-fields";

const Dollars = z.number().min(0).meta({ description: "US dollars", example: 389 });
const Id = z.string().meta({ example: "89bfd678d7e19124ca884351" });
const Path = z.string().meta({
  description: "Relative to the API base: `/api` + path answers the file",
  example: "/media/products/outlaw-leather-jacket/black-front.webp",
});
const Stock = z.int().nullable().meta({ description: "How many are left; null means unlimited", example: 26 });

const PictureWire = z.object({ hash: z.string(), width: z.int(), height: z.int(), alt: z.string() });

/** A category, as the API returns it. */
export const CategoryWire = z
  .object({
    _id: Id,
    name: z.string().meta({ example: "Jackets" }),
    parent: z
      .object({ _id: Id, name: z.string() })
      .nullable()
      .meta({ description: "null at the top level", example: { _id: "1dabf69fb84faab9f5bcb445", name: "Men" } }),
  })
  .meta({ id: "Category" });
export type CategoryWire = z.infer<typeof CategoryWire>;

export const categoryToWire = ({ id, name, parent }: Product["category"]): CategoryWire => ({
  _id: id,
  name,
  parent: parent && { _id: parent.id, name: parent.name },
});

/** Schemas of the values that the API sends as they are stored. */
const PLAIN = {
  text: z.string(),
  code: z.string(),
  lines: z.array(z.string()),
  whole: z.int().nullable(),
  yes: z.boolean(),
} satisfies Record<PlainKind, z.ZodType>;

type PlainWires<F extends Fields> = { [Name in PlainInApi<F>]: (typeof PLAIN)[F[Name]["kind"] & PlainKind] };
const plainWires = <F extends Fields>(fields: F): PlainWires<F> =>
  Object.fromEntries(plainInApi(fields).map((name) => [name, PLAIN[fields[name]?.kind as PlainKind]])) as PlainWires<F>;

/** Schemas of all fields that the API sends; without one for a price, a word or a list it does not compile. */
type Wires<F extends Fields> = Record<Exclude<Public<F, "api">, NamesOfKind<F, "own">>, z.ZodType> &
  Record<string, z.ZodType>;

const { sku, ...ofVariant } = plainWires(variantFields);
const VariantWire = z.object({
  color: z.string().meta({ example: "Black" }),
  price: Dollars.nullable().meta({ description: "null where the product's own price counts" }),
  salePrice: Dollars.nullable().meta({
    description: "null where the product's own sale price counts; 0: not on sale, whatever the product is",
  }),
  image: Path.nullable(),
  sku,
  ...ofVariant,
  stock: Stock,
} satisfies Wires<typeof variantFields>);

// Fields with a place of their own in the answer; the others follow.
const { name: _, description, materials, details, care, fit, ...ofProduct } = plainWires(productFields);
const { sku: productSku, weightGrams, headwear, finalSale, newArrivals, bestSeller, styleWith, ...others } = ofProduct;

/** A product, as the API returns it: prices in dollars, with the required field names. */
export const ProductWire = z
  .object({
    _id: Id,
    name: z.string().meta({ example: "Outlaw Leather Jacket" }),
    address: z.string().meta({ description: "The product's page in the shop" }),
    description,
    materials,
    details,
    care,
    fit,
    images: z.array(Path),
    colorImages: z.record(z.string(), z.array(Path)).meta({ description: "Images by the name of the color" }),
    swatches: z.record(z.string(), z.string()).meta({ description: "CSS colors by the name of the color" }),
    variants: z
      .array(z.object({ name: z.string(), values: z.array(z.string()) }))
      .meta({ example: [{ name: "Size", values: ["S", "M", "L"] }] }),
    variantCombinations: z
      .record(z.string(), z.array(VariantWire))
      .meta({ description: "What is sold, by size or 'All Sizes'; empty when there is nothing to choose" }),
    stock: Stock.meta({ description: "Of a product without a choice; null means unlimited" }),
    price: Dollars.optional(),
    salePrice: Dollars.meta({ description: "Counts only above zero" }),
    costPerItem: z.null().meta({ description: "The merchant's secret" }),
    sku: productSku,
    weightGrams,
    category: CategoryWire,
    type: z.enum(["top", "bottom"]).nullable(),
    headwear,
    finalSale,
    newArrivals,
    bestSeller,
    kind: z.literal("gift-card").optional().meta({ description: "Set for the gift card, whose sizes are its amounts" }),
    publishedStatus: z.enum(["published", "draft"]),
    createdAt: z.iso.datetime(),
    sizeChart: z.array(Path),
    reviews: z.int().meta({ description: "How many approved reviews it has" }),
    rating: z.number().meta({ description: "Their average, 1 to 5; 0 without reviews" }),
    styleWith,
    styleWithProducts: z.array(Id),
    ...others,
    offers: z
      .array(z.string())
      .optional()
      .meta({
        description: "Sentences of the offers that it is in now. Missing without any",
        example: ["Buy 2, the third at half"],
      }),
    pictures: z.record(z.string(), PictureWire).meta({ description: "Facts about its images by path" }),
  } satisfies Wires<typeof productFields>)
  .meta({ id: "Product" });
export type ProductWire = z.infer<typeof ProductWire>;

/** Paths of all pictures of a product. */
export const productPictures = ({ images, colors, variants, sizeChart }: Product): string[] => [
  ...new Set([
    ...images,
    ...colors.flatMap((color) => color.images),
    ...variants.flatMap(({ image }) => image ?? []),
    ...sizeChart,
  ]),
];

/** Converts a product with the sentences of its offers to the form of the API; its cost is always null. */
export function toWire(
  product: Product,
  pictures: ReadonlyMap<string, Picture>,
  offers: readonly string[] = [],
): ProductWire {
  const {
    id,
    colors,
    variants,
    price,
    salePrice,
    category,
    createdAt,
    reviews,
    name,
    kindForTax: _,
    kind,
    ...same
  } = product;
  const hasChoice = variants.some(({ size, color }) => size !== NO_CHOICE || color !== NO_CHOICE);
  const offered = hasChoice ? variants : [];
  // A product without choices has one variant, which is not listed: the variant's price becomes the product's.
  const only = hasChoice ? undefined : variants[0];
  const ownPrice = only?.price ?? price;
  const values = (of: "size" | "color", without: string[]) =>
    [...new Set(offered.map((variant) => variant[of]))].filter((value) => !without.includes(value));
  const options = [
    { name: "Size", values: values("size", [NO_CHOICE, ALL_SIZES]) },
    { name: "Color", values: values("color", [NO_CHOICE]) },
  ];

  return {
    _id: id,
    name,
    ...same,
    address: pageOf(kind, productAddress(product)),
    colorImages: Object.fromEntries(colors.map(({ name, images }) => [name, images])),
    swatches: Object.fromEntries(colors.flatMap(({ name, swatch }) => (swatch === null ? [] : [[name, swatch]]))),
    variants: options.filter((option) => option.values.length > 0),
    variantCombinations: combinationsToWire(offered),
    stock: hasChoice ? null : (variants[0]?.stock ?? null),
    ...(ownPrice !== null && { price: dollars(ownPrice) }),
    salePrice: dollars(only?.salePrice ?? salePrice ?? centsOfDollars(0)),
    costPerItem: null,
    ...(kind === "gift-card" && { kind }),
    category: categoryToWire(category),
    createdAt: createdAt.toISOString(),
    reviews: reviews.count,
    rating: reviews.average,
    ...(offers.length > 0 && { offers: [...offers] }),
    pictures: Object.fromEntries(
      productPictures(product).flatMap((path) => {
        const picture = pictures.get(path);
        if (!picture) return [];
        const { hash, width, height, alt } = picture;
        return [[path, { hash, width, height, alt }]];
      }),
    ),
  };
}

/** Sold colors by size, with price and picture. */
const combinationsToWire = (variants: Product["variants"]): ProductWire["variantCombinations"] =>
  Object.fromEntries(
    [...Map.groupBy(variants, ({ size }) => size)].map(([size, entries]) => [
      size,
      entries.map((variant) => ({
        color: variant.color,
        price: variant.price === null ? null : dollars(variant.price),
        salePrice: variant.salePrice === null ? null : dollars(variant.salePrice),
        image: variant.image,
        ...picked(variant, plainInApi(variantFields)),
        stock: variant.stock,
      })),
    ]),
  );
