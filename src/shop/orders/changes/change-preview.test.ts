import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineTotal } from "~/shop/price";
import type { CodeTerms, Discount } from "~/shop/discounts/code";
import { type Cents, cents, share, sum } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { type ChangeableLine, type ChangeableOrder, previewChange, type WantedChange } from "./change-preview";
import { reducedBy } from "./reduced-by";
import { differenceOf, swapPrice } from "./change-amounts";

const delivery = { deliveryFee: cents(10_00), freeDeliveryFrom: cents(200_00) };
const RATE = 0.08;
const taxedAt = (amount: number) => cents(Math.round(amount * RATE));

interface Bought {
  lines: { price: number; quantity: number; open?: number }[];
  discount?: Discount | null;
  given?: number;
  isTaxed?: boolean;
}

/** Terms of a code as its order carries them. */
const termsOf = (discount: Discount | null, minimum: Cents | null = null): CodeTerms | null =>
  discount && {
    kind: discount.kind,
    percent: discount.kind === "percent" ? discount.percent : null,
    minimum,
    ...(discount.only && { only: discount.only }),
  };

/** Paid order, with its discount divided among its lines. */
function orderOf({ lines, discount = null, given = 0, isTaxed = false }: Bought): ChangeableOrder {
  const goods = lines.map(({ price, quantity }) => ({ price: cents(price), quantity }));
  const orderValue = sum(goods.map(lineTotal));
  const off = discount?.kind === "percent" ? cents(Math.round((orderValue * discount.percent) / 100)) : cents(0);
  const taken = discount?.kind === "amount" ? cents(Math.min(orderValue, discount.amount)) : off;
  const shares = share(taken, goods.map(lineTotal));
  const known = goods.map((line, position): ChangeableLine => {
    const discountShare = shares[position] ?? cents(0);
    const tax = isTaxed ? taxedAt(lineTotal(line) - discountShare) : cents(0);
    return { ...line, weightGrams: null, position, discountShare, tax, open: lines[position]?.open ?? line.quantity };
  });
  const deliveryFee = orderValue >= delivery.freeDeliveryFrom ? cents(0) : delivery.deliveryFee;
  const deliveryTax = isTaxed ? taxedAt(deliveryFee) : cents(0);
  const tax = cents(sum(known.map((line) => line.tax)) + deliveryTax);
  const total = cents(orderValue - taken + deliveryFee + tax);
  return {
    lines: known,
    sums: { orderValue, discount: taken, deliveryFee, tax, deliveryTax, fees: cents(0), total },
    ledger: { captured: total, refunded: cents(given), given: cents(given) },
    terms: termsOf(discount),
    delivery,
    taxOf: (line) => (isTaxed ? taxedAt(lineTotal(line) - line.discountShare) : cents(0)),
    taxOfDelivery: (fee) => (isTaxed ? taxedAt(fee) : cents(0)),
  };
}

const tee = (price: number, quantity = 1, replaces?: number) => ({
  variantId: 7,
  price: cents(price),
  weightGrams: null,
  quantity,
  ...(replaces !== undefined && { replaces }),
});
const percent = (off: number): Discount => ({ kind: "percent", code: "RIDE", percent: off });
const outcomeOf = (order: ChangeableOrder, goes: WantedChange["goes"]) => {
  try {
    return previewChange(order, { goes, comes: [] }).difference;
  } catch (error) {
    return error instanceof Refusal ? error.code : error;
  }
};

