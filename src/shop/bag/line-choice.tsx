import type { ReactNode } from "react";
import { namedColor, namedSize, shownColor, shownSize } from "~/shop/catalog/product";
import type { Line, ShownGiftCard } from "./bag";
import { forWhom, onItsDay } from "./card-facts";

interface LineChoiceProps {
  line: Pick<Line, "color" | "size"> & { giftCard?: ShownGiftCard };
  /** Whether the line was ordered: a color or size that it has not is left out then, which the bag calls "Default". */
  isOrdered?: boolean;
  children?: ReactNode;
}

/** A line's color and size with labels, or for whom a gift card is; `children` are further rows. */
export function LineChoice({ line, isOrdered = false, children }: LineChoiceProps) {
  const { giftCard } = line;
  if (giftCard)
    return (
      <dl className="facts">
        <div>
          <dt>Amount</dt> <dd>{line.size}</dd>
        </div>
        <div>
          <dt>For</dt> <dd>{forWhom(giftCard)}</dd>
        </div>
        <div>
          <dt>By e-mail</dt> <dd>{onItsDay(giftCard)}</dd>
        </div>
      </dl>
    );
  const [color, size] = isOrdered
    ? [namedColor(line.color), namedSize(line.size)]
    : [shownColor(line.color), shownSize(line.size)];
  return (
    <dl className="facts">
      {color && (
        <div>
          <dt>Colour</dt> <dd>{color}</dd>
        </div>
      )}
      {size && (
        <div>
          <dt>Size</dt> <dd>{size}</dd>
        </div>
      )}
      {children}
    </dl>
  );
}
