import { eq } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { OrderPayments } from "~/shop/payments/order-payments.server";
import { isGiftCardLine } from "~/shop/price";
import type { BoughtGiftCard } from "~/shop/gift-cards/bought-gift-card";
import { boughtCardsOf } from "../gift-cards/bought-cards.server";
import type { Customer, Order } from "../order";
import { orderByNumber } from "../orders.server";
import { orders } from "../orders.tables";
import type { DraftRequest } from "./draft-request.server";
import type { PricedLine, RequestedLine } from "./priced-lines.server";

export interface KeyedDraft extends Order {
  reservedUntil: Date | null;
  /** For whom its gift cards are, by the positions of their lines. */
  boughtCards: ReadonlyMap<number, BoughtGiftCard>;
}

/**
 * Reads a draft by its order number, with the end of its reservation, to compare it with these lines; undefined for an unknown number.
 * Its gift cards are read beside some among the lines only: without any it differs by its goods.
 */
export async function keyedDraft(
  tx: Transaction,
  number: string,
  lines: readonly PricedLine[],
): Promise<KeyedDraft | undefined> {
  const [row] = await tx.select({ reservedUntil: orders.reservedUntil }).from(orders).where(eq(orders.number, number));
  const order = row && (await orderByNumber(tx, number));
  const boughtCards = order && lines.some(isGiftCardLine) ? await boughtCardsOf(tx, number) : NO_CARDS;
  return order && { ...order, reservedUntil: row.reservedUntil, boughtCards };
}

const NO_CARDS: KeyedDraft["boughtCards"] = new Map();

/** Whether a draft has the content of the request, its gift cards included, and can still be paid, or was paid. */
export function isSameRequest(
  draft: KeyedDraft,
  { first, cards }: OrderPayments,
  wanted: DraftRequest & { cardIds: readonly string[] },
  lines: PricedLine[],
  now: Date,
): boolean {
  const isOpen = draft.state === "awaiting-payment" && draft.reservedUntil !== null && draft.reservedUntil > now;
  if (!isOpen && draft.state !== "paid") return false;
  const content = (of: RequestedLine[]) =>
    JSON.stringify(
      of.map(({ product, size, color, quantity, price, giftCard }) => [
        product,
        size,
        color,
        quantity,
        price,
        ...(giftCard ? [giftCard.email, giftCard.recipient, giftCard.words, giftCard.sendOn] : []),
      ]),
    );
  const drafted = draft.lines.map((line) => ({ ...line, giftCard: draft.boughtCards.get(line.position) }));
  const { email, name, phone, address, city, postalCode } = wanted.customer;
  return (
    first.method === wanted.method &&
    draft.summary.total === wanted.amount &&
    (wanted.due === undefined || first.amount === wanted.due) &&
    isSameCards(first, cards, wanted.cardIds) &&
    isSameCode(draft, wanted) &&
    content(drafted) === content(lines) &&
    Boolean(draft.summary.deliveryMethod) === (wanted.customer.fasterDelivery ?? false) &&
    Object.entries({ email, name, phone, address, city, postalCode }).every(
      ([field, value]) => draft[field as keyof Customer] === value,
    )
  );
}

/** Whether a draft has the wanted code; one with offers lacks it at the same total, if they left it out. */
const isSameCode = ({ discountCode, offers }: KeyedDraft, wanted: DraftRequest): boolean =>
  discountCode === (wanted.discountCode ?? null) || (discountCode === null && offers !== undefined);

/** Whether a draft is paid by these cards; if they pay all of it, the last ones may not have been needed. */
function isSameCards(
  { amount }: OrderPayments["first"],
  held: OrderPayments["cards"],
  wanted: readonly string[],
): boolean {
  const ids = held.filter(({ state }) => state !== "cancelled").map(({ giftCardId }) => giftCardId);
  const areAll = ids.length === wanted.length || (amount === 0 && ids.length > 0);
  return areAll && ids.every((id, place) => wanted[place] === id);
}
