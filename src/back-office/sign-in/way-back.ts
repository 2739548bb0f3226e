import { safeBack } from "../context";

/** Pages that cannot be shown without a factor, each with the page to return to instead. */
const ABOVE: [asks: RegExp, above: string][] = [
  [/^\/(account\/(password|passkey|codes)|welcome\/way-in)$/, "/account"],
  [/^\/members\/[^/]+$/, "/members"],
  [/^\/orders\/export$/, "/orders"],
  [/^\/content$/, "/"],
];

/**
 * Address for a member who cancels the question for a factor: the page with the form and its typed text, or, for a page of
 * `ABOVE`, its parent.
 */
export function wayBack(back: string, kept: string): string {
  const to = safeBack(back, kept);
  const [path = "/"] = to.split("?");
  const above = ABOVE.find(([asks]) => asks.test(path))?.[1];
  // The export of orders has the parameters of the list, so that the list keeps its filter.
  return above === "/orders" ? above + to.slice(path.length) : (above ?? to);
}
