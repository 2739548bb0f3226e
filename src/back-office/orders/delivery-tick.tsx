import type { ComponentProps } from "react";
import { type Cents, formatCents } from "~/shop/money";
import { Tick } from "../ui/field";

interface DeliveryTickProps extends Omit<ComponentProps<typeof Tick>, "children"> {
  amount: Cents;
  /** Whether the return policy ticks the box, with the reason below it. */
  isDue: boolean;
}

/** Checkbox that gives the delivery fee back, too. */
export const DeliveryTick = ({ amount, isDue, ...tick }: DeliveryTickProps) => (
  <Tick {...tick}>
    Give back delivery too, {formatCents(amount)}
    {isDue && (
      <span className="sub">
        Ticked because something came damaged, faulty or wrong: your return policy gives back delivery then.
      </span>
    )}
  </Tick>
);
