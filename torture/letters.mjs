import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Checks that each paid order has exactly one complete confirmation letter, and that no other order has any. Returns the number
 * of letters.
 */
export async function checkLetters({ paid }, outbox, expect) {
  const files = await readdir(outbox);
  const confirmations = files.filter((name) => name.startsWith("order-confirmed-") && name.endsWith(".eml"));
  let letters = 0;
  for (const { number, email, state } of paid) {
    const [letter, ...more] = confirmations.filter((name) => name.startsWith(`order-confirmed-${number}-`));
    // An order that was cancelled before its confirmation may have no letter.
    const mayLack = state === "cancelled" && more.length === 0;
    expect(
      (letter && more.length === 0) || mayLack,
      `there are ${more.length + (letter ? 1 : 0)} letters about ${number}`,
    );
    if (!letter) continue;
    letters += 1;
    const text = await readFile(join(outbox, letter), "utf8");
    expect(text.includes(`To: ${email}\r\n`) && text.trimEnd().endsWith("--"), `the letter ${letter} is not whole`);
  }
  expect(confirmations.length === letters, `${confirmations.length} letters were sent about ${letters} orders`);
  // An interrupted letter is written again, unless its order was cancelled, or its link was paid or expired, meanwhile.
  const lacking = paid.filter(({ state }) => state === "cancelled").map(({ number }) => `order-confirmed-${number}-`);
  const isDue = (name) => ![...lacking, "pay-link-", "order-change-asked-"].some((start) => name.startsWith(start));
  const cut = files.filter((name) => name.endsWith(".part") && isDue(name));
  expect(cut.length === 0, `half-written letters were left behind: ${cut.join(", ")}`);
  return letters;
}

/**
 * Checks that each confirmed refund has exactly one letter with its amount, and that no other refund has any. Returns the sum of
 * the confirmed refunds in cents, as their letters name it.
 */
export async function checkRefundLetters({ refunds, atStripe }, outbox, expect) {
  const files = (await readdir(outbox)).filter((name) => /^(order-refunded|payment-returned)-.*\.eml$/.test(name));
  let cents = 0;
  let letters = 0;
  for (const { id, state, amount, number, wasDone, request, paidBy, onto } of refunds) {
    // Store credit is told by the letter of its card (`checkCards`).
    if (onto === "gift-card") {
      cents += amount;
      continue;
    }
    const own = files.filter((name) => name.includes(id));
    // A payment without an order has no e-mail address for a letter.
    const isDue = wasDone && number !== null;
    // A refund that failed before its letter was sent has none.
    const mayLack = state === "failed" && own.length === 0;
    expect(
      own.length === (isDue ? 1 : 0) || mayLack,
      `there are ${own.length} letters about the refund ${id}, which is ${state}`,
    );
    if (own.length === 0) {
      cents += state === "done" ? amount : 0;
      continue;
    }
    letters += 1;
    const text = (await readFile(join(outbox, own[0]), "utf8")).replaceAll("=\r\n", "");
    const [, dollars = ""] = /\$([\d,]+\.\d\d) is on its way back/.exec(text) ?? /\$([\d,]+\.\d\d)/.exec(text) ?? [];
    const written = Math.round(Number(dollars.replaceAll(",", "")) * 100);
    expect(written === amount, `the letter about the refund ${id} says ${written} in place of ${amount}`);
    cents += state === "done" ? written : 0;
    // Stripe knows nothing of what goes back onto a gift card.
    if (paidBy === "gift-card") continue;
    const made = atStripe(request).filter(({ metadata }) => metadata.refund === id);
    expect(made.length === 1 && made[0].amount === amount, `the refund ${id} of ${amount} is another one at Stripe`);
  }
  expect(files.length === letters, `${files.length} letters were sent about ${letters} refunds`);
  return cents;
}
