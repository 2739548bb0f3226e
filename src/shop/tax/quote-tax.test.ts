import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cents, share } from "~/shop/money";
import { NO_TAX, quoteTax, type TaxGoods, type TaxLine } from "./quote-tax";
import { TAX_KINDS } from "~/shop/catalog/kinds-for-tax";
import { DELIVERY_TAXES, type TaxFee, type TaxRange, type TaxRule, type TaxState, TREATMENTS } from "./tax-table";

const DAY = "2026-11-24";

const stateWith = (state: string, more: Partial<TaxState> = {}): TaxState => ({
  state,
  stateRate: 0,
  localRate: 0,
  delivery: "not",
  source: "typed",
  day: "2026-10-01",
  ranges: [],
  rules: [],
  fees: [],
  ...more,
});
const rule = (kind: TaxRule["kind"], treatment: TaxRule["treatment"], more: Partial<TaxRule> = {}): TaxRule => ({
  kind,
  treatment,
  amount: null,
  part: "both",
  from: null,
  to: null,
  cap: null,
  name: "",
  ...more,
});
const range = (zipFrom: string, zipTo: string, localRate: number, more: Partial<TaxRange> = {}): TaxRange => ({
  zipFrom,
  zipTo,
  localRate,
  name: "",
  localExempt: false,
  choice: "higher",
  source: "rates.csv",
  day: "2026-07-01",
  ...more,
});
const fee = (name: string, amount: number, more: Partial<TaxFee> = {}): TaxFee => ({
  name,
  amount: cents(amount),
  fromValue: cents(0),
  onlyWithTaxed: false,
  from: null,
  to: null,
  taxed: false,
  ...more,
});
const line = (kind: TaxLine["kind"], price: number, quantity = 1, discountShare = 0): TaxLine => ({
  kind,
  price: cents(price),
  quantity,
  discountShare: cents(discountShare),
});
const goods = (lines: TaxLine[], delivery = 0): TaxGoods => ({
  lines,
  delivery: cents(delivery),
  orderValue: cents(lines.reduce((all, { price, quantity }) => all + price * quantity, 0)),
});
const quote = (state: TaxState, of: TaxGoods, zip = "00000", day = DAY) =>
  quoteTax({ states: { [state.state]: state } }, of, { state: state.state, zip }, day);
const taxOf = (state: TaxState, of: TaxGoods, zip?: string, day?: string) => quote(state, of, zip, day).tax;

const below110 = { amount: cents(110_00), part: "state" } as const;
const newYork = stateWith("NY", {
  stateRate: 40_000,
  localRate: 40_000,
  delivery: "by-share",
  rules: [rule("clothing", "exempt-below", below110), rule("footwear", "exempt-below", below110)],
  ranges: [
    range("10000", "10499", 48_750, { name: "New York City", localExempt: true }),
    range("12201", "12288", 40_000, { name: "Albany" }),
  ],
});

