import { nameOfVariant } from "~/shop/catalog/product";
import { cents, formatCents } from "~/shop/money";
import type { Order } from "~/shop/orders/order";
import type { Settings } from "~/shop/settings";
import { choiceValue } from "./exchange-form";
import { bySize } from "~/shop/catalog/listing/facets";
import { type Choice, type Hindrance, hindranceOf, mayExchange, reasonsFor, type SoldOrder } from "./return";
import { isOffered, type Reason } from "./return-reasons";

/** An option for an exchange, as shown in the form. */
export interface OfferedChoice {
  value: string;
  label: string;
  isSoldOut: boolean;
}

/** An option labeled with its price difference, such as "L / Black, $4.00 more"; of an order with sales tax, which is added, "before tax". */
const offeredIn =
  ({ summary }: Pick<Order, "summary">) =>
  (choice: Choice): OfferedChoice => {
    const { name, difference, left } = choice;
    const amount = formatCents(cents(Math.abs(difference)));
    const tax = summary.tax > 0 ? " before tax" : "";
    const isSoldOut = left === 0;
    const label = [
      name,
      difference > 0 && `${amount} more${tax}`,
      difference < 0 && `${amount} less${tax}`,
      isSoldOut && "sold out",
    ].filter(Boolean);
    return { value: choiceValue(choice), label: label.join(", "), isSoldOut };
  };

/** A line in the form for choosing the returned lines. */
export interface LineToChoose {
  position: number;
  name: string;
  /** Color and size as text. */
  choice: string;
  /** Path of the line's picture; empty without one. */
  image: string;
  /** Number of pieces that may still be returned. */
  left: number;
  reasons: Reason[];
  mayExchange: boolean;
  /** Values of the next larger and the next smaller size in the line's color, by the reason for which each is offered first. */
  next: { "too-small"?: string; "too-large"?: string };
  /** Variants for an exchange: of the line's own product, and of a product that was searched for. */
  variants: OfferedChoice[];
  others: OfferedChoice[];
  /** Reason why the line cannot be returned, a condition for returning it, or that it was a present, as text. */
  note: string;
}

/** The next sizes in the same color; without one that is sold out. */
function nextSizes(
  variants: readonly Choice[],
  { color, size }: { color: string; size: string },
): LineToChoose["next"] {
  const sizes = variants
    .filter((each) => !each.isOther && each.color === color && each.left !== 0)
    .toSorted((a, b) => bySize(a.size, b.size));
  const larger = sizes.find((each) => bySize(each.size, size) > 0);
  const smaller = sizes.findLast((each) => bySize(each.size, size) < 0);
  return {
    ...(larger && { "too-small": choiceValue(larger) }),
    ...(smaller && { "too-large": choiceValue(smaller) }),
  };
}

const NOTES: Record<Hindrance, string> = {
  "not-left": "It has not left yet.",
  "window-over": "Its return window is over.",
  "only-faulty": "Comes back only if it arrived damaged, faulty or wrong.",
  "all-returned": "On its way back already.",
};

const PRESENT = "It was a present: no money goes back for it.";

/** Lines of an order for the form in which the returned lines are chosen. */
export const linesToChoose = (
  order: Pick<Order, "lines" | "summary">,
  sold: SoldOrder,
  now: Date,
  settings: Settings,
): LineToChoose[] =>
  order.lines.flatMap(({ position, name, color, size, image, isPresent }) => {
    const line = sold.lines.find((own) => own.position === position);
    if (!line) return [];
    const hindrance = hindranceOf(line, sold, now, settings);
    const reasons = reasonsFor(line, sold, now, settings).filter(isOffered);
    return {
      position,
      name,
      choice: nameOfVariant({ color, size }),
      image,
      left: Math.max(0, line.sent - line.returned),
      reasons,
      mayExchange: mayExchange(line, sold, now, settings),
      next: nextSizes(line.variants, { color, size }),
      variants: line.variants.filter(({ isOther }) => !isOther).map(offeredIn(order)),
      others: line.variants.filter(({ isOther }) => isOther).map(offeredIn(order)),
      note: [hindrance && NOTES[hindrance], isPresent && reasons.length > 0 && PRESENT].filter(Boolean).join(" "),
    };
  });
