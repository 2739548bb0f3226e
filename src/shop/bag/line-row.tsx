import { Link } from "react-router";
import { IconButton } from "~/ui/icon-button";
import { Quantity } from "~/ui/quantity";
import { Unbroken } from "~/ui/unbroken";
import { Ahead } from "~/shop/catalog/cards/ahead";
import { useNear } from "~/shop/catalog/cards/use-near";
import { Price } from "~/shop/catalog/pricing/price";
import { settledPrice } from "~/shop/catalog/pricing/pricing";
import { atChoice, productAddress } from "~/shop/catalog/product";
import { limits } from "~/shop/limits";
import { formatCents } from "~/shop/money";
import type { Line } from "./bag";
import { lineTotal } from "~/shop/price";
import { type Availability, nameOf, unavailableWords } from "./availability";
import { LineChoice } from "./line-choice";
import { LinePicture } from "./line-picture";

interface LineRowProps {
  line: Line;
  /** Current address of the product's page in the catalog. */
  address?: string | undefined;
  standing: Availability;
  /** Changes of price and quantity since the bag was opened last. */
  changes: readonly string[];
  /** Stock up to which "only N left" is shown. */
  lowMark: number;
  /** Maximum quantity of a line in one order. */
  most: number;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
}

/** A line of the bag. An unavailable line shows the reason and is left out of the total. */
export function LineRow({ line, address, standing, changes, lowMark, most, onQuantity, onRemove }: LineRowProps) {
  const name = nameOf(line);
  const to = atChoice(address ?? productAddress({ id: line.product, name: line.name }), line);
  const isBuyable = standing.kind === "available";
  const left = isBuyable ? standing.left : null;
  const { isMeant, handlers } = useNear();
  return (
    <li className={isBuyable ? "line" : "line line--out"} {...handlers}>
      {isMeant && <Ahead address={to} key={to} />}
      <Link className="plate" to={to} tabIndex={-1}>
        <LinePicture line={line} alt={name} />
      </Link>
      <div className="line__main">
        <div className="line__top">
          <div className="line__name">
            <h2>
              <Link to={to}>
                <Unbroken>{line.name}</Unbroken>
              </Link>
            </h2>
            <Price price={settledPrice(line.price)} />
          </div>
          <IconButton icon="close" label={`Remove ${name}`} onClick={onRemove} />
        </div>
        <LineChoice line={line} />
        <LineNotes {...{ standing, changes, lowMark }} />
        <div className="line__bot">
          <div>
            <p className="field__hint line__label">Quantity</p>
            {isBuyable && !line.giftCard ? (
              <Quantity
                value={line.quantity}
                max={Math.min(left ?? most, most, limits.bag.quantity)}
                of={name}
                onChange={onQuantity}
              />
            ) : (
              <output className="line__count">{line.quantity}</output>
            )}
          </div>
          <p className="line__total">
            Total <b>{formatCents(lineTotal(line))}</b>
          </p>
        </div>
      </div>
    </li>
  );
}

/** Notes under a line's choice: what changed, why it cannot be bought, and that few pieces are left. */
function LineNotes({ standing, changes, lowMark }: Pick<LineRowProps, "standing" | "changes" | "lowMark">) {
  const { left } = standing.kind === "available" ? standing : { left: null };
  const notes = [
    ...changes,
    ...(standing.kind === "available" ? [] : [unavailableWords[standing.kind]]),
    ...(left !== null && left <= lowMark ? [`Only ${left} left`] : []),
  ];
  return notes.map((words) => (
    <p className="line__note" key={words}>
      {words}
    </p>
  ));
}
