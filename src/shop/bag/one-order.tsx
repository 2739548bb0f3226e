import { Link } from "react-router";
import { beyondOneOrder, type Bag } from "./bag";
import { Notice } from "./notice";

/** Note that the bag has more pieces than one order may have, with two ways to order more. */
export function OneOrder({ bag, most }: { bag: Bag; most: number }) {
  const words = beyondOneOrder(bag, most);
  if (!words) return null;
  return (
    <Notice>
      {words} Place two orders, or{" "}
      <Link className="text-link" to="/contact" prefetch="intent">
        write to us
      </Link>{" "}
      about one for your club.
    </Notice>
  );
}
