import { codeComplaint, codeIn } from "~/shop/discounts/code";
import { checkDiscount } from "~/shop/discounts/discounts.client";
import { typedGiftCardCode } from "~/shop/gift-cards/gift-card-code";
import { MOST_GIFT_CARDS } from "~/shop/gift-cards/gift-card-parts";
import { MISTYPED_GIFT_CARD, TOO_MANY_GIFT_CARDS } from "~/shop/gift-cards/gift-card-complaints";
import { giftCardWords } from "~/shop/gift-cards/gift-card-words";
import { checkGiftCard } from "~/shop/gift-cards/gift-cards.client";
import type { Cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { productsInBag } from "./bag-store";
import { discountStore } from "./discount-store";
import { giftCardStore, type KeptCard } from "./gift-card-store";
import { keyOfAttempt } from "./use-code";

interface Asking {
  orderValue: Cents;
  email: string | null;
}

/** Takes a text of the field "Code or gift card": checks it and keeps it; returns a complaint, undefined if it was accepted. */
export async function takeTyped(typed: string, asking: Asking): Promise<string | undefined> {
  try {
    const meant = typedGiftCardCode(typed);
    if (meant.is === "gift-card") return await takeCard(meant.code);
    return await takeCode(codeIn(typed), asking, meant.is === "mistyped-gift-card");
  } catch (error) {
    return (error instanceof Refusal ? error : new Refusal("shop-unreachable")).message;
  }
}

async function takeCard(code: string): Promise<string | undefined> {
  const cards = giftCardStore.read();
  if (cards.some((card) => card.code === code)) return "This gift card is in use here already.";
  if (cards.length >= MOST_GIFT_CARDS) return `${TOO_MANY_GIFT_CARDS} Please remove one first.`;
  const card = await checkedCard(code);
  giftCardStore.change((others) => [...others.filter((other) => other.code !== code), card].slice(0, MOST_GIFT_CARDS));
  return undefined;
}

/** @throws {Refusal} as the check of a card; `gift-card-empty`. */
async function checkedCard(code: string): Promise<KeptCard> {
  const { lastFour, left } = await checkGiftCard(code, keyOfAttempt());
  if (left <= 0) throw new Refusal("gift-card-empty");
  return { code, lastFour, left };
}

/** `seemsCard`: the text was perhaps meant to be the code of a gift card, so that no code may have this name. */
async function takeCode(code: string, { orderValue, email }: Asking, seemsCard: boolean): Promise<string | undefined> {
  const complaint = codeComplaint(code);
  if (complaint) return complaint;
  const other = discountStore.read();
  if (other && !seemsCard) return `One code counts for an order. Please remove ${other.code} first.`;
  if (other) return MISTYPED_GIFT_CARD;
  const asked = { orderValue, products: productsInBag(), email: email ?? undefined, draftKey: keyOfAttempt() };
  try {
    const accepted = await checkDiscount(code, asked);
    discountStore.change(() => accepted);
    return undefined;
  } catch (error) {
    if (seemsCard && error instanceof Refusal && error.code === "code-unknown") return MISTYPED_GIFT_CARD;
    throw error;
  }
}

/**
 * Checks the kept gift cards anew: updates what is left, and takes off those that cannot pay any more. Returns a sentence for each card
 * that was taken off. A card about which the shop could not be asked stays.
 */
export async function recheckCards(): Promise<string[]> {
  const told: string[] = [];
  for (const { code, lastFour } of giftCardStore.read()) {
    try {
      const card = await checkedCard(code);
      giftCardStore.change((cards) => cards.map((other) => (other.code === code ? card : other)));
    } catch (error) {
      if (!(error instanceof Refusal && error.code.startsWith("gift-card-"))) continue;
      giftCardStore.change((cards) => cards.filter((other) => other.code !== code));
      told.push(`${giftCardWords(lastFour)} was taken off. ${error.message}`);
    }
  }
  return told;
}