describe("`previewChange`", () => {
  test("a size swapped at the same price costs nothing, and discount and tax remain the same", () => {
    const order = orderOf({ lines: [{ price: 36_00, quantity: 2 }], discount: percent(15), isTaxed: true });
    const { difference, sums, comes } = previewChange(order, {
      goes: [{ position: 0, quantity: 1 }],
      comes: [tee(36_00, 1, 0)],
    });
    expect([difference, sums.total, comes[0]?.discountShare]).toEqual([0, order.sums.total, 5_40]);
  });

  test("a dearer variant costs the difference: a percentage code takes off what it took off the replaced line, and less of a cheaper one", () => {
    const order = orderOf({
      lines: [
        { price: 50_00, quantity: 1 },
        { price: 20_00, quantity: 1 },
      ],
      discount: percent(10),
    });
    const goes = [{ position: 0, quantity: 1 }];
    expect(previewChange(order, { goes, comes: [tee(80_00, 1, 0)] }).difference).toBe(30_00);
    expect(previewChange(order, { goes, comes: [tee(40_00, 1, 0)] }).difference).toBe(-9_00);
    expect(previewChange(order, { goes, comes: [tee(80_00)] }).difference).toBe(35_00);
  });

  test("a code for some products reduces an added line only if the code is for that product", () => {
    const order = orderOf({ lines: [{ price: 36_00, quantity: 1 }], discount: { ...percent(100), only: ["tee"] } });
    const instead = (product: string) =>
      previewChange(order, {
        goes: [{ position: 0, quantity: 1 }],
        comes: [{ ...tee(419_00, 1, 0), product }],
        asksDelivery: true,
      });
    expect(instead("tee").sums.discount).toBe(36_00);
    expect(instead("jacket").sums.discount).toBe(0);
    expect(instead("jacket").difference).toBe(409_00);
  });

  test("a code for an amount keeps its amount, at most the value of the added line", () => {
    const order = orderOf({
      lines: [{ price: 50_00, quantity: 1 }],
      discount: { kind: "amount", code: "TEN", amount: cents(10_00) },
    });
    const change = (price: number) =>
      previewChange(order, { goes: [{ position: 0, quantity: 1 }], comes: [tee(price, 1, 0)] }).sums.discount;
    expect([change(80_00), change(6_00)]).toEqual([10_00, 6_00]);
  });

  test("free delivery remains free for a smaller order unless a member charges the fee; a larger order loses its fee", () => {
    const free = orderOf({ lines: [{ price: 150_00, quantity: 2 }] });
    const fewer = { goes: [{ position: 0, quantity: 1 }], comes: [] };
    expect(previewChange(free, fewer)).toMatchObject({ difference: -150_00, sums: { deliveryFee: 0 } });
    expect(previewChange(free, { ...fewer, asksDelivery: true }).difference).toBe(-140_00);
    const paid = orderOf({ lines: [{ price: 150_00, quantity: 1 }], isTaxed: true });
    const more = previewChange(paid, { goes: [], comes: [tee(60_00)] });
    expect(more.sums).toMatchObject({ deliveryFee: 0, deliveryTax: 0 });
    expect(more.difference).toBe(60_00 + 4_80 - 10_00 - 80);
  });

  test("removing shipped, unknown or repeated pieces is refused, and so is removing all lines", () => {
    const order = orderOf({ lines: [{ price: 36_00, quantity: 3, open: 2 }] });
    for (const goes of [
      [{ position: 0, quantity: 3 }],
      [{ position: 1, quantity: 1 }],
      [{ position: 0, quantity: 0 }],
      [
        { position: 0, quantity: 1 },
        { position: 0, quantity: 1 },
      ],
    ])
      expect(outcomeOf(order, goes)).toBe("more-than-left");
    expect(outcomeOf(orderOf({ lines: [{ price: 36_00, quantity: 1 }] }), [{ position: 0, quantity: 1 }])).toBe(
      "order-state",
    );
  });

  test("goodwill and refunds before the change are not charged again", () => {
    const order = orderOf({ lines: [{ price: 36_00, quantity: 3, open: 2 }], given: 36_00 });
    const swap = { goes: [{ position: 0, quantity: 1 }], comes: [tee(36_00, 1, 0)] };
    expect(previewChange(order, swap).difference).toBe(0);
  });
});