describe("rules and numbers of real states", () => {
  test("New York: a helmet is taxed, a tee below $110 only with the local rate [B-73]", () => {
    const both = quote(newYork, goods([line("protective", 329_00), line("clothing", 34_00)]), "12203");

    expect(both.lines.map(({ tax }) => tax)).toEqual([26_32, 1_36]);
    expect(both.lines.map(({ stateTax, localTax }) => [stateTax, localTax])).toEqual([
      [13_16, 13_16],
      [0, 1_36],
    ]);
    expect(both).toMatchObject({ tax: 27_68, place: "Albany, NY", source: "rates.csv, 2026-07-01", mark: null });
    expect(both.lines[1]?.rule).toBe("exempt below $110.00, state part");
  });

  test("New York: a piece at $109.99 is exempt, at $110.00 taxed; in the city the exemption covers both rates [B-86]", () => {
    expect(taxOf(newYork, goods([line("clothing", 109_99)]), "10001")).toBe(0);
    expect(taxOf(newYork, goods([line("clothing", 110_00)]), "10001")).toBe(9_76);
    expect(taxOf(newYork, goods([line("footwear", 109_99)]), "12203")).toBe(4_40);
    expect(taxOf(newYork, goods([line("footwear", 110_00)]), "12203")).toBe(8_80);
  });

  test("New York: a discount that brings a piece below $110 makes it exempt, but only those pieces", () => {
    expect(taxOf(newYork, goods([line("clothing", 110_00, 1, 1)]), "10001")).toBe(0);
    // Two pieces share a discount of one cent, so one of them costs $109.99.
    expect(quote(newYork, goods([line("clothing", 110_00, 2, 1)]), "10001").lines[0]).toMatchObject({
      base: 110_00,
      tax: 9_76,
    });
  });

  test("Massachusetts: clothing is taxed only on its price above $175 per piece, a helmet fully, delivery not at all", () => {
    const state = stateWith("MA", {
      stateRate: 62_500,
      rules: [rule("clothing", "excess", { amount: cents(175_00) })],
    });

    expect(taxOf(state, goods([line("clothing", 175_00)], 3_99))).toBe(0);
    expect(taxOf(state, goods([line("clothing", 200_00)], 3_99))).toBe(1_56);
    expect(taxOf(state, goods([line("clothing", 200_00, 2)], 3_99))).toBe(3_13);
    expect(taxOf(state, goods([line("protective", 200_00)], 3_99))).toBe(12_50);
  });

  test("Rhode Island: clothing is taxed only on its price above $250 per piece", () => {
    const state = stateWith("RI", {
      stateRate: 70_000,
      rules: [rule("clothing", "excess", { amount: cents(250_00) })],
    });

    expect(taxOf(state, goods([line("clothing", 250_00)]))).toBe(0);
    expect(taxOf(state, goods([line("clothing", 299_99)]))).toBe(3_50);
    // The threshold applies to each piece, not to the line's sum.
    expect(taxOf(state, goods([line("clothing", 200_00, 2)]))).toBe(0);
  });

  test("Pennsylvania: clothing is exempt, protective gear taxed, with a local rate in Philadelphia; delivery is taxed in proportion", () => {
    const state = stateWith("PA", {
      stateRate: 60_000,
      delivery: "by-share",
      rules: [rule("clothing", "exempt"), rule("footwear", "exempt")],
      ranges: [range("19100", "19199", 20_000, { name: "Philadelphia" })],
    });
    const half = goods([line("clothing", 100_00), line("protective", 100_00)], 4_00);

    expect(quote(state, half, "15201")).toMatchObject({ tax: 6_12, deliveryTax: 12 });
    expect(quote(state, half, "19103")).toMatchObject({ tax: 8_16, deliveryTax: 16, place: "Philadelphia, PA" });
  });

  test("New Jersey: clothing is exempt, a helmet is taxed at 6.625 %, delivery is taxed if any goods are", () => {
    const state = stateWith("NJ", { stateRate: 66_250, delivery: "with-taxed", rules: [rule("clothing", "exempt")] });

    expect(quote(state, goods([line("clothing", 89_99)], 3_99))).toMatchObject({ tax: 0, deliveryTax: 0 });
    expect(quote(state, goods([line("clothing", 89_99), line("protective", 100_00)], 3_99))).toMatchObject({
      tax: 6_89,
      deliveryTax: 26,
    });
  });

  test("Minnesota: orders from $100 have a fee of $0.50 as a separate line", () => {
    const state = stateWith("MN", {
      stateRate: 68_750,
      delivery: "with-taxed",
      rules: [rule("clothing", "exempt")],
      fees: [fee("Road improvement and food delivery fee", 50, { fromValue: cents(100_00) })],
    });

    expect(quote(state, goods([line("protective", 99_99)]))).toMatchObject({ fees: [], feesTotal: 0, tax: 6_87 });
    const dear = quote(state, goods([line("protective", 100_00)]));
    expect(dear.fees).toMatchObject([{ name: "Road improvement and food delivery fee", amount: 50, tax: 0 }]);
    expect([dear.tax, dear.feesTotal]).toEqual([6_88, 50]);
  });

  test("goods whose whole price is discounted have neither tax nor a fee", () => {
    const state = stateWith("MN", { stateRate: 68_750, fees: [fee("Fee", 50)] });

    expect(quote(state, goods([line("protective", 100_00, 1, 100_00)]))).toMatchObject({ tax: 0, feesTotal: 0 });
    expect(quote(state, goods([line("protective", 100_00, 1, 99_99)]))).toMatchObject({ tax: 0, feesTotal: 50 });
  });

  test("Vermont: clothing is exempt at any price, everything else is taxed at 6 % together with its delivery", () => {
    const state = stateWith("VT", { stateRate: 60_000, delivery: "with-taxed", rules: [rule("clothing", "exempt")] });

    expect(taxOf(state, goods([line("clothing", 899_00)], 3_99))).toBe(0);
    expect(taxOf(state, goods([line("accessory", 24_50)], 3_99))).toBe(1_71);
  });

  test("Colorado: a fee applies only with taxed goods and from its first day; it is taxed itself if the merchant says so", () => {
    const own = { onlyWithTaxed: true, from: "2026-07-01" };
    const state = stateWith("CO", {
      stateRate: 29_000,
      ranges: [range("80201", "80299", 59_100, { name: "Denver" })],
      rules: [rule("clothing", "exempt")],
      fees: [fee("Retail delivery fee", 29, own), fee("Another fee", 1_00, { ...own, taxed: true })],
    });
    const helmet = goods([line("protective", 329_00)]);

    expect(quote(state, goods([line("clothing", 34_00)]), "80202").feesTotal).toBe(0);
    expect(quote(state, helmet, "80202", "2026-06-30").feesTotal).toBe(0);
    expect(quote(state, helmet, "80202", "2026-07-01")).toMatchObject({ feesTotal: 1_29, feeTax: 9, tax: 29_07 });
  });
});

