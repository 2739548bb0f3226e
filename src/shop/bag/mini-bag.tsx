import { useEffect, useState } from "react";
import { ButtonLink } from "~/ui/button";
import { productAddress } from "~/shop/catalog/product";
import { formatCents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import { itemCount, type Bag } from "./bag";
import { textOfKey } from "./card-facts";
import { goodsIn, goodsValue, orderValue } from "~/shop/price";
import type { BagTerms } from "~/shop/delivery-fee";
import { FreeDeliveryBar } from "./free-delivery-bar";
import { MiniLine } from "./mini-line";
import { glanceAtOffers, isPresent } from "./offers-of-bag";
import { aboutOf, type KnownOffers } from "./offers-store";
import { OneOrder } from "./one-order";

const LINES_SHOWN = 4;

type BagSettings = BagTerms & Pick<Settings, "heldPieces">;

/** Short view of the bag. */
export function MiniBag({ bag, settings }: { bag: Bag; settings: BagSettings }) {
  const count = itemCount(bag);
  const value = orderValue(bag);
  const more = bag.length - LINES_SHOWN;
  const about = aboutOf(bag);
  const [known, setKnown] = useState<KnownOffers>();
  useEffect(() => glanceAtOffers(about, setKnown), [about]);
  // Presents are no lines of the bag, so their value is not taken off here.
  const offers = known?.about === about ? known.given.filter((given) => !isPresent(given)) : [];
  return (
    <>
      <h3>
        Bag{" "}
        <span>
          {count} {count === 1 ? "item" : "items"}
        </span>
      </h3>
      <ul className="mini">
        {bag.slice(0, LINES_SHOWN).map((line) => (
          <MiniLine
            key={textOfKey(line)}
            line={line}
            to={productAddress({ id: line.product, name: line.name }, line)}
          />
        ))}
        {more > 0 && <li className="mini__more">and {more} more</li>}
      </ul>
      <dl>
        <dt>Order value</dt>
        <dd className="tnum">{formatCents(value)}</dd>
      </dl>
      {offers.map(({ offer, sentence, amount }) => (
        <dl key={offer}>
          <dt>{sentence}</dt>
          <dd className="tnum">-{formatCents(amount)}</dd>
        </dl>
      ))}
      {goodsIn(bag).length > 0 && <FreeDeliveryBar value={goodsValue(bag)} terms={settings} />}
      <OneOrder bag={bag} most={settings.heldPieces} />
      <ButtonLink to="/cart" wide>
        View bag
      </ButtonLink>
    </>
  );
}
