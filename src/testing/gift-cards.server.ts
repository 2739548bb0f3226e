import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import type { Services } from "~/services";
import { makeGiftCard, openedCode } from "~/shop/gift-cards/gift-cards.server";
import { giftCardEntries } from "~/shop/gift-cards/gift-cards.tables";
import { type Cents, cents } from "~/shop/money";
import type { DraftRequest } from "~/shop/orders/drafting/draft-request.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import type { PaymentRequest } from "~/shop/payments/gateway";
import { payments, sandboxRequests } from "~/shop/payments/payments.tables";

/** A gift card of a test, with its code. */
export interface TestCard {
  id: string;
  code: string;
  lastFour: string;
}

/** Makes a gift card that is worth `amount` cents; one for tests, unless it is to stand for real money. */
export async function openCard(
  { db, sealer }: Pick<Services, "db" | "sealer">,
  amount: number,
  { live = false } = {},
): Promise<TestCard> {
  const given = { memberId: "tests", reason: "", email: null, recipient: "", words: "", sendOn: "2026-01-01" };
  const card = await db.transaction((tx) => makeGiftCard(tx, sealer, { ...given, amount: cents(amount), live }));
  return { id: card.id, code: openedCode(sealer, card) ?? "", lastFour: card.lastFour };
}

/** Amount that a card is worth to the next order, in cents, and its entries as text, the oldest first. */
export async function cardBooks({ db }: Pick<Services, "db">, { id }: Pick<TestCard, "id">) {
  const entries = await db
    .select()
    .from(giftCardEntries)
    .where(eq(giftCardEntries.cardId, id))
    .orderBy(asc(giftCardEntries.id));
  const held = await db
    .select()
    .from(payments)
    .where(and(eq(payments.giftCardId, id), eq(payments.state, "requested")));
  const sumOf = (rows: readonly { amount: number }[]) => rows.reduce((sum, { amount }) => sum + amount, 0);
  return { left: sumOf(entries) - sumOf(held), entries: entries.map(({ kind, amount }) => `${kind} ${amount}`) };
}

/**
 * Lets gift cards pay parts of a draft, in the order in which they were used, as drafting does: the payment at the gateway is the
 * rest. Call it before the payment is tried.
 */
export async function holdCards(
  { db }: Pick<Services, "db">,
  requestId: string,
  parts: readonly { card: TestCard; amount: number }[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const [first] = await tx.select().from(payments).where(eq(payments.gatewayId, requestId));
    if (!first) throw new Error("no payment");
    const rest = cents(parts.reduce<number>((left, { amount }) => left - amount, first.amount));
    await tx.update(payments).set({ amount: rest }).where(eq(payments.id, first.id));
    await tx.update(sandboxRequests).set({ amount: rest }).where(eq(sandboxRequests.id, requestId));
    if (parts.length === 0) return;
    await tx.insert(payments).values(
      parts.map(({ card, amount }, position) => ({
        id: randomUUID(),
        orderNumber: first.orderNumber,
        kind: "gift-card" as const,
        giftCardId: card.id,
        gateway: "gift-card",
        gatewayId: `${card.id} ${first.orderNumber}`,
        method: "Gift Card" as const,
        amount: cents(amount),
        live: false,
        requestedAt: new Date(first.requestedAt.getTime() + position + 1),
      })),
    );
  });
}

/** Drafts an order of which gift cards pay parts, and returns the request for the rest. */
export async function draftWithCards(
  shop: Services,
  wanted: DraftRequest,
  parts: readonly { card: TestCard; amount: number }[],
): Promise<PaymentRequest & { amount: Cents }> {
  const request = await draftOrder(shop, wanted);
  await holdCards(shop, request.id, parts);
  return request;
}
