import { useEffect, useState, type RefObject } from "react";
import { Button } from "~/ui/button";
import { type Cents, formatCents } from "~/shop/money";
import { offeredSize, type Choice } from "../product";

interface BuyBarProps {
  /** Add button of the page, which this bar replaces while that button is out of view. */
  button: RefObject<HTMLButtonElement | null>;
  isOut: boolean;
  missing: "size" | "color" | null;
  choice: Choice;
  /** Price of the chosen variant in cents; the page's price while the choice is incomplete. */
  price: Cents | null;
  onAdd: () => void;
}

/**
 * Add button at the lower edge of a phone, shown while the page's own button is out of view. Hidden from keyboard and screen
 * readers, which use the page's own button.
 */
export function BuyBar({ button, isOut, missing, choice, price, onAdd }: BuyBarProps) {
  const isSeen = useIsSeen(button);
  if (isSeen) return null;
  const toChoice = () => document.getElementById("sizes")?.scrollIntoView({ block: "center" });
  const amount = price === null ? "" : formatCents(price);
  const chosen = [choice.size && offeredSize(choice.size), amount].filter(Boolean).join(" · ");
  return (
    // Prevents a tap from moving the focus into hidden content.
    <div className="buybar" aria-hidden="true" onMouseDown={(event) => event.preventDefault()}>
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
    </div>
  );
}

/** Returns whether an element is in view; true until it was first observed. */
function useIsSeen(ref: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(true);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? true));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return isSeen;
}
