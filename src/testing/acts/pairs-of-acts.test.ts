import { expect, test } from "vitest";
import { action as showOrder } from "~/shop/returns/order-status.page";
import { HANGS, openActsShop } from "./acts-shop.server";
import { roundOfPairs } from "./round-of-pairs";
import { partsOf, stepsOfOrders, walkPairs } from "./walk-pairs.server";

const acts = await openActsShop();

const CHEAPER = ["change for less", "change that takes out"];
const CHANGES = [...CHEAPER, "change for more, paid", "change for more, unpaid"];
const SENDS = ["exchange, even", "exchange for more", "return", "lost parcel sent again", "lost parcel paid back"];
const REFUNDS = ["part refund", "store credit", "refund of delivery alone", "refund of all", "goodwill"];
/** Disputes by which a bank holds the money or has taken it. */
const HELD = ["dispute opened", "dispute lost"];
const GATEWAY = ["refund at the gateway", "dispute opened", "dispute won", "dispute lost"];

/** Refused second acts by the reason, and the first acts after which they are; all other acts of all pairs are made. */
const REFUSED: Record<string, [first: string[], second: string[]][]> = {
  "order-state": [
    [
      ["refund of all", "cancel"],
      [...CHANGES, ...SENDS, "address corrected"],
    ],
    [[...REFUNDS, "refund at the gateway", ...SENDS], ["cancel"]],
    [SENDS, ["address corrected"]],
  ],
  "order-cancelled": [[["cancel"], ["cancel"]]],
  "change-open": [[["change for more, unpaid"], [...REFUNDS, ...CHANGES, ...SENDS]]],
  "change-nothing": [
    [["change for less"], ["change for less"]],
    [["change for more, paid"], ["change for more, paid", "change for more, unpaid"]],
  ],
  "nothing to refund": [
    [["refund of delivery alone", "return"], ["refund of delivery alone"]],
    [["refund of all", "cancel", ...HELD], REFUNDS],
  ],
  "refund-disputed": [[["dispute opened"], [...CHEAPER, "return", "lost parcel paid back"]]],
  "refund-charged-back": [[["dispute lost"], [...CHEAPER, "lost parcel paid back"]]],
  "refused by the gateway": [[HELD, ["refund at the gateway"]]],
  "nothing left at the gateway": [[["refund of all", "cancel"], GATEWAY]],
};

const expected = Object.entries(REFUSED).flatMap(([reason, groups]) =>
  groups.flatMap(([first, second]) => first.flatMap((one) => second.map((two) => `${one} + ${two}: ${reason}`))),
);

test("the pairs, and the pairs between them, are each ordered pair once", () => {
  const round = roundOfPairs(5);
  const between = round.map(([, second], turn) => [second, round[(turn + 1) % round.length]?.[0]]);
  for (const pairs of [round, between]) expect(new Set(pairs.map(String)).size).toBe(25);
});

/** Walks at the same time: half of a walk waits for the database. More of them wait for each other's variants. */
const WALKS = 3;

test(
  "after any two acts, on one order or on two, its shopper has paid what the account says; ledger, files, figures, stock, papers and previews agree",
  async () => {
    const { wrong, refused } = await walkPairs(acts, partsOf(stepsOfOrders, WALKS), showOrder);
    expect(wrong).toEqual([]);
    expect(refused).toEqual(expected.toSorted());
  },
  HANGS,
);
