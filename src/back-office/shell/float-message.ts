import { keepClear } from "~/ui/keep-clear";

/**
 * Keeps the message after an act off the controls of the page. On a phone it is the first part of the page; where the page kept
 * its scroll position, it is shown over the page instead. Returns a function that ends this.
 */
export function floatMessage(message: HTMLElement): () => void {
  if (message.getBoundingClientRect().bottom < 0) message.dataset.afloat = "";
  return getComputedStyle(message).position === "fixed" ? keepClear(message, { sideways: true }) : () => undefined;
}
