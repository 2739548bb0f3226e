import type { ReactNode } from "react";
import { shownColor, shownSize } from "~/shop/catalog/product";
import type { Line, ShownGiftCard } from "./bag";
import { forWhom, onItsDay } from "./card-facts";

interface LineChoiceProps {
  line: Pick<Line, "color" | "size"> & { giftCard?: ShownGiftCard };
  children?: ReactNode;
}

/** A line's color and size with labels, or for whom a gift card is; `children` are further rows. */
export function LineChoice({ line, children }: LineChoiceProps) {
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
  return (
    <dl className="facts">
      <div>
        <dt>Colour</dt> <dd>{shownColor(line.color)}</dd>
      </div>
      <div>
        <dt>Size</dt> <dd>{shownSize(line.size)}</dd>
      </div>
      {children}
    </dl>
  );
}
