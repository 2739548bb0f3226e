import { lazy, Suspense } from "react";
import type { PaymentMethod } from "~/shop/payments/gateway";
import { type ByCards, loadCards } from "./gift-card-store";
import { TotalList } from "./total-list";
import type { TotalRow } from "./total-rows";

const CardTotals = lazy(async () => ({ default: (await loadCards()).CardTotals }));

export interface CardSumsProps {
  rows: TotalRow[];
  byCards: ByCards;
  method?: PaymentMethod | null;
  /** Whether cards can be removed. */
  isOpen?: boolean;
}

/** Rows of a total, with what gift cards pay of it if there are any. */
export function CardSums(props: CardSumsProps) {
  const plain = <TotalList rows={props.rows} />;
  return props.byCards.parts.length > 0 ? (
    <Suspense fallback={plain}>
      <CardTotals {...props} />
    </Suspense>
  ) : (
    plain
  );
}
