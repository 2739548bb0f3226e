import { useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import type { Choice } from "../product";

/**
 * The choice on a product's page. It begins with `opened`, the choice that the address names, and is the shopper's from there on: only a
 * link to a variant, or going back to another one's address, opens it anew. An anchor, or data that is loaded again, does not.
 */
export function useChoice(opened: Choice): [choice: Choice, choose: (change: Choice) => void] {
  const { key, search } = useLocation();
  const isLink = useNavigationType() !== "POP";
  const [at, setAt] = useState({ key, search, choice: opened });
  const isOpened = at.search !== search || (at.key !== key && isLink);
  if (at.key !== key || isOpened) setAt({ key, search, choice: isOpened ? opened : at.choice });
  const choose = (change: Choice) => setAt((now) => ({ ...now, choice: { ...now.choice, ...change } }));
  return [isOpened ? opened : at.choice, choose];
}
