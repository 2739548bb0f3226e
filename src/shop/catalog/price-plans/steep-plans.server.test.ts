import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { undo } from "~/shop/audit/undo.server";
import type { Member } from "~/shop/members/member";
import { type Cents, cents } from "~/shop/money";
import { memberAccounts } from "~/shop/members/members.tables";
import { Refusal } from "~/shop/refusal";
import { variants } from "../catalog.tables";
import { variantRecord } from "../editing/variant-record.server";
import { movePlan } from "./move-plan.server";
import { pricePlanRecord } from "./plan-record.server";
import { endPlan, planPrices, sweepPricePlans, takeOverPricePlan } from "./price-plans.server";
import { pricePlans } from "./price-plans.tables";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const late: Member = { ...dana, confirmedAt: new Date(Date.now() - 11 * 60_000) };
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

const codeOf = (doing: Promise<unknown>) =>
  doing.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const { rows: free } = await db.execute<{ id: number }>(sql`select id from variants order by id`);
const nextVariant = async (price: Cents | null = cents(100_00)) => {
  const id = free.shift()?.id ?? 0;
  await db.update(variants).set({ price, salePrice: null }).where(eq(variants.id, id));
  const [row] = (
    await db.execute<{ price: Cents }>(sql`
    select coalesce(v.price_cents, p.price_cents) price from variants v join products p on p.id = v.product_id where v.id = ${id}`)
  ).rows;
  return { id, regular: row?.price ?? cents(0) };
};

/** Plans to reduce a variant's price by a percentage, at once or during a period; returns the plan's id and the result. */
async function plan(
  member: Member,
  { field, price, percent }: { field: "price" | "salePrice"; price?: Cents | null; percent: number },
  hours?: { from: number; to: number },
) {
  const { id, regular } = await nextVariant(price);
  const newPrice = cents(Math.round((regular * (100 - percent)) / 100));
  const oldPrice = field === "salePrice" ? null : price === undefined ? regular : price;
  const submission = randomUUID();
  const times = { startsAt: hours ? inHours(hours.from) : null, endsAt: hours ? inHours(hours.to) : null };
  const variants = [{ variantId: id, oldPrice, newPrice }];
  return {
    submission,
    said: await codeOf(planPrices(shop, member, { submission, name: "x", field, ...times, variants })),
  };
}

test.each([
  { field: "price", percent: 50, said: "done" },
  { field: "price", percent: 51, said: "factor-missing" },
  { field: "price", percent: 51, price: null, said: "factor-missing" },
  { field: "price", percent: -80, said: "done" },
  { field: "salePrice", percent: 50, said: "done" },
  { field: "salePrice", percent: 51, said: "factor-missing" },
  { field: "salePrice", percent: 51, price: null, said: "factor-missing" },
] as const)("a plan that reduces a price by more than half needs a recent factor: $field, $percent%", async (wish) => {
  const { said, submission } = await plan(late, wish);
  expect(said).toBe(wish.said);
  expect(await db.$count(pricePlans, eq(pricePlans.id, submission))).toBe(said === "done" ? 1 : 0);
  expect((await plan(dana, wish)).said).toBe("done");
});

test("a steep plan needs a factor to start earlier or last longer, but not to be ended", async () => {
  const { submission: id } = await plan(dana, { field: "salePrice", percent: 80 }, { from: 5, to: 10 });
  const move = (from: number, to: number | null) =>
    codeOf(
      movePlan(shop, late, {
        id,
        submission: randomUUID(),
        startsAt: inHours(from),
        endsAt: to === null ? null : inHours(to),
      }),
    );
  expect([await move(1, 10), await move(5, 20), await move(5, null)]).toEqual(Array(3).fill("factor-missing"));
  expect(await codeOf(movePlan(shop, dana, { id, submission: randomUUID(), startsAt: inHours(6), endsAt: null }))).toBe(
    "done",
  );

  const running = await plan(dana, { field: "salePrice", percent: 80 });
  const end = randomUUID();
  expect(await codeOf(endPlan(shop, late, { id: running.submission, submission: end }))).toBe("done");
  const back = (member: Member) =>
    codeOf(undo(shop, member, [pricePlanRecord, variantRecord], { of: { act: end }, submission: randomUUID() }));
  expect(await back(late)).toBe("factor-missing");
  expect(await back(dana)).toBe("done");
});

test("the plan of a removed member starts only once another takes it over, who needs a factor for steep prices", async () => {
  const sue = memberAs("manager", "Sue");
  await db.insert(memberAccounts).values({ ...sue, passkeyUser: sue.id, endedAt: new Date() });
  const { submission: id, said } = await plan(sue, { field: "price", percent: 60 }, { from: 1, to: 3 });
  const stateOf = async () => (await db.select().from(pricePlans).where(eq(pricePlans.id, id)))[0]?.state;
  await sweepPricePlans(db, inHours(2));
  expect([said, await stateOf()]).toEqual(["done", "planned"]);
  const form = () => ({ id, submission: randomUUID() });
  expect(await codeOf(takeOverPricePlan(shop, late, form()))).toBe("factor-missing");
  expect(await codeOf(takeOverPricePlan(shop, dana, form()))).toBe("done");
  await sweepPricePlans(db, inHours(2));
  expect(await stateOf()).toBe("running");
  // Its end needs nobody.
  await db.update(pricePlans).set({ memberId: sue.id }).where(eq(pricePlans.id, id));
  await sweepPricePlans(db, inHours(4));
  expect(await stateOf()).toBe("over");
});
