import { useEffect, useState, type RefObject } from "react";
import { Button } from "~/ui/button";
import { type Cents, formatCents } from "~/shop/money";
import { offeredSize, type Choice } from "../product";

interface BuyBarProps {
  /** The button in the page, for which this one stands in. */
  button: RefObject<HTMLButtonElement | null>;
  isOut: boolean;
  missing: "size" | "color" | null;
  choice: Choice;
  /** Price of the chosen variant; that of the page while a size or color is missing. */
  price: Cents | null;
  onAdd: () => void;
}

/**
 * On a phone the button at the lower edge while the one in the page is out of sight. Only for the eye and the finger: whoever
 * listens or uses a keyboard has the one in the page.
 */
export function BuyBar({ button, isOut, missing, choice, price, onAdd }: BuyBarProps) {
  const isSeen = useIsSeen(button);
  if (isSeen) return null;
  const toChoice = () => document.getElementById("sizes")?.scrollIntoView({ block: "center" });
  const amount = price === null ? "" : formatCents(price);
  const facts = [choice.size && offeredSize(choice.size), amount].filter(Boolean).join(" · ");
  return (
    // A tap must not move the focus to where assistive technology does not look.
    <div className="buybar" aria-hidden="true" onMouseDown={(event) => event.preventDefault()}>
      {missing ? (
        <Button split tabIndex={-1} onClick={toChoice}>
          <span>Choose a {missing}</span>
          <span className="tnum">{amount}</span>
        </Button>
      ) : (
        <Button split tabIndex={-1} disabled={isOut} onClick={onAdd}>
          <span>Add to bag</span>
          <span className="tnum">{isOut ? "Sold out" : facts}</span>
        </Button>
      )}
    </div>
  );
}

/** Whether an element is in the window; until the browser has looked it counts as seen. */
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
