import { ButtonLink } from "~/ui/button";
import { Unbroken } from "~/ui/unbroken";
import { shownColor, shownSize } from "../catalog/product";
import { limits } from "../limits";
import { formatCents } from "../money";
import type { Settings } from "../settings";
import { itemCount, lineTotal, orderValue, type Bag } from "./bag";
import { FreeRoad } from "./free-road";
import { LinePicture } from "./line-picture";

/** What is in the bag, in short. */
export function MiniBag({ bag, settings }: { bag: Bag; settings: Pick<Settings, "freeDeliveryFrom"> }) {
  const count = itemCount(bag);
  const value = orderValue(bag);
  const more = bag.length - limits.bag.inSummary;
  return (
    <>
      <h3>
        Bag{" "}
        <span>
          {count} {count === 1 ? "item" : "items"}
        </span>
      </h3>
      <ul className="mini">
        {bag.slice(0, limits.bag.inSummary).map((line) => (
          <li key={`${line.product} ${line.color} ${line.size}`}>
            <span className="plate">
              <LinePicture line={line} />
            </span>
            <div>
              <b>
                <Unbroken>{line.name}</Unbroken>
              </b>
              <span>
                {shownColor(line.color)} / {shownSize(line.size)} / {line.quantity}
              </span>
            </div>
            <span className="price">{formatCents(lineTotal(line))}</span>
          </li>
        ))}
        {more > 0 && <li className="mini__more">and {more} more</li>}
      </ul>
      <dl>
        <dt>Order value</dt>
        <dd className="tnum">{formatCents(value)}</dd>
      </dl>
      <FreeRoad value={value} settings={settings} />
      <ButtonLink to="/cart" wide>
        View bag
      </ButtonLink>
    </>
  );
}
