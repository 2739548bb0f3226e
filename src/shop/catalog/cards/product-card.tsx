import { memo, useEffect, useRef, useState, type CSSProperties } from "react";
import { Link } from "react-router";
import { later } from "~/ui/later";
import { Picture, sourcesOf } from "~/ui/picture";
import { Stars } from "~/ui/stars";
import { Unbroken } from "~/ui/unbroken";
import { FavoriteButton } from "~/shop/wishlist/favorite-button";
import { Ahead } from "./ahead";
import { flagsOf } from "./flags";
import { FEW_LEFT } from "../low-stock-words";
import { Price } from "../pricing/price";
import { firstChoice } from "../choice/choice";
import { startFlight } from "./picture-flight";
import { CARD_SIZES, MAIN_SIZES, type Shelf } from "./picture-sizes";
import { shownPrice, type ShownPrice } from "../pricing/pricing";
import { atChoice, shownColor, sizesOf, ALL_SIZES, type Card, type Choice } from "../product";
import type { QuickProps } from "./quick-add";
import { useNear } from "./use-near";
import { useQuickAdd } from "./use-quick-add";
import { usePrefetch } from "./use-prefetch";

const QuickPanel = later(async () => (await import("./quick-add")).QuickPanel);
const QuickSheet = later(async () => (await import("./quick-add")).QuickSheet);

interface ProductCardProps {
  card: Card;
  heading?: "h2" | "h3";
  /** Kind of list: decides the width of the card's picture, and how many sizes quick add shows without arrows to scroll. */
  shelf?: Shelf;
  /** Whether the picture loads early: true for a card above the fold, "wide" for one that is above it only on wide windows. */
  eager?: boolean | "wide";
  /** Color that the card shows and its link opens; unset: the product's first color. */
  color?: string | undefined;
}

/**
 * A product in a grid or a row. A link covers the card; the buttons for favorites, colors and quick add are above the link.
 * Memoized, because the router renders a page again when the shopper leaves it.
 */
export const ProductCard = memo(function ProductCard({
  card,
  heading: Heading = "h3",
  shelf = "rail",
  eager = false,
  color,
}: ProductCardProps) {
  const [chosen, setChosen] = useState<Choice>(color === undefined ? {} : { color });
  const choice = { ...firstChoice(card), ...chosen };
  const choose = (change: Choice) => setChosen((now) => ({ ...now, ...change }));
  // A chosen size is one of the shown color, so the link then names this color even if the shopper has not chosen it.
  const wanted = chosen.size || chosen.color ? choice : {};
  const address = atChoice(card.address, wanted);
  const price = shownPrice(card, shelf, wanted);
  const { isNear, isMeant, handlers } = useNear();
  const article = useRef<HTMLElement>(null);
  const plate = useRef<HTMLDivElement>(null);
  const isSoon = usePrefetch(article);
  const { front, back } = card.colors.find(({ name }) => name === choice.color) ?? card;

  return (
    <article ref={article} className={card.soldOut ? "card is-out" : "card"} {...handlers}>
      {/* The name is before the buttons over the picture, so that a listener and the keyboard meet it first. */}
      <Heading className="card__name">
        <Link to={address} onClick={() => startFlight(card.id, plate.current)}>
          <Unbroken>{card.name}</Unbroken>
        </Link>
      </Heading>
      <div className="plate" ref={plate}>
        <Picture picture={front} sizes={CARD_SIZES[shelf]} eager={eager} className="card__front" />
        {isNear && back && <SecondPicture key={back.hash} picture={back} sizes={CARD_SIZES[shelf]} />}
        <Flags card={card} price={price} />
        <FavoriteButton product={card} className="card__fav" />
        {!card.soldOut && (
          <>
            {isNear && <QuickPanel card={card} choice={choice} onChoose={choose} shelf={shelf} />}
            <Plus card={card} choice={choice} onChoose={choose} shelf={shelf} />
          </>
        )}
      </div>
      <div className="card__body">
        {card.lowStock && <p className="card__low">{FEW_LEFT}</p>}
        <Price price={price} />
        {card.offer && !card.soldOut && <p className="card__offer">{card.offer}</p>}
        {card.colors.length > 0 && (
          <Swatches card={card} chosen={choice.color} onChoose={(color) => choose({ color })} />
        )}
        {card.reviews > 0 && <Stars value={card.rating} count={card.reviews} />}
        {(shelf !== "rail" || card.reviews === 0) && <p className="card__spec">{card.material}</p>}
      </div>
      {(isSoon || isMeant) && <Ahead address={address} key={address} />}
      {isSoon && <PictureAhead card={card} />}
    </article>
  );
});

/** Prefetches the first picture of a product's page. */
function PictureAhead({ card: { colors, front } }: { card: Card }) {
  const picture = colors[0]?.front ?? front;
  useEffect(() => {
    if (picture) fetchAhead(picture);
  }, [picture]);
  return null;
}

/**
 * Loads a picture into the browser's cache by an `Image`. A preload link would cause a warning if this page does not use it.
 */
function fetchAhead(picture: NonNullable<Card["front"]>): void {
  const image = new Image();
  image.fetchPriority = "low";
  image.sizes = MAIN_SIZES;
  image.srcset = sourcesOf(picture, "avif");
}

/** Second picture of the product, on a rider or from behind, loaded and shown when the card is hovered. */
function SecondPicture({ picture, sizes }: { picture: NonNullable<Card["back"]>; sizes: string }) {
  const [hasLoaded, setLoaded] = useState(false);
  return (
    <Picture
      picture={picture}
      alt=""
      sizes={sizes}
      eager
      className={hasLoaded ? "card__back is-loaded" : "card__back"}
      onLoad={() => setLoaded(true)}
    />
  );
}

function Flags({ card, price }: { card: Card; price: ShownPrice }) {
  const flags = flagsOf(card, price);
  if (flags.length === 0) return null;
  return (
    <ul className="flags">
      {flags.map(({ words, look }) => (
        <li className={look ? `flag flag--${look}` : "flag"} key={words}>
          {words}
        </li>
      ))}
    </ul>
  );
}

/** Plus button for touch screens: adds a product that has no choices, or opens the sheet of choices. */
function Plus(props: QuickProps) {
  const { card, choice, shelf } = props;
  const [isOpen, setOpen] = useState<boolean>();
  const add = useQuickAdd(card, shelf);
  const needsChoice = card.colors.length > 1 || sizesOf(card).some((size) => size !== ALL_SIZES);
  return (
    <>
      <button
        type="button"
        className="card__plus"
        aria-label={`Quick add ${card.name}`}
        onClick={() => (needsChoice ? setOpen(true) : void add(choice))}
      />
      {isOpen !== undefined && <QuickSheet {...props} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}

const MOST_SWATCHES = 5;

function Swatches({
  card: { name, colors },
  chosen,
  onChoose,
}: {
  card: Card;
  chosen: string | undefined;
  onChoose: (color: string) => void;
}) {
  const more = colors.length - MOST_SWATCHES;
  return (
    <div className="swatches" role="group" aria-label={`Colors of ${name}`}>
      {colors.slice(0, MOST_SWATCHES).map((color) => (
        <button
          type="button"
          className="swatch"
          key={color.name}
          style={{ "--c": color.swatch ?? undefined } as CSSProperties}
          aria-label={shownColor(color.name)}
          aria-pressed={color.name === chosen}
          onClick={() => onChoose(color.name)}
        />
      ))}
      {more > 0 && <span className="swatches__more">+{more}</span>}
    </div>
  );
}
