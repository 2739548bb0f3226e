import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { inventSamples } from "~/demo/samples.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { testMember } from "~/testing/sign-in.server";
import { databaseAddresses } from "~/testing/test-database";
import { openTestShop, type TestShop } from "~/testing/test-shop.server";
import { NotRestored, refuseShop } from "./restore-refusals.server";

const { shop: bought, bought: buy } = await openBoughtOrders();
const [manned, cleared] = [await openTestShop(), await openTestShop()];

const ownerUrlOf = async ({ db }: TestShop): Promise<string> => {
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  return databaseAddresses(inject("databaseServer"), rows[0]?.name ?? "", inject("databaseRoles")).ownerUrl;
};

test("a demo shop with nothing but its samples gives way to a backup; one test order more, and it needs --replace", async () => {
  const ownerUrl = await ownerUrlOf(bought);
  expect(await inventSamples(bought.db, bought.settings())).toBe(true);
  expect(await bought.db.$count(sql`orders where sample`)).toBeGreaterThan(0);
  await refuseShop(ownerUrl);
  await buy();
  expect((await bought.db.execute(sql`select first_real_order() as number`)).rows).toEqual([{ number: null }]);
  await expect(refuseShop(ownerUrl)).rejects.toThrow(/members or orders\. With --replace/);
});

test("a shop with a member, or whose demo goods were cleared, needs --replace", async () => {
  await testMember(manned, "owner");
  await expect(ownerUrlOf(manned).then(refuseShop)).rejects.toThrow(NotRestored);
  await refuseShop(await ownerUrlOf(cleared));
  await cleared.asOwner("update stocked set cleared_at = now()");
  await expect(ownerUrlOf(cleared).then(refuseShop)).rejects.toThrow(NotRestored);
});
