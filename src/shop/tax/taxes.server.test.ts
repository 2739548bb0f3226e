import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { followChanges } from "~/server/cache/follow-changes";
import { cents } from "~/shop/money";
import { collectIn, collectNowhere } from "~/testing/collected-tax.server";
import { eventually } from "~/testing/eventually";
import { databaseAddresses } from "~/testing/test-database";
import { openTestShop } from "~/testing/test-shop.server";
import { taxFees, taxRanges, taxRules, taxStates } from "./tax.tables";
import { loadTaxTable, TaxUnreadable } from "./taxes.server";

const shop = await openTestShop();
const { db } = shop;

const range = {
  zipFrom: "12201",
  zipTo: "12288",
  name: "Albany",
  localRate: 40_000,
  localExempt: true,
  source: "ny.csv",
};
const ticked = () =>
  collectIn(
    shop,
    "NY",
    { stateRate: 40_000, localRate: 35_000, delivery: "by-share", source: "typed", day: "2026-10-01" },
    {
      ranges: [{ ...range, day: "2026-07-01" }],
      rules: [{ kind: "clothing", treatment: "exempt-below", amount: cents(110_00), part: "state" }],
      fees: [{ name: "Fee", amount: cents(29), fromValue: cents(0), from: "2026-01-01" }],
    },
  );

test("the table contains only states in which the merchant collects tax; without such a state it is null [B-73]", async () => {
  expect(await loadTaxTable(db)).toBeNull();
  await db.insert(taxStates).values({ state: "OH", stateRate: 57_500 });
  expect(await loadTaxTable(db)).toBeNull();
  await ticked();

  expect(await loadTaxTable(db)).toEqual({
    states: {
      NY: {
        state: "NY",
        stateRate: 40_000,
        localRate: 35_000,
        delivery: "by-share",
        source: "typed",
        day: "2026-10-01",
        ranges: [{ ...range, choice: "higher", day: "2026-07-01" }],
        rules: [
          {
            kind: "clothing",
            treatment: "exempt-below",
            amount: 110_00,
            part: "state",
            from: null,
            to: null,
            cap: null,
            name: "",
          },
        ],
        fees: [
          { name: "Fee", amount: 29, fromValue: 0, onlyWithTaxed: false, from: "2026-01-01", to: null, taxed: false },
        ],
      },
    },
  });
  await collectNowhere(shop);
  expect(shop.taxes()).toBeNull();
});

test("a process reloads a rate that another connection has changed", async () => {
  await ticked();
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  const { url } = databaseAddresses(inject("databaseServer"), rows[0]?.name ?? "", inject("databaseRoles"));
  const dropped: string[] = [];
  const process = await followChanges({ url, db }, (keys) => void dropped.push(...keys));
  try {
    expect(process.taxes()?.states["NY"]?.ranges[0]?.localRate).toBe(40_000);

    await shop.asOwner("update tax_ranges set local_rate = 45000");

    await eventually(async () => expect(process.taxes()?.states["NY"]?.ranges[0]?.localRate).toBe(45_000));
    // Cached pages that say whether tax is collected are dropped.
    expect(dropped).toContain("table:tax_states");
  } finally {
    await process.close();
  }
});

test("invalid stored values are named, and stop the checkout until they are corrected", async () => {
  await ticked();
  await shop.asOwner("alter table tax_states drop constraint tax_of_delivery_is_known");
  await db.update(taxStates).set({ delivery: "sometimes" as "not" });
  await expect(loadTaxTable(db)).rejects.toThrow(new TaxUnreadable("The tax of NY cannot be read: delivery."));

  await shop.reloadTaxes();
  expect(() => shop.taxes()).toThrow(expect.objectContaining({ code: "checkout-stopped" }));
  expect(shop.unreadable()).toEqual(["tax"]);

  await ticked();
  expect(shop.taxes()).not.toBeNull();
  expect(shop.unreadable()).toEqual([]);
});

test.each([
  ["a rate of 800 %", () => db.update(taxStates).set({ stateRate: 8_000_000 })],
  ["a rate below nothing", () => db.update(taxStates).set({ localRate: -1 })],
  [
    "a ZIP of four digits",
    () => db.insert(taxRanges).values({ ...range, state: "NY", zipFrom: "1000", day: "2026-01-01" }),
  ],
  [
    "a range that ends before it begins",
    () => db.insert(taxRanges).values({ ...range, state: "NY", zipTo: "12200", day: "2026-01-01" }),
  ],
  ["a range of no state", () => db.insert(taxRanges).values({ ...range, state: "ZZ", day: "2026-01-01" })],
  [
    "a rule without its amount",
    () => db.insert(taxRules).values({ state: "NY", kind: "clothing", treatment: "excess" }),
  ],
  [
    "a fee of nothing",
    () => db.insert(taxFees).values({ state: "NY", name: "Fee", amount: cents(0), fromValue: cents(0) }),
  ],
])("the database refuses %s", async (_, store) => {
  await ticked();
  await expect(store()).rejects.toThrow("Failed query");
});
