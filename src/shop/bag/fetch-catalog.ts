import { productsById } from "~/shop/catalog/catalog.client";
import { cardOfWire } from "~/shop/catalog/cards/card-of-wire";
import type { Card } from "~/shop/catalog/product";
import type { Settings } from "~/shop/settings";
import type { BagNotice } from "./bag-notice";
import { bagStore } from "./bag-store";
import { type CountedStep, STEP_HEADER } from "./counted-steps";

/** Stock up to which a variant is shown as low. */
export type LowMark = Pick<Settings, "lowStock">;

/**
 * Moves passed days of gift cards in the bag to today, and returns a notice for each. The module is loaded by who has a day only.
 */
export const recheckDays = async (timeZone: string): Promise<BagNotice[]> =>
  bagStore.read().some(({ giftCard }) => giftCard?.sendOn)
    ? import("./passed-days").then(({ leavePassedToday }) => leavePassedToday(timeZone)).catch(() => [])
    : [];

/**
 * Requests the current data of the bag's products by id, and names the step that the server counts; null when the request failed.
 */
export async function fetchCatalog(settings: LowMark, step: CountedStep): Promise<Record<string, Card | null> | null> {
  const ids = [...new Set(bagStore.read().map(({ product }) => product))];
  if (ids.length === 0) return {};
  const cards = await cardsOf(() => productsById(ids, { [STEP_HEADER]: step }), settings).catch(() => null);
  return cards && Object.fromEntries(ids.map((id) => [id, cards.find((card) => card.id === id) ?? null]));
}

/** Cards of requested products. */
export const cardsOf = async (ask: () => ReturnType<typeof productsById>, { lowStock }: LowMark): Promise<Card[]> =>
  (await ask()).map((product) => cardOfWire(product, lowStock));
