import { productsByCategory, productsById } from "~/shop/catalog/catalog.client";
import type { Card } from "~/shop/catalog/product";
import { cardOfWire } from "~/shop/catalog/cards/card-of-wire";
import { filledUp, ROW } from "~/shop/catalog/cards/filled-up";
import { variantPrice } from "~/shop/catalog/pricing/pricing";
import { checkDiscount } from "~/shop/discounts/discounts.client";
import { limits } from "~/shop/limits";
import { type Cents, formatCents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import type { Bag, Line } from "./bag";
import { goodsValue } from "~/shop/price";
import { type CountedStep, STEP_HEADER } from "./counted-steps";
import type { BagNotice } from "./bag-notice";
import { bagStore, productsInBag } from "./bag-store";
import { checkCodeFor } from "./code-check";
import { discountStore } from "./discount-store";
import { keyOfAttempt } from "./use-code";
import { recheckKept } from "./use-gift-cards";
import { buyable, type Catalog, nameOf, unavailableNotice, variantOf } from "./availability";
import { categoriesOf, recommendationsFor } from "./recommendations";

/** Result of checking the bag when it was opened. */
export interface Checked {
  /** The bag's products by id; null: no longer sold; missing: not requested. */
  catalog: Record<string, Card | null>;
  /** Changed prices and quantities, goods that cannot be bought, a code and gift cards that are lost. */
  notices: BagNotice[];
  /** Whether the request failed, so that the bag was not changed. */
  failed: boolean;
  /** Recommendations ('Others Also Bought'). */
  others: Promise<Card[]>;
}

type LowMark = Pick<Settings, "lowStock">;
type BagSettings = LowMark & Pick<Settings, "heldPieces" | "timeZone">;

/** Updates the bag from the catalog, and checks its discount code, for the shopper's e-mail address if it is known, and its gift cards. */
export async function checkBag(settings: BagSettings, email: string | null): Promise<Checked> {
  const catalog = await fetchCatalog(settings, "bag");
  if (!catalog) return { catalog: {}, notices: [], failed: true, others: Promise.resolve([]) };

  const most = settings.heldPieces;
  const { notices } = refreshed(bagStore.read(), catalog, most);
  if (notices.some(({ beside }) => beside)) bagStore.change((bag) => refreshed(bag, catalog, most).bag);

  const passed = await recheckDays(settings.timeZone);
  const lost = await lostCode(goodsValue(buyable(bagStore.read(), catalog)), email).catch(() => []);
  const lostCards = (await recheckKept()).map((words) => ({ words }));
  const cards = Object.values(catalog).filter((card) => card !== null);
  return {
    catalog,
    notices: [...notices, ...passed, ...lost, ...lostCards],
    failed: false,
    others: others(cards, settings).catch(() => []),
  };
}

/**
 * Moves passed days of gift cards in the bag to today, and returns a notice for each. The module is loaded by who has a day only.
 */
export const recheckDays = async (timeZone: string): Promise<BagNotice[]> =>
  bagStore.read().some(({ giftCard }) => giftCard?.sendOn)
    ? import("./passed-days").then(({ leavePassedToday }) => leavePassedToday(timeZone)).catch(() => [])
    : [];

/**
 * The bag at current prices, with quantities limited by stock and by one order (`most`), and a sentence for each change.
 * Unavailable lines are kept unchanged.
 */
export function refreshed(
  bag: Bag,
  catalog: Catalog,
  most: number = limits.bag.quantity,
): { bag: Bag; notices: BagNotice[] } {
  const notices: BagNotice[] = [];
  const lines = bag.map((line) => {
    const product = catalog[line.product];
    const variant = variantOf(line, product);
    if (!product || !variant || variant.stock === 0) {
      const words = unavailableNotice(line, catalog);
      if (words) notices.push({ words, line });
      return line;
    }

    const price = variantPrice(product, variant);
    if (price !== line.price)
      notices.push({
        words: priceChanged(line, price),
        line,
        beside: `${formatCents(line.price)} when you put it in the bag`,
      });
    const left = variant.stock ?? Infinity;
    const quantity = Math.min(line.quantity, left, most);
    if (quantity < line.quantity) {
      const why =
        left <= most ? `Only ${quantity} of ${nameOf(line)} left` : `One order holds up to ${most} of ${nameOf(line)}`;
      notices.push({
        words: `${why}: we lowered the quantity.`,
        line,
        beside: `Quantity lowered from ${line.quantity} to ${quantity}`,
      });
    }
    return { ...line, price, quantity };
  });
  return { bag: lines, notices };
}

const priceChanged = (line: Line, now: Cents): string =>
  `The price of ${line.name} changed from ${formatCents(line.price)} to ${formatCents(now)} since you put it in the bag.`;

/**
 * Requests the current data of the bag's products by id, and names the step that the server counts; null when the request failed.
 */
export async function fetchCatalog(settings: LowMark, step: CountedStep): Promise<Record<string, Card | null> | null> {
  const ids = [...new Set(bagStore.read().map(({ product }) => product))];
  if (ids.length === 0) return {};
  const cards = await cardsOf(() => productsById(ids, { [STEP_HEADER]: step }), settings).catch(() => null);
  return cards && Object.fromEntries(ids.map((id) => [id, cards.find((card) => card.id === id) ?? null]));
}

/**
 * Removes a code that is no longer valid, and returns the reason. A code for another e-mail address stays stored, but is not
 * applied.
 */
async function lostCode(value: Cents, email: string | null): Promise<BagNotice[]> {
  const discount = discountStore.read();
  if (!discount || value === 0) return [];
  if (email !== null && (await checkCodeFor(email, value))) return [];

  try {
    const asked = { orderValue: value, products: productsInBag(), draftKey: keyOfAttempt() };
    const current = await checkDiscount(discount.code, asked);
    discountStore.change(() => current);
    return [];
  } catch (failure) {
    if (!(failure instanceof Refusal && failure.code.startsWith("code-"))) throw failure;
    discountStore.change(() => null);
    const words = `The code ${discount.code} was taken off. ${failure.message}`;
    return [{ words, beside: `${discount.code}: ${failure.message}` }];
  }
}

async function others(cards: Card[], settings: LowMark): Promise<Card[]> {
  // The gift card is in no category.
  const { own, above } = categoriesOf(cards.filter(({ isGiftCard }) => !isGiftCard));
  const inCategories = (categories: string[]) =>
    Promise.all(categories.map((category) => cardsOf(() => productsByCategory(category), settings)));

  const near = recommendationsFor(bagStore.read(), await inCategories(own));
  if (near.length >= ROW) return near;
  return filledUp(near, recommendationsFor(bagStore.read(), await inCategories(above)));
}

const cardsOf = async (ask: () => ReturnType<typeof productsById>, { lowStock }: LowMark): Promise<Card[]> =>
  (await ask()).map((product) => cardOfWire(product, lowStock));
