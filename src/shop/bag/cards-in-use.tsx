// One file for the browser of all that only shoppers with a gift card or a code need (`loadCards`).
import { divideAmongCards } from "~/shop/gift-cards/gift-card-parts";
import { giftCardWords } from "~/shop/gift-cards/gift-card-words";
import { cents, formatCents } from "~/shop/money";
import { leastPaymentBy, type PaymentMethod } from "~/shop/payments/gateway";
import { type ByCards, giftCardStore, type PaidByCards } from "./gift-card-store";
import { TotalList } from "./total-list";
import type { TotalRow } from "./total-rows";
import { focusCodeButton } from "./use-code";

export { CodeForm } from "./code-form";
export { recheckCards } from "./typed-code";

export const paidByCards: PaidByCards = (total, cards, method, notByCards = cents(0)) => {
  const lefts = cards.map(({ left }) => left);
  const payable = cents(total - notByCards);
  const least = notByCards > 0 ? cents(0) : leastPaymentBy(method ?? "Credit Card");
  const {
    parts,
    rest: left,
    keptBack,
  } = divideAmongCards(payable, lefts, least) ?? {
    parts: [],
    rest: payable,
    keptBack: cents(0),
  };
  const rest = cents(left + notByCards);
  return {
    codes: payable > 0 ? cards.map(({ code }) => code) : [],
    parts: cards.map(({ lastFour }, place) => ({ lastFour, amount: parts[place] ?? cents(0) })),
    rest,
    keptBack,
    ...(notByCards > 0 && { notByCards }),
  };
};

export interface CardSumsProps {
  rows: TotalRow[];
  byCards: ByCards;
  method?: PaymentMethod | null;
  /** Whether cards can be removed. */
  isOpen?: boolean;
  /** Whether the shop still computes the total. */
  isBusy?: boolean | undefined;
}

/** Rows of a total with what each gift card pays of it, and what is left to pay. */
export function CardTotals({ rows, byCards, method, isOpen = true, isBusy }: CardSumsProps) {
  const { parts, rest, keptBack, notByCards = cents(0) } = byCards;
  const remove = (place: number) => {
    giftCardStore.change((cards) => cards.filter((_, other) => other !== place));
    focusCodeButton();
  };
  return (
    <>
      <TotalList rows={rows} isBusy={isBusy}>
        {parts.map(({ lastFour, amount }, place) => (
          <div key={place}>
            <dt>
              {giftCardWords(lastFour)}
              {isOpen && (
                <button
                  type="button"
                  className="disc__off"
                  aria-label={`Remove ${giftCardWords(lastFour)}`}
                  onClick={() => remove(place)}
                >
                  REMOVE
                </button>
              )}
            </dt>
            <dd>{amount > 0 ? `-${formatCents(amount)}` : "Not needed"}</dd>
          </div>
        ))}
        <div className="total">
          <dt>TO PAY</dt>
          <dd>{formatCents(rest)}</dd>
        </div>
      </TotalList>
      <div role="status">
        {notByCards > 0 && (
          <p className="fine sum__tax">
            A gift card does not pay for gift cards: {formatCents(notByCards)} of this is for those.
          </p>
        )}
        {keptBack > 0 && (
          <p className="fine sum__tax">
            {parts.length > 1 ? "The last gift card" : "The gift card"} pays {formatCents(keptBack)} less, so that
            exactly {formatCents(rest)} is left: the least that {method === "Klarna" ? "Klarna" : "a card"} takes.
          </p>
        )}
      </div>
    </>
  );
}
