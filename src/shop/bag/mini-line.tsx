import type { ReactNode } from "react";
import { Link } from "react-router";
import { Unbroken } from "~/ui/unbroken";
import { nameOfVariant, shownColor, shownSize } from "~/shop/catalog/product";
import { formatCents } from "~/shop/money";
import { lineTotal, shownTotal } from "~/shop/price";
import type { Line, ShownGiftCard } from "./bag";
import { forWhom, onItsDay } from "./card-facts";
import { LinePicture } from "./line-picture";

interface MiniLineProps {
  line: Omit<Line, "giftCard"> & { giftCard?: ShownGiftCard };
  /** Address of the link on the product's name. */
  to?: string;
  /** Notes below size and color. */
  children?: ReactNode;
}

/** Short view of a line, as an item of a `.mini` list. */
export function MiniLine({ line, to, children }: MiniLineProps) {
  const name = <Unbroken>{line.name}</Unbroken>;
  return (
    <li>
      <span className="plate">
        <LinePicture line={line} />
      </span>
      <div>
        <b>{to ? <Link to={to}>{name}</Link> : name}</b>
        <span>
          {line.giftCard
            ? `${line.size} / For ${forWhom(line.giftCard)} / ${onItsDay(line.giftCard)}`
            : line.isPresent
              ? [nameOfVariant(line), "Present"].filter(Boolean).join(" / ")
              : `${shownColor(line.color)} / ${shownSize(line.size)} / ${line.quantity}`}
        </span>
        {children}
      </div>
      <span className="price">
        {formatCents(shownTotal(line))}
        {line.isPresent && <s>{formatCents(lineTotal(line))}</s>}
      </span>
    </li>
  );
}
