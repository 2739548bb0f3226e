import type { Ref } from "react";
import { ProductCard } from "./product-card";
import type { Card } from "../product";
import type { Shelf } from "./picture-sizes";

interface ProductGridProps {
  cards: Card[];
  heading?: "h2" | "h3";
  shelf?: Shelf;
  /** Number of first pictures that load early: `eager` on every window, `eagerInWide` on wide windows. */
  eager?: number;
  eagerInWide?: number;
  /** Color that a card shows, by product id. */
  colors?: Record<string, string>;
  ref?: Ref<HTMLUListElement>;
}

/** Products in a grid: two columns on a phone, three and four on wider windows. */
export function ProductGrid(props: ProductGridProps) {
  const { cards, heading = "h2", shelf = "listing", eager = 0, eagerInWide = 0, colors = {}, ref } = props;
  return (
    <ul className="grid grid--4" ref={ref}>
      {cards.map((card, i) => (
        <li key={`${card.id} ${colors[card.id] ?? ""}`}>
          <ProductCard
            card={card}
            heading={heading}
            shelf={shelf}
            eager={i < eager || (i < eagerInWide && "wide")}
            color={colors[card.id]}
          />
        </li>
      ))}
    </ul>
  );
}

/** Placeholder of a grid that is being loaded. */
export function GridSkeleton({ count }: { count: number }) {
  return (
    <div className="grid grid--4" aria-hidden="true">
      {Array.from({ length: count }, (_, i) => (
        <div className="card" key={i}>
          <div className="plate" />
          <div className="card__body">
            <i className="bone-line" />
            <i className="bone-line bone-line--short" />
          </div>
        </div>
      ))}
    </div>
  );
}
