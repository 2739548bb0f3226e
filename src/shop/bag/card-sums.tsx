import { lazy, Suspense } from "react";
import type { CardSumsProps } from "./cards-in-use";
import { TotalList } from "./total-list";
import { loadCards } from "./use-gift-cards";

const CardTotals = lazy(async () => ({ default: (await loadCards()).CardTotals }));

/** Rows of a total, with what gift cards pay of it if there are any. */
export function CardSums(props: CardSumsProps) {
  const plain = <TotalList {...props} />;
  return props.byCards.parts.length > 0 ? (
    <Suspense fallback={plain}>
      <CardTotals {...props} />
    </Suspense>
  ) : (
    plain
  );
}
