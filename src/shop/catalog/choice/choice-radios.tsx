import { useId, type CSSProperties, type ReactNode } from "react";
import { Picture } from "~/ui/picture";
import { formatRound } from "~/shop/money";
import type { Picture as StoredPicture } from "~/shop/picture";
import type { SizeOffer } from "./choice";
import { shownColor } from "../product";

interface ColorRadiosProps {
  colors: { name: string; swatch: string | null; picture: StoredPicture | null }[];
  value: string | undefined;
  onChange: (color: string) => void;
}

/** Choice of a color by pictures of the product, with a swatch in the corner. */
export function ColorRadios({ colors, value, onChange }: ColorRadiosProps) {
  const name = useId();
  return (
    <fieldset className="pick">
      <legend className="vh">Color</legend>
      <div className="pick__l" aria-hidden="true">
        <span>
          Color: <b>{value === undefined ? "choose one" : shownColor(value)}</b>
        </span>
      </div>
      <div className="looks">
        {colors.map((color) => (
          <label className="look" key={color.name}>
            <input
              type="radio"
              name={name}
              value={color.name}
              aria-label={shownColor(color.name)}
              checked={color.name === value}
              onChange={() => onChange(color.name)}
            />
            <span className="plate look__plate" style={{ "--c": color.swatch ?? undefined } as CSSProperties}>
              <Picture picture={color.picture} alt="" sizes="72px" />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SizeRadiosProps {
  offers: SizeOffer[];
  value: string | undefined;
  onChange: (size: string) => void;
  /** Whether sold-out sizes are disabled. On a product's page they can be chosen, to request a back-in-stock letter. */
  noneSoldOut?: boolean;
  /** Content to the right of the label. */
  aside?: ReactNode;
  /** Content below the sizes. */
  note?: ReactNode;
  id?: string;
}

/** Choice of a size by buttons; sold-out sizes are struck through and labelled. */
export function SizeRadios({ offers, value, onChange, noneSoldOut = false, aside, note, id }: SizeRadiosProps) {
  const name = useId();
  const chosen = offers.find(({ size }) => size === value);
  return (
    <fieldset className="pick" id={id}>
      <legend className="vh">Size</legend>
      <div className="pick__l">
        <span aria-hidden="true">
          Size: <b>{chosen?.label ?? "choose one"}</b>
        </span>
        {aside}
      </div>
      <div className={offers.length > 8 ? "sizes sizes--s" : "sizes"}>
        {offers.map((offer) => (
          <SizeRadio
            key={offer.size}
            name={name}
            offer={offer}
            isChosen={offer.size === value}
            disabled={noneSoldOut && offer.isSoldOut}
            onChoose={() => onChange(offer.size)}
          />
        ))}
      </div>
      {note}
    </fieldset>
  );
}

interface SizeRadioProps {
  name: string;
  offer: SizeOffer;
  isChosen: boolean;
  disabled?: boolean;
  onChoose: () => void;
}

/** Radio button of a size. */
export function SizeRadio({ name, offer, isChosen, disabled, onChoose }: SizeRadioProps) {
  const { size, label, surcharge, isSoldOut, isMissing } = offer;
  const state = isSoldOut ? "sold out" : isMissing ? "not made in this color" : undefined;
  const more = surcharge === 0 ? undefined : `${surcharge > 0 ? "+" : ""}${formatRound(surcharge)}`;
  return (
    <label className={state ? "size is-out" : "size"}>
      <input
        type="radio"
        name={name}
        value={size}
        aria-label={label}
        aria-description={state ?? more}
        checked={isChosen}
        disabled={disabled}
        onChange={onChoose}
      />
      {label}
      {more && <small>{more}</small>}
    </label>
  );
}
