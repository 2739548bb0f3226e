import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { whileFailing } from "~/testing/while-failing";
import { recordDenied, writeDeniedCounts } from "./denied-rights.server";
import { memberEvents } from "./member-events.tables";

const shop = await openTestShop();
const { db } = shop;
const now = new Date("2026-03-07T12:00:05Z");
const detailsOf = async (memberId: string) =>
  (
    await db
      .select({ details: memberEvents.details })
      .from(memberEvents)
      .where(eq(memberEvents.memberId, memberId))
      .orderBy(memberEvents.id)
  ).map(({ details }) => details);

test("a denied right whose log entry failed is not counted, so the next denial is logged at once", async () => {
  const packer = memberAs("packer");
  const denied = () => recordDenied(db, packer, ["money.refund"], now);

  await whileFailing(shop, { on: "insert", table: "member_events" }, () =>
    expect(denied()).rejects.toThrow("Failed query"),
  );
  expect(await detailsOf(packer.id)).toEqual([]);
  await denied();

  expect(await detailsOf(packer.id)).toEqual([{ rights: ["money.refund"] }]);
});

test("simultaneous denials of a right are logged once, and their number is logged after the minute", async () => {
  const packer = memberAs("packer");
  await Promise.all(Array.from({ length: 6 }, () => recordDenied(db, packer, ["money.refund"], now)));
  expect(await detailsOf(packer.id)).toEqual([{ rights: ["money.refund"] }]);

  await writeDeniedCounts(db, new Date(now.getTime() + 60_000));
  expect(await detailsOf(packer.id)).toEqual([{ rights: ["money.refund"] }, { rights: ["money.refund"], times: 6 }]);
});
