import { giftCardWords } from "~/shop/gift-cards/gift-card-words";
import { formatCents } from "~/shop/money";
import type { CardSumsProps } from "./card-sums";
import { giftCardStore } from "./gift-card-store";
import { TotalList } from "./total-list";

/** Rows of a total with what each gift card pays of it, and what is left to pay. */
export function CardTotals({ rows, byCards, method, isOpen = true }: CardSumsProps) {
  const { parts, rest, keptBack } = byCards;
  const remove = (place: number) => giftCardStore.change((cards) => cards.filter((_, other) => other !== place));
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
          <p className="fine">
            {parts.length > 1 ? "The last gift card" : "The gift card"} pays {formatCents(keptBack)} less, so that
            exactly {formatCents(rest)} is left: the least that {method === "Klarna" ? "Klarna" : "a card"} takes.
          </p>
        )}
      </div>
    </>
  );
}
