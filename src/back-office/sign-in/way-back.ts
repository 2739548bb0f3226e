import { safeBack } from "../context";

/** Screens that ask who it is before they open, each with the one to go to instead. */
const ABOVE: [asks: RegExp, above: string][] = [
  [/^\/(account\/(password|passkey|codes)|welcome\/way-in)$/, "/account"],
  [/^\/members\/[^/]+$/, "/members"],
  [/^\/orders\/export$/, "/orders"],
  [/^\/content$/, "/"],
];

/** Where a member goes who does not answer: back to the page, with what was typed there; or above one that does not open without. */
export function wayBack(back: string, kept: string): string {
  const to = safeBack(back, kept);
  const [path = "/"] = to.split("?");
  const above = ABOVE.find(([asks]) => asks.test(path))?.[1];
  // A list and its file have one view.
  return above === "/orders" ? above + to.slice(path.length) : (above ?? to);
}
