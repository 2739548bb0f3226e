import { useState } from "react";
import { useLocation, useNavigationType } from "react-router";
import type { Choice } from "../product";

/**
 * Choice on a product's page. It starts with `opened`, the choice in the address, and then follows the shopper. Only a link to a
 * variant, or going back to one, resets it; anchors and reloads do not.
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
