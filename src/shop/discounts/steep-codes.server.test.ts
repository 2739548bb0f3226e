import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { HOUR } from "~/platform/durations";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { undo } from "~/shop/audit/undo.server";
import type { Member } from "~/shop/members/member";
import { cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { settings as settingRows } from "~/shop/settings.tables";
import type { CodeValues } from "./code";
import type { TakenOff } from "~/shop/price";
import { changeCode, createCode, discountCode } from "./code-list.server";
import { codeRecord } from "./code-record.server";
import { discountCodes } from "./discounts.tables";

const shop = await openTestShop();
const { db } = shop;
const dana = memberAs("owner", "Dana");
const late: Member = { ...dana, confirmedAt: new Date(Date.now() - 11 * 60_000) };

const codeOf = (doing: Promise<unknown>) =>
  doing.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const valuesOf = (off: TakenOff, more: Partial<CodeValues> = {}): CodeValues => ({
  off,
  purpose: "promotion",
  minimum: null,
  startsAt: null,
  endsAt: null,
  mostUses: null,
  oncePerEmail: false,
  productIds: [],
  ...more,
});
const percent = (share: number) => valuesOf({ kind: "percent", percent: share });
let drawn = 0;
const make = async (values: CodeValues, member = late) => {
  const code = `STEEP${(drawn += 1)}`;
  const submission = randomUUID();
  return { code, submission, said: await codeOf(createCode(shop, member, { submission, code, values })) };
};
const change = async (code: string, values: Record<string, unknown>, member = late) => {
  const version = (await discountCode(shop, dana, code))?.version ?? 0;
  const submission = randomUUID();
  return { submission, said: await codeOf(changeCode(shop, member, { submission, code, version, values })) };
};

test.each<[string, CodeValues, "done" | "factor-missing"]>([
  ["half off", percent(50), "done"],
  ["more than half off", percent(51), "factor-missing"],
  ["everything off", percent(100), "factor-missing"],
  ["free delivery", valuesOf({ kind: "free-delivery" }), "done"],
  ["$20 off from $40", valuesOf({ kind: "amount", amount: cents(20_00) }, { minimum: cents(40_00) }), "done"],
  [
    "$20.01 off from $40",
    valuesOf({ kind: "amount", amount: cents(20_01) }, { minimum: cents(40_00) }),
    "factor-missing",
  ],
  ["$20 off whatever is bought", valuesOf({ kind: "amount", amount: cents(20_00) }), "factor-missing"],
])(
  "creating a code that may take more than half off an order requires a second factor: %s",
  async (_, values, expected) => {
    const { code, said } = await make(values);
    expect(said).toBe(expected);
    expect(await db.$count(discountCodes, eq(discountCodes.code, code))).toBe(expected === "done" ? 1 : 0);
    expect((await make(values, dana)).said).toBe("done");
  },
);

test("a change that makes a code steep or extends a steep one requires a second factor; ending the code does not", async () => {
  const { code } = await make(percent(20));
  expect((await change(code, { off: { kind: "percent", percent: 80 } })).said).toBe("factor-missing");
  expect((await change(code, { off: { kind: "percent", percent: 45 } })).said).toBe("done");

  const amount = await make(valuesOf({ kind: "amount", amount: cents(20_00) }, { minimum: cents(40_00) }));
  expect((await change(amount.code, { minimum: null })).said).toBe("factor-missing");

  const steep = await make(percent(80), dana);
  const soon = new Date(Date.now() + HOUR).toISOString();
  const later = new Date(Date.now() + 7_200_000).toISOString();
  expect((await change(steep.code, { endsAt: soon })).said).toBe("done");
  expect((await change(steep.code, { endsAt: later })).said).toBe("factor-missing");
  expect((await change(steep.code, { endsAt: null })).said).toBe("factor-missing");
  expect((await change(steep.code, { oncePerEmail: true })).said).toBe("factor-missing");
  expect((await change(steep.code, { isPutAway: true })).said).toBe("done");
  expect((await change(steep.code, { isPutAway: false })).said).toBe("factor-missing");
});

test("undoing the archiving of a steep code requires a second factor, too", async () => {
  const { code } = await make(percent(80), dana);
  const { submission } = await change(code, { isPutAway: true });
  const back = (member: Member) =>
    codeOf(undo(shop, member, [codeRecord], { of: { act: submission }, submission: randomUUID() }));
  expect(await back(late)).toBe("factor-missing");
  expect(await back(dana)).toBe("done");
});

test("the setting `discountLimit` is the percentage above which a code requires a second factor", async () => {
  await db.insert(settingRows).values({ name: "discountLimit", value: 15 });
  expect([(await make(percent(15))).said, (await make(percent(16))).said]).toEqual(["done", "factor-missing"]);
});

test("no code is made or changed to be given for a gift card; one from before goes on", async () => {
  const forCard = { ...percent(10), purpose: "gift-card" as const };
  expect((await make(forCard)).said).toBe("input-invalid");
  const { code } = await make(percent(10));
  expect((await change(code, { purpose: "gift-card" })).said).toBe("input-invalid");
  await db.update(discountCodes).set({ purpose: "gift-card" }).where(eq(discountCodes.code, code));
  expect((await change(code, { purpose: "gift-card", mostUses: 5 })).said).toBe("done");
});