describe("dated rules", () => {
  const holiday = { name: "Tax holiday", from: "2026-08-08", to: "2026-08-09" };
  const state = stateWith("MA", {
    stateRate: 62_500,
    rules: [
      rule("clothing", "excess", { amount: cents(175_00) }),
      rule("clothing", "exempt", { ...holiday, cap: cents(2_500_00) }),
      rule("protective", "exempt", { ...holiday, cap: cents(100_00) }),
    ],
  });

  test("dated rules take precedence on their days, first and last day included [B-86]", () => {
    const jacket = goods([line("clothing", 200_00)]);
    const by = (day: string) => taxOf(state, jacket, "02101", day);

    expect(["2026-08-07", "2026-08-08", "2026-08-09", "2026-08-10"].map(by)).toEqual([1_56, 0, 0, 1_56]);
    expect(quote(state, jacket, "02101", "2026-08-08").lines[0]?.rule).toBe("exempt (Tax holiday)");
  });

  test("dated rules apply up to their maximum price per piece; dearer pieces get the permanent rule", () => {
    const on = (of: TaxLine) => taxOf(state, goods([of]), "02101", "2026-08-08");

    expect(on(line("protective", 100_00))).toBe(0);
    expect(on(line("protective", 100_01))).toBe(6_25);
    // A discount of one cent brings one of the two pieces down to the maximum price.
    expect(on(line("protective", 100_01, 2, 1))).toBe(6_25);
  });

  test("the dated rule with the latest first day applies when two include the day", () => {
    const two = stateWith("TX", {
      stateRate: 62_500,
      rules: [
        rule("clothing", "exempt", { from: "2026-08-01", to: "2026-08-31" }),
        rule("clothing", "taxed", { from: "2026-08-08", to: "2026-08-09" }),
      ],
    });

    expect(["2026-08-07", "2026-08-08"].map((day) => taxOf(two, goods([line("clothing", 16_00)]), "1", day))).toEqual([
      0, 1_00,
    ]);
  });
});

