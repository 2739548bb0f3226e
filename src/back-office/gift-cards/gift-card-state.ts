import type { GiftCardEntryKind, PaidOutWay } from "~/shop/gift-cards/gift-card-entries";
import type { ListedGiftCard } from "~/shop/gift-cards/gift-card-list.server";
import { dayWords } from "~/shop/shop-time";
import type { Sign } from "../ui/state";

type Standing = Pick<ListedGiftCard, "state" | "email" | "sendOn" | "sentAt" | "refusedAt" | "balance" | "held">;

/** State of a card, with its sign; what keeps it from its bearer is named before anything else. */
export function cardState(card: Standing, today: string): { sign: Sign; name: string } {
  if (card.state === "closed") return { sign: "over", name: "Closed" };
  if (card.balance <= 0) return { sign: "over", name: "Used up" };
  if (card.refusedAt) return { sign: "waits", name: "Letter refused" };
  if (card.email !== null && card.sentAt === null)
    return card.sendOn > today
      ? { sign: "here", name: `Waits for ${dayWords(card.sendOn)}` }
      : card.balance - card.held <= 0
        ? { sign: "here", name: "All of it held" }
        : { sign: "half", name: "Letter on its way" };
  return { sign: "full", name: "Open" };
}

/** Origin of a card, by the cause of its first entry. */
export const originWords = (origin: GiftCardEntryKind | null): string =>
  origin === "sold" ? "Bought" : origin === "given-back" ? "Store credit" : "Given";

/** Causes of entries as the page of a card says them. */
export const entryWords: Record<GiftCardEntryKind, string> = {
  sold: "Bought",
  given: "Given",
  used: "Used",
  "given-back": "Given back",
  refunded: "Money back to its buyer",
  "paid-out": "Paid out",
  corrected: "Corrected",
};

/** Ways in which a rest was paid out. */
export const paidOutWords: Record<PaidOutWay, string> = {
  cash: "In cash",
  check: "By check",
  "bank-transfer": "By bank transfer",
  other: "In another way",
};
