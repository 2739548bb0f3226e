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
  return (
    <dl className="facts">
      {rowsOf(line, isOrdered).map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt> <dd>{value}</dd>
            </div>
          ),
      )}
      {!line.giftCard && children}
    </dl>
  );
}

function rowsOf({ color, size, giftCard }: LineChoiceProps["line"], isOrdered: boolean): [string, string][] {
  if (giftCard)
    return [
      ["Amount", size],
      ["For", forWhom(giftCard)],
      ["By e-mail", onItsDay(giftCard)],
    ];
  const [shownAsColor, shownAsSize] = isOrdered ? [namedColor, namedSize] : [shownColor, shownSize];
  return [
    ["Colour", shownAsColor(color)],
    ["Size", shownAsSize(size)],
  ];
}