describe("rates by place", () => {
  const two = [
    range("55401", "55499", 10_000, { name: "Hennepin" }),
    range("55401", "55499", 15_000, { name: "Ramsey" }),
  ];
  const helmet = goods([line("protective", 100_00)]);

  test("the narrowest range with the ZIP applies, otherwise the state's own local rate", () => {
    const state = stateWith("MN", {
      stateRate: 68_750,
      localRate: 5_000,
      ranges: [range("55000", "55999", 10_000), range("55401", "55401", 20_000), range("55400", "55499", 15_000)],
    });

    expect(["55401", "55402", "55001", "56001"].map((zip) => taxOf(state, helmet, zip))).toEqual([
      8_88, 8_38, 7_88, 7_38,
    ]);
  });

  test("a ZIP in two counties gets the higher rate unless the lower one was chosen, and the quote says so", () => {
    const higher = quote(stateWith("MN", { stateRate: 68_750, ranges: two }), helmet, "55410");
    expect(higher).toMatchObject({ tax: 8_38, place: "Ramsey, MN (higher of 2 rates)" });

    const chosen = two.map((own) => ({ ...own, choice: "lower" as const }));
    const lower = quote(stateWith("MN", { stateRate: 68_750, ranges: chosen }), helmet, "55410");
    expect(lower).toMatchObject({ tax: 7_88, place: "Hennepin, MN (lower of 2 rates)" });
  });

  test("an address without any rate in a state where the merchant collects is not taxed, and the quote is marked [B-87]", () => {
    const state = stateWith("MN", { stateRate: null, delivery: "with-taxed", ranges: two });

    expect(quote(state, goods([line("protective", 100_00)], 3_99), "56001")).toMatchObject({
      tax: 0,
      deliveryTax: 0,
      place: "MN",
      mark: "no-rate",
    });
    expect(quote(state, helmet, "55410").mark).toBeNull();
  });

  test("without collection in the state of the address, or in an unknown state, there is no tax [B-73]", () => {
    const table = { states: { NY: newYork } };

    expect(quoteTax(null, helmet, { state: "NY", zip: "12203" }, DAY)).toBe(NO_TAX);
    expect(quoteTax(table, helmet, { state: "OR", zip: "97201" }, DAY)).toBe(NO_TAX);
    expect(quoteTax(table, helmet, { state: null, zip: "99999" }, DAY)).toBe(NO_TAX);
  });

  test.each([
    ["PR", "00901"],
    ["GU", "96910"],
    ["AE", "09012"],
    [null, "96201"],
  ])("a territory or the armed forces' mail (%s) is taxed by no state, and the quote is marked", (state, zip) => {
    const table = { states: { NY: newYork } };

    expect(quoteTax(table, helmet, { state, zip }, DAY)).toEqual({ ...NO_TAX, mark: "no-tax-place" });
    expect(quoteTax(null, helmet, { state, zip }, DAY)).toBe(NO_TAX);
  });
});

