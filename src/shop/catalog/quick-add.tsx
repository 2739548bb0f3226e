import { useId, useState, type CSSProperties } from "react";
import { Button } from "~/ui/button";
import { Drawer } from "~/ui/drawer";
import { IconButton } from "~/ui/icon-button";
import { CloseButton } from "~/ui/layer";
import { Picture } from "~/ui/picture";
import { useToast } from "~/ui/toast";
import { Unbroken } from "~/ui/unbroken";
import { useRail } from "~/ui/use-rail";
import { useAddToBag } from "../bag/bag-provider";
import { limits } from "../limits";
import { formatCents } from "../money";
import { Refusal } from "../refusal";
import { firstChoice, pricedVariant, sizeOffers, variantOf, type SizeOffer } from "./choice";
import { ColorRadios, SizeRadio, SizeRadios } from "./choice-radios";
import { Price } from "./price";
import { priceBefore, priceOf, type Card, type Choice } from "./product";

/** Where a card stands. */
export type Shelf = "listing" | "home" | "rail";

/** Adds one piece of a card and says so, or why not: on home in other words than elsewhere. True when added. Spec §5, §8. */
export function useQuickAdd(card: Card, shelf: Shelf): (choice: Choice) => Promise<boolean> {
  const addToBag = useAddToBag();
  const toast = useToast();
  return async (choice) => {
    if (shelf === "home" && choice.size && !variantOf(card, choice)) {
      toast.error(new Refusal("size-not-in-variants").message);
      return false;
    }
    return addToBag(card, choice, card.front?.path ?? "");
  };
}

type QuickProps = { card: Card; color: string | undefined; shelf: Shelf };

/** Slides up over the picture of a hovered card: its sizes, and one button. */
export function QuickPanel({ card, color, shelf }: QuickProps) {
  const [size, setSize] = useState(firstChoice(card).size);
  const add = useQuickAdd(card, shelf);
  const offers = sizeOffers(card, color);
  const choice = { size, color };
  const price = formatCents(priceOf(card, pricedVariant(card, choice)));
  const isChoosing = offers.length > 1 && size === undefined;
  return (
    <div className="card__quick">
      {offers.length > 1 && <SizeRow offers={offers} value={size} onChange={setSize} shelf={shelf} />}
      <button type="button" className="card__add" onClick={() => void add(choice)}>
        <span>
          Quick add<span className="vh"> {card.name}</span>
        </span>
        <span>{isChoosing ? "Choose a size" : price}</span>
      </button>
    </div>
  );
}

type SizeRowProps = { offers: SizeOffer[]; value: string | undefined; onChange: (size: string) => void; shelf: Shelf };

/** Sizes in one row; more than fit scroll with arrows. Spec §9. */
function SizeRow({ offers, value, onChange, shelf }: SizeRowProps) {
  const name = useId();
  const { ref, atStart, atEnd, previous, next } = useRail<HTMLDivElement>();
  const most = shelf === "listing" ? limits.listing.sizeArrowsOver : limits.carousel.sizeArrowsOver;
  const scrolls = offers.length > most;
  return (
    <fieldset className={scrolls ? "quick quick--scrolls" : "quick"}>
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

/** The same choice on touch, as a sheet from the bottom. */
export function QuickSheet({ card, color: shown, shelf, open, onOpenChange }: QuickSheetProps) {
  const [choice, setChoice] = useState<Choice>({ ...firstChoice(card), color: shown });
  const add = useQuickAdd(card, shelf);
  const offers = sizeOffers(card, choice.color);
  const variant = pricedVariant(card, choice);
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
            <Price now={priceOf(card, variant)} was={priceBefore(card, variant)} />
          </div>
        </div>
        {card.colors.length > 1 && (
          <ColorRadios
            colors={card.colors.map(({ name, swatch, front: picture }) => ({ name, swatch, picture }))}
            value={choice.color}
            onChange={(color) => setChoice({ ...choice, color })}
          />
        )}
        {offers.length > 1 && (
          <SizeRadios
            offers={offers}
            value={choice.size}
            onChange={(size) => setChoice({ ...choice, size })}
            noneSoldOut
          />
        )}
        <Button size="large" wide split onClick={() => void buy()}>
          <span>Add to bag</span>
          <span className="tnum">{formatCents(priceOf(card, variant))}</span>
        </Button>
      </div>
    </Drawer>
  );
}
