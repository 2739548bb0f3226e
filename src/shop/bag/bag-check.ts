import { attempt } from "../answer";
import { productsByCategory, productsById } from "../catalog/catalog.client";
import type { Card } from "../catalog/product";
import { cardOfWire } from "../catalog/product.wire";
import { checkDiscount } from "../discounts/discounts.client";
import type { Cents } from "../money";
import type { Settings } from "../settings";
import { orderValue } from "./bag";
import { bagStore } from "./bag-store";
import { discountStore } from "./discount-store";
import { buyable, refreshed } from "./freshness";
import { categoriesOf, othersFor } from "./others";

/** What the catalog said when the bag was opened. */
export interface Checked {
  /** The bag's products by id; null is no longer sold, and what is missing was not asked for. */
  catalog: Record<string, Card | null>;
  /** A sentence for each change that was made. */
  notices: string[];
  /** The catalog could not be asked: the bag stands as the shopper left it. */
  failed: boolean;
  /** 'Others Also Bought'. */
  others: Promise<Card[]>;
}

type LowMark = Pick<Settings, "lowStock">;

/** Asks the catalog about the bag and brings it up to date. Decisions §5. */
export async function checkBag(settings: LowMark): Promise<Checked> {
  const ids = [...new Set(bagStore.read().map(({ product }) => product))];
  const cards = await cardsOf(() => (ids.length > 0 ? productsById(ids) : Promise.resolve([])), settings).catch(
    () => null,
  );
  if (!cards) return { catalog: {}, notices: [], failed: true, others: Promise.resolve([]) };

  const catalog = Object.fromEntries(ids.map((id) => [id, cards.find((card) => card.id === id) ?? null]));
  const { notices } = refreshed(bagStore.read(), catalog);
  if (notices.length > 0) bagStore.change((bag) => refreshed(bag, catalog).bag);

  const lost = await lostCode(orderValue(buyable(bagStore.read(), catalog))).catch(() => []);
  return { catalog, notices: [...notices, ...lost], failed: false, others: others(cards, settings).catch(() => []) };
}

/** Lets go of a code that does not work any more, and says why. */
async function lostCode(value: Cents): Promise<string[]> {
  const discount = discountStore.read();
  const reasons: string[] = [];
  if (!discount || value === 0) return reasons;

  const current = await attempt(
    () => checkDiscount(discount.code, value),
    (words) => reasons.push(`The code ${discount.code} was taken off. ${words}`),
  );
  discountStore.change(() => current ?? null);
  return reasons;
}

async function others(cards: Card[], settings: LowMark): Promise<Card[]> {
  const { own, above } = categoriesOf(cards);
  const inCategories = (categories: string[]) =>
    Promise.all(categories.map((category) => cardsOf(() => productsByCategory(category), settings)));

  const near = othersFor(bagStore.read(), await inCategories(own));
  return near.length > 0 ? near : othersFor(bagStore.read(), await inCategories(above));
}

const cardsOf = async (ask: () => ReturnType<typeof productsById>, { lowStock }: LowMark): Promise<Card[]> =>
  (await ask()).map((product) => cardOfWire(product, lowStock));
