import { byName } from "~/platform/by-name";
import type { Shop } from "~/shop/head";
import { type Cents, dollars } from "~/shop/money";
import { priceOf } from "~/shop/price";
import type { DeliveryTerms } from "~/shop/delivery-fee";
import type { DeliveryRule } from "~/shop/delivery-rule";
import { isGtin } from "~/shop/gtin";
import { stateNames } from "~/shop/us-states";
import { priceBefore, variantPrice } from "../pricing/pricing";
import { ALL_SIZES, namedColor, NO_CHOICE, type Product, productAddress, type Variant } from "../product";

/** Id of the first variant of each shared SKU, by the SKU in lower case. This variant has the SKU as its id in the feed. */
export type SkuBearers = ReadonlyMap<string, number>;

/** Fields of a variant in the merchant feed, in the order of Google's reference. */
export type FeedItem = Record<string, unknown>;

const GENDERS = byName<string>({ men: "male", women: "female" });
const MOST_PICTURES = 10;

/**
 * Makes items of Google's merchant feed from a product: one per variant, with a common group id. On sale an item has both prices.
 */
export function feedItems(
  { delivery, ...shop }: Shop & { delivery: DeliveryRule },
  product: Product,
  bearers: SkuBearers,
): FeedItem[] {
  const { category } = product;
  const top = category.parent?.name ?? category.name;
  const way = category.parent ? [category.parent.name, category.name] : [category.name];
  const hasChoice = product.variants.length > 1;

  return product.variants.map((variant) => {
    const price = variantPrice(product, variant);
    const before = priceBefore(product, variant);
    const [first, ...others] = picturesOf(product, variant);
    const words = [namedColor(variant.color), sizeWord(variant.size)].filter((word) => word !== "");
    return {
      "g:id": feedId(product, variant, bearers),
      "g:title": [product.name, ...(hasChoice ? words : [])].join(", "),
      "g:description": product.description || product.name,
      "g:link": `${shop.address}${productAddress(product, variant)}`,
      ...(first && { "g:image_link": `${shop.address}/api${first}` }),
      ...(others.length > 0 && {
        "g:additional_image_link": others.slice(0, MOST_PICTURES).map((path) => `${shop.address}/api${path}`),
      }),
      "g:availability": variant.stock === 0 ? "out_of_stock" : "in_stock",
      "g:price": inDollars(before ?? price),
      ...(before !== null && { "g:sale_price": inDollars(price) }),
      "g:product_type": way.join(" > "),
      "g:brand": shop.settings.shopName,
      "g:condition": "new",
      ...(isGtin(variant.barcode) && { "g:gtin": variant.barcode }),
      ...(variant.sku && { "g:mpn": variant.sku }),
      ...(!isGtin(variant.barcode) && !variant.sku && { "g:identifier_exists": "no" }),
      ...(hasChoice && { "g:item_group_id": product.id }),
      ...(namedColor(variant.color) && { "g:color": variant.color }),
      ...(sizeWord(variant.size) && { "g:size": sizeWord(variant.size) }),
      "g:gender": GENDERS[top.toLowerCase()] ?? "unisex",
      "g:age_group": "adult",
      "g:shipping": shippingOf({ price, quantity: 1, weightGrams: product.weightGrams }, delivery),
    };
  });
}

/**
 * Delivery of one piece to the whole country and, where it costs something else, to states and ranges of ZIPs, as Google writes
 * them. PO boxes and places beside the states have no sign there.
 */
function shippingOf(
  piece: { price: Cents; quantity: number; weightGrams: number | null },
  { usual, zones }: DeliveryRule,
) {
  const costs = (terms: DeliveryTerms) => ({ "g:price": inDollars(priceOf([piece], null, terms).summary.deliveryFee) });
  const inZones = zones.flatMap(({ boxes, states, zips, terms, faster }) => {
    if (boxes || terms === null) return [];
    const places = [
      ...states.filter((state) => Object.hasOwn(stateNames, state)).map((state) => ({ "g:region": state })),
      ...zips.map((zip) => ({ "g:postal_code": zip.length < 5 ? `${zip}*` : zip })),
    ];
    return places.flatMap((place) => [
      { "g:country": "US", ...place, ...costs(terms) },
      ...(faster ? [{ "g:country": "US", ...place, "g:service": faster.name, ...costs(faster.terms) }] : []),
    ]);
  });
  const everywhere = { "g:country": "US", ...costs(usual) };
  return inZones.length === 0 ? everywhere : [everywhere, ...inZones];
}

/**
 * Permanent id of an item: its SKU if no other variant has it, regardless of case, as Google ignores case. Of variants that share
 * a SKU, the first keeps it as id, even after it was retired, so that no other variant takes over an id.
 */
function feedId(product: Product, { id, sku }: Variant, bearers: SkuBearers): string {
  const bearer = bearers.get(sku.toLowerCase()) ?? id;
  return sku && bearer === id ? sku : `${product.id}-${id}`;
}

const inDollars = (amount: Cents): string => `${dollars(amount).toFixed(2)} USD`;

const sizeWord = (size: string): string => (size === NO_CHOICE ? "" : size === ALL_SIZES ? "One Size" : size);

/** Pictures of a variant's color, beginning with the variant's own. */
function picturesOf(product: Product, variant: Variant): string[] {
  const ofColor = product.colors.find(({ name }) => name === variant.color)?.images ?? [];
  const all = [variant.image, ...ofColor, ...(ofColor.length === 0 ? product.images : [])];
  return [...new Set(all.flatMap((path) => path ?? []))];
}
