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

export const paidByCards: PaidByCards = (total, cards, method) => {
  const lefts = cards.map(({ left }) => left);
  const { parts, rest, keptBack } = divideAmongCards(total, lefts, leastPaymentBy(method ?? "Credit Card")) ?? {
    parts: [],
    rest: total,
    keptBack: cents(0),
  };
  return {
    codes: cards.map(({ code }) => code),
    parts: cards.map(({ lastFour }, place) => ({ lastFour, amount: parts[place] ?? cents(0) })),
    rest,
    keptBack,
  };
};

export interface CardSumsProps {
  rows: TotalRow[];
  byCards: ByCards;
  method?: PaymentMethod | null;
  /** Whether cards can be removed. */
  isOpen?: boolean;
}

/** Rows of a total with what each gift card pays of it, and what is left to pay. */
export function CardTotals({ rows, byCards, method, isOpen = true }: CardSumsProps) {
  const { parts, rest, keptBack } = byCards;
  const remove = (place: number) => {
    giftCardStore.change((cards) => cards.filter((_, other) => other !== place));
    focusCodeButton();
  };
  return (
    <>
      <TotalList rows={rows}>
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
