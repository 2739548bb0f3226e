import { expect, test } from "vitest";
import { cents } from "~/shop/money";
import { defaultSettings } from "~/shop/settings";
import type { Way } from "~/shop/payments/money-back";
import { type ReturnStanding, returnWords } from "./shopper-return-words";

const standing: ReturnStanding = {
  state: "started",
  isApproved: true,
  isCancelled: false,
  label: { state: "follows" },
  words: "",
  back: [],
  usual: null,
  instead: [],
  toPay: null,
  refundedBefore: "",
};
const read = (change: Partial<ReturnStanding>) => {
  const { name, next } = returnWords({ ...standing, ...change }, defaultSettings, new Date());
  return `${name}: ${next.join(" ")}`;
};

test("the shopper of a return reads its state and what to do next", () => {
  expect(read({ isApproved: false })).toMatch(/^Asked for: .*wait for our letter/);
  expect(read({})).toMatch(/^Started: .*wait for the prepaid label.*within 2 business days/);
  expect(read({ label: { state: "sent", url: "https://labels.example/1" } })).toMatch(
    /^Started: Print the prepaid label/,
  );
  expect(read({ label: { state: "none" } })).toMatch(/^Started: Send it with a carrier of your choice/);
  expect(read({ state: "received" })).toMatch(/^Arrived: .*write again when it is settled/);
  expect(read({ state: "refused", words: "It was worn." })).toMatch(/^Refused: It was worn\./);
  expect(read({ isCancelled: true })).toBe("Ended: The order was cancelled: there is nothing to send back.");
});

test("an open exchange names the day until which its goods are reserved, and the amount to pay", () => {
  const instead = [{ name: "Gloves, M", state: "reserved" as const, until: "December 18, 2026" }];
  expect(read({ instead, toPay: { amount: cents(26_40), until: "November 30, 2026" } })).toMatch(
    /Gloves, M is kept for you until December 18, 2026\. \$26\.40 to pay until November 30, 2026\./,
  );
  expect(read({ state: "refused", instead })).not.toContain("kept");
});

test("an open return says what is to go back for it, once it arrives or for what arrived, or that nothing does", () => {
  const visa: Way = { kind: "bank", method: "Credit Card", card: { brand: "visa", lastFour: "4242" } };
  const usual = [{ way: visa, amount: cents(34_00), state: "computed" }] as const;
  expect(read({ usual })).toMatch(
    /If it arrives as you describe it, this goes back: \$34\.00 to Visa ••••\u00a04242\. The amount is final once we have looked at it\.$/,
  );
  expect(read({ usual, state: "received" })).toMatch(
    /For what arrived this goes back: \$34\.00 to Visa ••••\u00a04242\. The amount is final once it is settled\.$/,
  );
  expect(read({ usual: [] })).toMatch(/No money goes back for it\.$/);
  for (const over of [{ state: "settled" }, { state: "refused" }, { isCancelled: true }] as const)
    expect(read({ usual, ...over })).not.toContain("this goes back");
});

test("a settled return names the refund, the replacements, or that nothing is due; for an exchange it does not mention a refund", () => {
  const settled = { state: "settled" } as const;
  const visa: Way = { kind: "bank", method: "Credit Card", card: { brand: "visa", lastFour: "4242" } };
  const refund = { way: visa, amount: cents(34_00), state: "requested" } as const;
  const onCard = { ...refund, way: { kind: "gift-card", lastFour: "7KQ2", isOpen: true }, state: "done" } as const;
  expect(read({ ...settled, back: [refund] })).toBe(
    "Settled: $34.00 goes back to Visa ••••\u00a04242. Banks take 10-14 business days to show it.",
  );
  expect(read({ ...settled, back: [onCard] })).toBe("Settled: $34.00 is back on the gift card ending 7KQ2.");
  expect(read({ ...settled, back: [{ ...refund, state: "failed" }] })).toMatch(/could not be paid back to you yet/);
  const exchanged = read({ ...settled, instead: [{ name: "Sprocket Tee, Ash, L", state: "waiting", until: "" }] });
  expect(exchanged).toMatch(/^Settled: Sprocket Tee, Ash, L is kept for you/);
  expect(exchanged).not.toMatch(/refund|goes back/);
  expect(read({ ...settled, instead: [{ name: "Sprocket Tee", state: "sent", until: "" }] })).toMatch(/has left us/);
  const ended = { ...settled, instead: [{ name: "Sprocket Tee", state: "ended" as const, until: "" }] };
  expect(read({ ...ended, back: [refund] })).toMatch(
    /^Settled: \$34\.00 goes back .* Sprocket Tee is not sent after all\.$/,
  );
  expect(read(ended)).not.toContain("goes back");
  expect(read({ ...settled, refundedBefore: "on November 20, 2026" })).toMatch(/refunded on November 20, 2026/);
  expect(read({ ...settled, words: "One was torn." })).toBe("Settled: No refund is due for it. One was torn.");
});