describe("random orders with random rules [B-86]", () => {
  const kind = fc.constantFrom(...TAX_KINDS);
  const rate = fc.integer({ min: 0, max: 150_000 });
  const amount = fc.integer({ min: 0, max: 300_00 }).map(cents);
  const day = fc.constantFrom("2026-08-07", "2026-08-08", "2026-08-09", "2026-08-10");
  const days = fc.record({ from: fc.option(day), to: fc.option(day) });
  const rules = fc.array(
    fc
      .tuple(kind, fc.constantFrom(...TREATMENTS), amount, fc.constantFrom("both", "state"), days, fc.option(amount))
      .map(([of, treatment, limit, part, own, cap]) =>
        rule(of, treatment, { amount: limit, part: part as "both" | "state", ...own, cap }),
      ),
    { maxLength: 6 },
  );
  const state = fc
    .record({
      stateRate: fc.option(rate),
      localRate: rate,
      delivery: fc.constantFrom(...DELIVERY_TAXES),
      rules,
      ranges: fc.array(
        fc
          .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }), rate, fc.boolean())
          .map(([a, b, own, localExempt]) =>
            range(`5540${Math.min(a, b)}`, `5540${Math.max(a, b)}`, own, { localExempt }),
          ),
        { maxLength: 3 },
      ),
      fees: fc.array(
        fc
          .record({ onlyWithTaxed: fc.boolean(), taxed: fc.boolean(), fromValue: amount })
          .map((more) => fee("Fee", 29, more)),
        { maxLength: 2 },
      ),
    })
    .map((more) => stateWith("MN", more));
  const order = fc
    .tuple(
      fc.array(fc.tuple(kind, fc.integer({ min: 1, max: 400_00 }), fc.integer({ min: 1, max: 9 })), {
        minLength: 1,
        maxLength: 6,
      }),
      fc.integer({ min: 0, max: 15_00 }),
      fc.integer({ min: 0, max: 100 }),
    )
    .map(([lines, delivery, percent]) => {
      const values = lines.map(([, price, quantity]) => price * quantity);
      const off = cents(Math.floor((values.reduce((all, value) => all + value, 0) * percent) / 100));
      const shares = share(off, values);
      return goods(
        lines.map(([of, price, quantity], position) => line(of, price, quantity, shares[position])),
        delivery,
      );
    });
  const anything = fc.tuple(state, order, fc.integer({ min: 0, max: 9 }), day);

  test("all parts sum up to the tax, no part is negative, and the taxed amount does not exceed the price paid", () => {
    fc.assert(
      fc.property(anything, ([of, wanted, digit, on]) => {
        const found = quote(of, wanted, `5540${digit}`, on);
        const parts = [...found.lines, ...(found.delivery ? [found.delivery] : []), ...found.fees];

        expect(found.tax).toBe(parts.reduce((all, { tax }) => all + tax, 0));
        expect(found.feesTotal).toBe(found.fees.length * 29);
        expect(found.lines).toHaveLength(wanted.lines.length);
        for (const part of parts) {
          expect(part.tax).toBe(part.stateTax + part.localTax);
          expect(Math.min(part.stateBase, part.localBase, part.stateTax, part.localTax)).toBeGreaterThanOrEqual(0);
          const exact = (part.stateBase * part.stateRate + part.localBase * part.localRate) / 1_000_000;
          expect(Math.abs(part.tax - exact)).toBeLessThanOrEqual(0.5);
          expect(Math.abs(part.stateTax - (part.stateBase * part.stateRate) / 1_000_000)).toBeLessThanOrEqual(0.5);
        }
        for (const [position, { base }] of found.lines.entries()) {
          const paid = wanted.lines
            .slice(position, position + 1)
            .map((own) => own.price * own.quantity - own.discountShare);
          expect(base).toBeLessThanOrEqual(Math.max(...paid));
        }
        expect(found.delivery?.base).toBeLessThanOrEqual(wanted.delivery);
        expect(found.mark ? found.tax : 0).toBe(0);
      }),
    );
  });

  test("the order of the lines does not matter", () => {
    fc.assert(
      fc.property(
        anything,
        fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 6, maxLength: 6 }),
        (given, keys) => {
          const [of, wanted, digit, on] = given;
          const places = wanted.lines.map((_, place) => place).toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
          const found = quote(of, wanted, `5540${digit}`, on);
          const shuffled = { ...wanted, lines: places.flatMap((place) => wanted.lines.slice(place, place + 1)) };
          const other = quote(of, shuffled, `5540${digit}`, on);

          expect({ ...other, lines: [] }).toEqual({ ...found, lines: [] });
          expect(other.lines).toEqual(places.map((place) => found.lines[place]));
        },
      ),
    );
  });

  test("half a cent is rounded up, once for the sum of state and local tax", () => {
    const half = stateWith("MN", { stateRate: 50_000, localRate: 50_000 });

    // Half a cent of state tax and half a cent of local tax are one cent, not two.
    expect(quote(half, goods([line("protective", 10)])).lines[0]).toMatchObject({ tax: 1, stateTax: 1, localTax: 0 });
    expect(taxOf(stateWith("MN", { stateRate: 50_000 }), goods([line("protective", 10)]))).toBe(1);
    expect(taxOf(stateWith("MN", { stateRate: 49_999 }), goods([line("protective", 10)]))).toBe(0);
  });
});
