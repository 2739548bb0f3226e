import { Fragment, type ReactNode, useState } from "react";
import { Link } from "react-router";
import { Carousel } from "~/ui/carousel";
import { ROW } from "./filled-up";
import { ProductCard } from "./product-card";
import type { Card } from "../product";

interface CardRailProps {
  title: string;
  cards: Card[];
  /** A sentence or a link beside the buttons. */
  aside?: ReactNode;
}

/** Number of cards that are drawn at first: those that fit beside each other, and the one that shows that there are more. */
const FIRST = ROW + 1;

/**
 * A titled row of products that scrolls sideways; null if it has no products. A long row is drawn whole once somebody comes to it,
 * so that it adds little to its page.
 */
export function CardRail({ title, cards, aside }: CardRailProps) {
  const [isReached, setReached] = useState(false);
  if (cards.length === 0) return null;
  const isCut = !isReached && cards.length > FIRST;
  return (
    <>
      <Carousel title={title} aside={aside} onReach={isCut ? () => setReached(true) : undefined}>
        {(isCut ? cards.slice(0, FIRST) : cards).map((card) => (
          <ProductCard card={card} key={card.id} />
        ))}
      </Carousel>
      {/* Without script the others are named. React leaves the content of `noscript` as the server wrote it. */}
      {isCut && <noscript>{import.meta.env.SSR && <Names cards={cards.slice(FIRST)} />}</noscript>}
    </>
  );
}

/** Links to products by their names. */
const Names = ({ cards }: Pick<CardRailProps, "cards">) => (
  <p className="wide">
    {cards.map(({ id, name, address }, i) => (
      <Fragment key={id}>
        {i > 0 && ", "}
        <Link className="text-link" to={address}>
          {name}
        </Link>
      </Fragment>
    ))}
  </p>
);