test("a swapped piece keeps the paid price if the shop made a mistake or both variants cost the same today", () => {
  const prices = { paid: cents(30_00), goesToday: cents(36_00), comesToday: cents(36_00) };
  expect(swapPrice(prices, false)).toBe(30_00);
  const dearer = { ...prices, comesToday: cents(40_00) };
  expect([swapPrice(dearer, false), swapPrice(dearer, true)]).toEqual([40_00, 30_00]);
});

describe("randomly generated changes", () => {
  const price = fc.integer({ min: 1, max: 300_00 });
  const line = fc.record({ price, quantity: fc.integer({ min: 1, max: 6 }) });
  const code = fc.oneof(
    fc.constant(null),
    fc.integer({ min: 1, max: 100 }).map(percent),
    fc
      .integer({ min: 1, max: 400_00 })
      .map((amount): Discount => ({ kind: "amount", code: "OFF", amount: cents(amount) })),
  );
  const drawn = fc
    .record({
      lines: fc.array(line, { minLength: 1, maxLength: 4 }),
      discount: code,
      isTaxed: fc.boolean(),
      given: fc.nat(50_00),
      ends: fc.array(fc.nat(6), { minLength: 4, maxLength: 4 }),
      comes: fc.array(fc.record({ price, quantity: fc.integer({ min: 1, max: 3 }), at: fc.nat(4) }), {
        minLength: 1,
        maxLength: 3,
      }),
      asksDelivery: fc.boolean(),
    })
    .map(({ lines, ends, comes, asksDelivery, ...rest }) => {
      const order = orderOf({ lines, ...rest });
      const goes = order.lines.flatMap(({ position, quantity }) => {
        const pieces = Math.min(quantity, ends[position] ?? 0);
        return pieces > 0 ? [{ position, quantity: pieces }] : [];
      });
      const added = comes.map(({ at, ...own }) => tee(own.price, own.quantity, at < lines.length ? at : undefined));
      return { order, wanted: { goes, comes: added, asksDelivery } };
    });
  const amountsOf = (parts: { discountShare: Cents; tax: Cents }[]) => [
    sum(parts.map(({ discountShare }) => discountShare)),
    sum(parts.map(({ tax }) => tax)),
  ];

  test("kept and removed parts add up to the order before, and kept and added parts to the new sums", () => {
    fc.assert(
      fc.property(drawn, ({ order, wanted }) => {
        const { stays, goes, comes, sums, difference } = previewChange(order, wanted);

        for (const { position, quantity, discountShare, tax, price: each } of order.lines) {
          const own = [...stays, ...goes].filter((part) => part.position === position);
          expect(own.reduce((pieces, part) => pieces + part.quantity, 0)).toBe(quantity);
          expect(amountsOf(own)).toEqual([discountShare, tax]);
          // The database checks this for rows of lines and endings.
          for (const part of own) expect(part.discountShare).toBeLessThanOrEqual(each * part.quantity);
        }
        const value = (part: { position: number; quantity: number }) =>
          lineTotal({ price: order.lines[part.position]?.price ?? cents(0), quantity: part.quantity });
        expect(sums.orderValue).toBe(sum([...stays.map(value), ...comes.map(lineTotal)]));
        const [discount = 0, tax = 0] = amountsOf([...stays, ...comes]);
        expect([sums.discount, sums.tax - sums.deliveryTax]).toEqual([discount, tax]);
        for (const added of comes) {
          expect(added.discountShare).toBeGreaterThanOrEqual(0);
          expect(added.discountShare).toBeLessThanOrEqual(lineTotal(added));
        }
        expect(sums.total).toBe(sums.orderValue - sums.discount + sums.deliveryFee + sums.tax + sums.fees);
        expect(sums.total).toBeGreaterThanOrEqual(0);
        expect(difference).toBe(sums.total - order.sums.total);
      }),
    );
  });

  test("never raise the delivery fee unless asked, and leave no difference after payment", () => {
    fc.assert(
      fc.property(drawn, ({ order, wanted }) => {
        const { sums, difference } = previewChange(order, { ...wanted, asksDelivery: false });

        expect(sums.deliveryFee).toBeLessThanOrEqual(order.sums.deliveryFee);
        const { captured, refunded, given } = order.ledger;
        const moved =
          difference > 0
            ? { captured: cents(captured + difference), refunded, given }
            : { captured, refunded: cents(refunded - difference), given };
        expect(differenceOf(sums.total, moved)).toBe(0);
        // Goodwill given meanwhile does not change the difference.
        const kind = { ...moved, refunded: cents(moved.refunded + 3_00), given: cents(given + 3_00) };
        expect(differenceOf(sums.total, kind)).toBe(0);
      }),
    );
  });

  test("give no more than they count as reduced: what comes at today's price, less what goes as paid and the difference", () => {
    fc.assert(
      fc.property(
        drawn,
        fc.array(fc.tuple(price, price), { minLength: 3, maxLength: 3 }),
        ({ order, wanted }, more) => {
          const comes = wanted.comes.map((goods, index) => ({
            ...goods,
            ...(index > 0 && { swapPrice: cents(more[index]?.[0] ?? 0) }),
            ...(index > 1 && { agreedPrice: cents(Math.min(goods.price, more[index]?.[1] ?? 0)) }),
          }));
          const preview = previewChange(order, { ...wanted, comes });

          const today = sum(comes.map(lineTotal));
          const listed = sum(
            preview.goes.map(({ position, quantity }) =>
              lineTotal({ price: order.lines[position]?.price ?? cents(0), quantity }),
            ),
          );
          const shares = (parts: { discountShare: Cents }[]) => sum(parts.map(({ discountShare }) => discountShare));
          const { sums, difference } = preview;
          // Tax and the delivery fee have their own rules.
          const goods = difference - (sums.tax - order.sums.tax) - (sums.deliveryFee - order.sums.deliveryFee);
          const given = today - (listed - shares(preview.goes)) - goods - shares(preview.comes);
          expect(reducedBy(preview)).toBeGreaterThanOrEqual(given);
          for (const { position, quantity, discountShare } of preview.goes) {
            const instead = preview.comes.filter(({ replaces }) => replaces === position);
            expect(instead.reduce((pieces, line) => pieces + line.quantity, 0)).toBeLessThanOrEqual(quantity);
            expect(shares(instead)).toBeLessThanOrEqual(discountShare);
          }
          expect(shares(preview.comes)).toBeLessThanOrEqual(shares(preview.goes));
          expect(preview.comes.reduce((pieces, line) => pieces + line.quantity, 0)).toBe(
            comes.reduce((pieces, line) => pieces + line.quantity, 0),
          );
        },
      ),
    );
  });

  test("cost nothing if the same goods are added at the same price, whatever the code", () => {
    fc.assert(
      fc.property(drawn, ({ order, wanted: { goes } }) => {
        fc.pre(goes.length > 0);
        const comes = goes.map(({ position, quantity }) => tee(order.lines[position]?.price ?? 0, quantity, position));
        const kept = { ...order, taxOf: (line: { replaces?: number }) => goesTax(order, goes, line.replaces ?? 0) };
        const { difference, sums } = previewChange(kept, { goes, comes });
        expect([difference, sums]).toEqual([0, order.sums]);
      }),
    );
  });
});

/** Tax of the removed pieces of a line, which equals that of the pieces replacing them, at the rates of the order's day. */
const goesTax = (order: ChangeableOrder, goes: WantedChange["goes"], position: number): Cents =>
  previewChange({ ...order, taxOf: () => cents(0) }, { goes, comes: [tee(0)] }).goes.find(
    (part) => part.position === position,
  )?.tax ?? cents(0);
