import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { testMember } from "~/testing/sign-in.server";
import { openTestShop } from "~/testing/test-shop.server";
import { memberPendingForms } from "./members.tables";
import { pendingForm, storePendingForm, sweepPendingForms } from "./pending-forms.server";

const shop = await openTestShop();
const { db } = shop;
const [dana, sam] = [await testMember(shop, "owner", "Dana"), await testMember(shop, "editor", "Sam")];
const now = new Date();
const address = "/back-office/goods/1";

const keep = (memberId: string, text: string, at = now) =>
  storePendingForm(shop, { memberId }, { address, values: { text } }, at);
const typed = async (memberId: string, id: string | undefined) =>
  (await pendingForm(shop, { memberId, id: id ?? crypto.randomUUID(), address }, now))?.values["text"];
const standing = async (memberId: string) =>
  (
    await db
      .select({ count: sql<number>`count(*)::int`, bytes: sql<number>`coalesce(sum(octet_length(sealed)), 0)::int` })
      .from(memberPendingForms)
      .where(eq(memberPendingForms.memberId, memberId))
  )[0] ?? { count: 0, bytes: 0 };

test("stores at most 20 forms of a member, also if many arrive at once, and the newest; other members keep theirs", async () => {
  const other = await keep(sam.id, "Half a paragraph");
  await Promise.all(Array.from({ length: 60 }, (_, place) => keep(dana.id, `Draft ${place}`)));
  const last = await keep(dana.id, "The last one");

  expect((await standing(dana.id)).count).toBeLessThanOrEqual(20);
  expect([await typed(dana.id, last), await typed(sam.id, other)]).toEqual(["The last one", "Half a paragraph"]);
});

test("limits a member's stored forms to 4 MB: large forms make room for newer ones, and a form that is too large is not stored", async () => {
  for (let place = 0; place < 12; place += 1) await keep(dana.id, "x".repeat(900_000), new Date(now.getTime() + place));
  const last = await keep(dana.id, "The last one", new Date(now.getTime() + 1000));
  expect((await standing(dana.id)).bytes).toBeLessThan(4 * 1024 * 1024);
  expect(await typed(dana.id, last)).toBe("The last one");

  expect(await keep(dana.id, "x".repeat(5_000_000))).toBeUndefined();
  expect(await typed(dana.id, last)).toBe("The last one");
});

test("deletes stored forms after half an hour", async () => {
  await keep(dana.id, "x");
  await sweepPendingForms(db, new Date(now.getTime() + 31 * 60_000));
  expect([(await standing(dana.id)).count, (await standing(sam.id)).count]).toEqual([0, 0]);
});
