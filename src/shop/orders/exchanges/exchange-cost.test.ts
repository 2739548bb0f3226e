import fc from "fast-check";
import { expect, test } from "vitest";
import { lineTotal } from "~/shop/price";
import type { CodeTerms } from "~/shop/discounts/code";
import { cents } from "~/shop/money";
import { reducedBy } from "../changes/reduced-by";
import { costOf, exchangedParts } from "./exchange-cost";

test("goods of an exchange come for as many pieces as go, with at most their discount, and give no more than they count as reduced", () => {
  const price = fc.integer({ min: 1, max: 300_00 });
  const terms = fc.record({
    kind: fc.constantFrom("percent", "amount", "free-delivery"),
    percent: fc.option(fc.integer({ min: 1, max: 100 })),
    minimum: fc.option(fc.nat(500_00).map(cents)),
  }) as fc.Arbitrary<CodeTerms>;
  const drawn = fc.record({
    paid: price,
    today: price,
    swapPrice: fc.option(price, { nil: undefined }),
    share: fc.nat(100),
    pieces: fc.integer({ min: 1, max: 5 }),
    more: fc.nat(3),
    terms: fc.option(terms),
  });
  fc.assert(
    fc.property(drawn, ({ paid, today, swapPrice, share, pieces, more, terms: own }) => {
      const quantity = pieces + more;
      const orderValue = lineTotal({ price: cents(paid), quantity });
      const discount = cents(Math.floor((orderValue * share) / 100));
      const none = { deliveryFee: cents(0), tax: cents(0), deliveryTax: cents(0), fees: cents(0) };
      const goods = { position: 0, quantity, price: cents(paid), weightGrams: null };
      const line = { ...goods, discountShare: discount, tax: cents(0), open: 0 };
      const known = {
        lines: [line],
        sums: { orderValue, discount, ...none, total: cents(orderValue - discount) },
        terms: own,
      };
      const wanted = { variantId: 7, product: "tee", price: cents(today) };
      const parts = exchangedParts(
        known,
        { position: 0, quantity: pieces },
        { ...wanted, ...(swapPrice !== undefined && { swapPrice: cents(swapPrice) }) },
      );
      const { goes, comes } = parts;

      expect([goes.quantity, comes.quantity]).toEqual([pieces, pieces]);
      expect(comes.discountShare).toBeLessThanOrEqual(goes.discountShare);
      const { difference } = costOf(parts, cents(paid));
      const given = today * pieces - (paid * pieces - goes.discountShare) - difference - comes.discountShare;
      expect(reducedBy({ comes: [comes] })).toBeGreaterThanOrEqual(given);
    }),
  );
});
