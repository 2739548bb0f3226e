import type { ReactNode } from "react";
import { Carousel } from "~/ui/carousel";
import { ProductCard } from "./product-card";
import type { Card } from "../product";

interface CardRailProps {
  title: string;
  cards: Card[];
  /** A sentence or a link beside the buttons. */
  aside?: ReactNode;
}

/** A titled row of products that scrolls sideways; null if it has no products. */
export function CardRail({ title, cards, aside }: CardRailProps) {
  if (cards.length === 0) return null;
  return (
    <Carousel title={title} aside={aside}>
      {cards.map((card) => (
        <ProductCard card={card} key={card.id} />
      ))}
    </Carousel>
  );
}
