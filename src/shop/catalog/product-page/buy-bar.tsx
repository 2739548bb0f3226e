import type { RefObject } from "react";
import { BottomBar } from "~/ui/bottom-bar";
import { Button } from "~/ui/button";
import { type Cents, formatCents } from "~/shop/money";
import { offeredSize, type Choice } from "../product";

interface BuyBarProps {
  /** Add button of the page. */
  button: RefObject<HTMLButtonElement | null>;
  isOut: boolean;
  missing: "size" | "color" | null;
  choice: Choice;
  /** Price of the chosen variant in cents; the page's price while the choice is incomplete. */
  price: Cents | null;
  onAdd: () => void;
}

/** Copy of the add button on a phone; without a size it leads to the sizes. */
export function BuyBar({ button, isOut, missing, choice, price, onAdd }: BuyBarProps) {
  const toChoice = () => document.getElementById("sizes")?.scrollIntoView({ block: "center" });
  const amount = price === null ? "" : formatCents(price);
  const chosen = [choice.size && offeredSize(choice.size), amount].filter(Boolean).join(" · ");
  return (
    <BottomBar button={button}>
      {missing ? (
        <Button split tabIndex={-1} onClick={toChoice}>
          <span>Choose a {missing}</span>
          <span className="tnum">{amount}</span>
        </Button>
      ) : (
        <Button split tabIndex={-1} disabled={isOut} onClick={onAdd}>
          <span>Add to bag</span>
          <span className="tnum">{isOut ? "Sold out" : chosen}</span>
        </Button>
      )}
    </BottomBar>
  );
}
