import { number, read, shape, text } from "~/shop/json-shape";
import { type Cents, centsOfDollars } from "~/shop/money";
import { postJson } from "~/shop/post-json";

const answer = shape({ lastFour: text(), left: number() });

/**
 * Asks what a gift card could pay of an order now. What the unpaid order with the key of the browser's attempt to buy holds of it
 * counts as there.
 *
 * @throws {Refusal} with the reason why it cannot be used.
 */
export async function checkGiftCard(
  code: string,
  draftKey: string | undefined,
): Promise<{ lastFour: string; left: Cents }> {
  const card = read(answer, await postJson("/api/gift-cards/check", { code, draftKey }));
  if (!card) throw new Error("The shop's answer about a gift card is none.");
  return { lastFour: card.lastFour, left: centsOfDollars(card.left) };
}
