import { useId, type CSSProperties } from "react";
import { Link } from "react-router";
import { Button, ButtonLink } from "~/ui/button";
import { Drawer } from "~/ui/drawer";
import { IconButton } from "~/ui/icon-button";
import { CloseButton } from "~/ui/layer";
import { Picture } from "~/ui/picture";
import { Unbroken } from "~/ui/unbroken";
import { useRail } from "~/ui/use-rail";
import { formatCents } from "~/shop/money";
import { sizeOffers, type SizeOffer } from "../choice/choice";
import { ColorRadios, SizeRadio, SizeRadios } from "../choice/choice-radios";
import { Price } from "../pricing/price";
import { countedPrice, shownPrice } from "../pricing/pricing";
import type { Card, Choice } from "../product";
import type { Shelf } from "./picture-sizes";
import { useQuickAdd } from "./use-quick-add";

export interface QuickProps {
  card: Card;
  choice: Choice;
  /** Merges the change into the choice. */
  onChoose: (change: Choice) => void;
  shelf: Shelf;
}

/** Panel over the picture of a hovered card: sizes, and a button to add. */
export function QuickPanel({ card, choice, onChoose, shelf }: QuickProps) {
  const add = useQuickAdd(card, shelf);
  const offers = sizeOffers(card, choice.color);
  const isChoosing = offers.length > 1 && choice.size === undefined;
  if (card.isGiftCard)
    return (
      <div className="card__quick">
        <Link className="card__add" to={card.address}>
          <span>
            Choose<span className="vh"> {card.name}</span>
          </span>
        </Link>
      </div>
    );
  return (
    <div className="card__quick">
      {offers.length > 1 && (
        <SizeRow offers={offers} value={choice.size} onChange={(size) => onChoose({ size })} shelf={shelf} />
      )}
      <button type="button" className="card__add" onClick={() => void add(choice)}>
        <span>
          Quick add<span className="vh"> {card.name}</span>
        </span>
        <span>{isChoosing ? CHOOSE : countedWords(card, choice)}</span>
      </button>
    </div>
  );
}

interface SizeRowProps {
  offers: SizeOffer[];
  value: string | undefined;
  onChange: (size: string) => void;
  shelf: Shelf;
}

const SIZES_IN_LISTING = 6;
const SIZES_IN_CAROUSEL = 5;

/** Sizes in one row, with arrows to scroll. */
function SizeRow({ offers, value, onChange, shelf }: SizeRowProps) {
  const name = useId();
  const { ref, atStart, atEnd, previous, next } = useRail<HTMLDivElement>();
  const scrolls = offers.length > (shelf === "listing" ? SIZES_IN_LISTING : SIZES_IN_CAROUSEL);
  return (
    <fieldset className="quick">
      <legend className="vh">Size</legend>
      {scrolls && (
        <IconButton
          icon="left"
          iconSize="small"
          label="Previous sizes"
          aria-disabled={atStart || undefined}
          onClick={previous}
        />
      )}
      <div className="quick__row" ref={ref} style={{ "--n": scrolls ? 4 : offers.length } as CSSProperties}>
        {offers.map((offer) => (
          <SizeRadio
            key={offer.size}
            name={name}
            offer={offer}
            isChosen={offer.size === value}
            disabled={offer.isSoldOut}
            onChoose={() => onChange(offer.size)}
          />
        ))}
      </div>
      {scrolls && (
        <IconButton
          icon="right"
          iconSize="small"
          label="Next sizes"
          aria-disabled={atEnd || undefined}
          onClick={next}
        />
      )}
    </fieldset>
  );
}

type QuickSheetProps = QuickProps & { open: boolean; onOpenChange: (open: boolean) => void };

const CHOOSE = "Choose a size";

/** Label of the add button: the price that the bag will use, or a request to choose a size. */
function countedWords(card: Card, choice: Choice): string {
  const price = countedPrice(card, choice);
  return price === null ? CHOOSE : formatCents(price);
}

/** Choice of size and color on touch screens, as a sheet from the bottom. */
export function QuickSheet({ card, choice, onChoose, shelf, open, onOpenChange }: QuickSheetProps) {
  const add = useQuickAdd(card, shelf);
  const offers = sizeOffers(card, choice.color);
  const { front } = card.colors.find(({ name }) => name === choice.color) ?? card;
  const buy = async () => {
    if (await add(choice)) onOpenChange(false);
  };
  return (
    <Drawer
      side="bottom"
      headless
      className="qsheet"
      title={`Quick add ${card.name}`}
      open={open}
      onOpenChange={onOpenChange}
    >
      <CloseButton label="Close quick add" />
      <div className="qsheet__in">
        <div className="qsheet__p">
          <span className="plate">
            <Picture picture={front} alt="" sizes="80px" />
          </span>
          <div>
            <b>
              <Unbroken>{card.name}</Unbroken>
            </b>
            <Price price={shownPrice(card, shelf, choice)} />
          </div>
        </div>
        {card.isGiftCard ? (
          <ButtonLink size="large" wide to={card.address}>
            Choose
          </ButtonLink>
        ) : (
          <>
            {card.colors.length > 1 && (
              <ColorRadios
                colors={card.colors.map(({ name, swatch, front: picture }) => ({ name, swatch, picture }))}
                value={choice.color}
                onChange={(color) => onChoose({ color })}
              />
            )}
            {offers.length > 1 && (
              <SizeRadios offers={offers} value={choice.size} onChange={(size) => onChoose({ size })} noneSoldOut />
            )}
            <Button size="large" wide split onClick={() => void buy()}>
              <span>Add to bag</span>
              <span className="tnum">{countedWords(card, choice)}</span>
            </Button>
          </>
        )}
      </div>
    </Drawer>
  );
}
