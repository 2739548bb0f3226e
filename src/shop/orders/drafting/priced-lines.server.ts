import type { Database } from "~/platform/database.server";
import type { Line } from "~/shop/bag/bag";
import { productsById } from "~/shop/catalog/catalog.server";
import { variantPrice } from "~/shop/catalog/pricing/pricing";
import { isGiftCard } from "~/shop/catalog/product-kind";
import {
  type BoughtGiftCard,
  type GiftCardWish,
  MOST_BOUGHT_CARDS,
  sendingDay,
  TOO_FAR_AHEAD,
  TOO_MANY_CARDS,
  wrongInGiftWords,
} from "~/shop/gift-cards/bought-gift-card";
import { isGiftCardLine } from "~/shop/price";
import { chosenVariant, pictureOfVariant, type Product } from "~/shop/catalog/product";
import { Refusal } from "~/shop/refusal";

/** Line that the browser requests; its price is only compared with the catalog's. */
export type RequestedLine = Pick<Line, "product" | "size" | "color" | "quantity" | "price"> & {
  /** Wishes for a gift card; goods have none. */
  giftCard?: GiftCardWish | undefined;
  /** Set for a line that an offer put into the bag. */
  present?: boolean | undefined;
};

/** Line with the catalog's current data, including all fields that an order copies. */
export interface PricedLine extends Omit<Line, "giftCard"> {
  variantId: number;
  sku: string;
  finalSale: boolean;
  kindForTax: Product["kindForTax"];
  weightGrams: Product["weightGrams"];
  /** Ids of its category and of the one above, by which offers find it; empty for a gift card. */
  categories: string[];
  /** Set for a line that an offer put into the bag. */
  isPresent?: true;
  /** For whom a gift card is; unset for goods. */
  giftCard?: BoughtGiftCard;
}

/** Buyer of gift cards, and the shop's day, for what a wish does not say. Without it gift cards are refused. */
export interface GiftCardBuyer {
  email: string;
  name: string;
  today: string;
}

/**
 * Looks up requested lines in the catalog. Names, pictures and prices sent by the browser are ignored.
 *
 * @throws {Refusal} `product-unknown`, `combination-unavailable`; `gift-card-apart` for a gift card without a buyer, or wishes for one at goods;
 * `input-invalid` for wishes that are refused, and for a present of several pieces.
 */
export async function pricedLines(
  db: Database,
  wished: Omit<RequestedLine, "price">[],
  buyer?: GiftCardBuyer,
): Promise<PricedLine[]> {
  const ids = [...new Set(wished.map(({ product }) => product))];
  const products = await productsById(db, ids);
  const byId = new Map(products.map((product) => [product.id, product]));

  const lines = wished.map(({ product: id, size, color, quantity, giftCard: wish, present }, position): PricedLine => {
    const product = byId.get(id);
    if (!product) throw new Refusal("product-unknown", { details: { product: id } });
    const variant = chosenOf(product, { size, color });
    if (isGiftCard(product) ? !buyer : wish) throw new Refusal("gift-card-apart");
    if (present && quantity !== 1)
      throw new Refusal("input-invalid", { fields: { [`items.${position}.quantity`]: "A present is one piece." } });
    const giftCard = isGiftCard(product) && buyer ? boughtCard({ wish, quantity, position }, buyer) : undefined;
    return {
      product: id,
      name: product.name,
      size: variant.size,
      color: variant.color,
      image: pictureOfVariant(product, variant),
      quantity,
      price: variantPrice(product, variant),
      variantId: variant.id,
      sku: variant.sku || product.sku,
      finalSale: product.finalSale || giftCard !== undefined,
      kindForTax: product.kindForTax,
      weightGrams: product.weightGrams,
      categories: categoriesOf(product),
      ...(present && { isPresent: true }),
      ...(giftCard && { giftCard }),
    };
  });
  if (lines.filter(isGiftCardLine).length > MOST_BOUGHT_CARDS)
    throw new Refusal("input-invalid", { fields: { items: TOO_MANY_CARDS } });
  return lines;
}

const categoriesOf = ({ category }: Product): string[] =>
  [category.id, category.parent?.id ?? ""].filter((id) => id !== "");

/** A gift card as its buyer wishes it. */
function boughtCard(
  { wish = {}, quantity, position }: { wish: GiftCardWish | undefined; quantity: number; position: number },
  { email, name, today }: GiftCardBuyer,
): BoughtGiftCard {
  const refused = (field: string, message: string) =>
    new Refusal("input-invalid", { fields: { [`items.${position}.${field}`]: message } });
  if (quantity !== 1) throw refused("quantity", "Gift cards are bought one by one, each with its own letter.");
  const sendOn = sendingDay(wish.sendOn, today);
  if (sendOn === undefined) throw refused("giftCard.sendOn", TOO_FAR_AHEAD);
  const words = wish.words ?? "";
  const wrong = wrongInGiftWords(words);
  if (wrong) throw refused("giftCard.words", wrong);
  return { email: wish.email || email, recipient: wish.recipient ?? (wish.email ? "" : name), words, sendOn };
}

/** As `chosenVariant`; a refusal names the goods. */
function chosenOf(product: Product, choice: Pick<Line, "size" | "color">): Product["variants"][number] {
  try {
    return chosenVariant(product, choice);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "combination-unavailable") throw error;
    throw new Refusal("combination-unavailable", { details: { product: product.id, ...choice } });
  }
}

/**
 * Replaces the variant ids in a `sold-out` refusal by the lines of which too few pieces are left; returns other errors unchanged.
 */
export function namingLines(refusal: unknown, lines: PricedLine[]): unknown {
  if (!(refusal instanceof Refusal) || refusal.code !== "sold-out") return refusal;
  if (!refusal.details || !("soldOut" in refusal.details)) return refusal;
  const missing = refusal.details.soldOut;
  const soldOut = lines.flatMap(({ product, name, size, color, variantId }) => {
    const found = missing.find((other) => other.variantId === variantId);
    return found ? [{ product, name, size, color, left: found.left }] : [];
  });
  return new Refusal("sold-out", { details: { lines: soldOut } });
}
