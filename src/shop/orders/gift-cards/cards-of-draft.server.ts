import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { countingGuesses } from "~/shop/gift-cards/gift-card-guesses.server";
import { cardsByCodes, type GiftCardWithLeft, lockCards } from "~/shop/gift-cards/gift-cards.server";
import { type DividedTotal, divideAmongCards } from "~/shop/gift-cards/gift-card-parts";
import type { GiftCardPart } from "~/shop/gift-cards/gift-card-words";
import { type Cents, cents } from "~/shop/money";
import { leastPaymentBy, type PaymentMethod } from "~/shop/payments/gateway";
import { Refusal } from "~/shop/refusal";

/** A part of a draft that a gift card will pay. */
export interface HeldPart extends GiftCardPart {
  id: string;
  cardId: string;
  live: boolean;
}

/** Parts of a draft that gift cards pay, and the amount that is left for the chosen method. */
export interface PaidByCards extends Pick<DividedTotal, "rest" | "keptBack"> {
  held: HeldPart[];
}

interface Wanted {
  total: Cents;
  /** Part of the total, in cents, that no gift card pays: gift cards that are bought. */
  notByCards?: Cents;
  method: PaymentMethod;
  codes: readonly string[];
}

type Asking = Pick<Services, "payments" | "mode" | "sealer">;

/**
 * Cards of codes.
 *
 * @throws {Refusal} `gift-card-unknown` for a code that no card has.
 */
async function knownCards(
  { db, sealer }: { db: Database } & Pick<Asking, "sealer">,
  codes: readonly string[],
): Promise<GiftCardWithLeft[]> {
  const found = await cardsByCodes({ db, sealer }, codes);
  return found.map((card) => {
    if (!card) throw new Refusal("gift-card-unknown");
    return card;
  });
}

/**
 * Parts of a total that gift cards pay, under the locks of these cards, which come after all other locks. Writes nothing.
 *
 * @throws {Refusal} as `divided`; `gift-card-unknown`.
 */
export async function partsUnderLock(tx: Transaction, services: Asking, wanted: Wanted): Promise<PaidByCards> {
  const { codes } = wanted;
  await lockCards(tx, await cardIdsOf(tx, services, codes));
  // Read anew by the codes: one that was replaced before the lock is worth nothing.
  return divided(services, await knownCards({ db: tx, sealer: services.sealer }, codes), wanted);
}

/**
 * Parts of a total that gift cards would pay at this moment. What the unpaid draft with this key holds of them counts as there,
 * because a new draft takes its place.
 *
 * @throws {Refusal} as `divided`; `gift-card-unknown`.
 */
export const partsNow = async (
  services: Asking & Pick<Services, "db">,
  { draftKey, ...wanted }: Wanted & { draftKey?: string | undefined },
): Promise<PaidByCards> => divided(services, await cardsNow(services, wanted.codes, draftKey), wanted);

/**
 * The card of a code, with what it can pay now; what the unpaid draft with this key holds of it counts as there.
 *
 * @throws {Refusal} `gift-card-unknown`, `gift-card-ended`.
 */
export async function cardNow(
  services: Pick<Services, "db" | "sealer">,
  code: string,
  draftKey?: string,
): Promise<GiftCardWithLeft> {
  const [card] = await cardsNow(services, [code], draftKey);
  if (!card) throw new Refusal("gift-card-unknown");
  if (card.state !== "open") throw new Refusal("gift-card-ended", { details: { lastFour: card.lastFour } });
  return card;
}

/**
 * Checks that a card can pay at all: one for tests where real money is paid cannot, nor the other way round. With nothing left to pay the
 * mode of the shop decides, else that of the gateway.
 *
 * @throws {Refusal} `gift-card-of-test`.
 */
export function refuseOtherMoney(
  { payments: gateway, mode }: Pick<Asking, "payments" | "mode">,
  card: Pick<GiftCardWithLeft, "live" | "lastFour">,
): void {
  if (card.live !== gateway.isLive && card.live !== (mode === "live")) throw ofOtherMoney(card);
}

const ofOtherMoney = ({ live, lastFour }: Pick<GiftCardWithLeft, "live" | "lastFour">) =>
  new Refusal("gift-card-of-test", {
    details: { lastFour },
    ...(live && { words: "This gift card stands for real money. It does not pay for test orders." }),
  });

/** As `knownCards`, with what the unpaid draft with this key holds counted as there; a code that no card has is counted. */
async function cardsNow(
  services: Pick<Services, "db" | "sealer">,
  codes: readonly string[],
  draftKey: string | undefined,
): Promise<GiftCardWithLeft[]> {
  const cards = await countingGuesses(services.db, () => knownCards(services, codes));
  const own = draftKey ? await heldByDraft(services.db, draftKey) : undefined;
  return cards.map((card) => ({ ...card, left: cents(card.left + (own?.get(card.id) ?? 0)) }));
}

/** Ids of the cards of codes, in their order; codes that no card has are left out. */
export const cardIdsOf = async (
  db: Database,
  { sealer }: Pick<Asking, "sealer">,
  codes: readonly string[],
): Promise<string[]> => (await cardsByCodes({ db, sealer }, codes)).flatMap((card) => (card ? [card.id] : []));

/** Amounts that the unpaid draft with a key holds, by card. */
async function heldByDraft(db: Database, draftKey: string): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ cardId: string; amount: number }>(sql`
    select gift_card_id as "cardId", amount_cents as amount from payments join orders on number = order_number
    where draft_key = ${draftKey} and orders.state = 'awaiting-payment' and kind = 'gift-card' and payments.state = 'requested'`);
  return new Map(rows.map(({ cardId, amount }) => [cardId, amount]));
}

/**
 * @throws {Refusal} `gift-card-ended` for a closed card, `gift-card-empty` for one that is worth nothing now, `gift-card-of-test` for a
 * test card where real money is paid and the other way round, `payment-too-small`.
 */
function divided(
  { payments: gateway, mode }: Pick<Asking, "payments" | "mode">,
  cards: readonly GiftCardWithLeft[],
  { total, notByCards = cents(0), method }: Omit<Wanted, "codes">,
): PaidByCards {
  for (const { state, left, lastFour } of cards) {
    const details = { lastFour };
    if (state !== "open") throw new Refusal("gift-card-ended", { details });
    if (left <= 0) throw new Refusal("gift-card-empty", { details });
  }
  const payable = cents(total - notByCards);
  if (payable <= 0 && notByCards > 0)
    throw new Refusal("input-invalid", { fields: { giftCards: "A gift card does not pay for a gift card." } });
  const lefts = cards.map(({ left }) => left);
  const shares = divideAmongCards(payable, lefts, notByCards > 0 ? cents(0) : leastPaymentBy(method));
  if (!shares) throw new Refusal("payment-too-small");
  const rest = cents(shares.rest + notByCards);
  const isReal = rest === 0 ? mode === "live" : gateway.isLive;
  const other = cards.find(({ live }) => live !== isReal);
  if (other) throw ofOtherMoney(other);
  const held = cards.flatMap(({ id: cardId, lastFour, live }, place) => {
    const amount = shares.parts[place] ?? cents(0);
    return amount > 0 ? [{ id: randomUUID(), cardId, lastFour, live, amount }] : [];
  });
  return { held, rest, keptBack: shares.keptBack };
}
