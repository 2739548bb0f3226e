import { safeBack } from "../context";

/** Pages that need a factor, each with the page to return to instead. */
const ABOVE: [asks: RegExp, above: string][] = [
  [/^\/(account\/(password|passkey|codes)|welcome\/way-in)$/, "/account"],
  [/^\/members\/[^/]+$/, "/members"],
  [/^\/orders\/export$/, "/orders"],
  [/^\/content$/, "/"],
];

/** Address for a member who does not show a factor: the page before, with its typed text, or the one above a page that needs a factor. */
export function wayBack(back: string, kept: string): string {
  const to = safeBack(back, kept);
  const [path = "/"] = to.split("?");
  const above = ABOVE.find(([asks]) => asks.test(path))?.[1];
  // An order list and its export file share a query.
  return above === "/orders" ? above + to.slice(path.length) : (above ?? to);
}
