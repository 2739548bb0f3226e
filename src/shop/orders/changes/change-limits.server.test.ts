import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { cents, type Cents } from "~/shop/money";
import { refundsOf } from "~/shop/payments/refunds.server";
import { type Picks, openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { lineOf } from "~/testing/riders.server";
import { changeAsMember } from "./change-as-member.server";
import { previewOfChange } from "./make-change.server";
import { changesOf } from "./open-change.server";

const { shop, db, bought, seen, codeOf } = await openBoughtOrders();
const limit = cents(40_00);
const strict = { ...shop, settings: () => ({ ...shop.settings(), refundLimit: limit }) };
const OLD = 11 * 60_000;
/** A manager whose second factor has expired, and the same manager with a recent one. */
function manager() {
  const asked = { ...memberAs("manager", randomUUID()), confirmedAt: new Date(Date.now() - OLD) };
  return { asked, confirmed: { ...asked, confirmedAt: new Date() } };
}

const ASH: Picks[number] = ["Sprocket Tee", "M", "Ash"];
const LARGE: Picks[number] = ["Sprocket Tee", "L", "Ash"];
const GLOVES: Picks[number] = ["Gauntlet Leather Gloves", "M", "Black"];

/**
 * Replaces the order's first line by a variant, at a reduced price if one is given; returns "done" or the code of the refusal.
 */
async function change(member: ReturnType<typeof memberAs>, number: string, to: Picks[number], price?: Cents) {
  const { product, size, color } = await lineOf(shop, to);
  const comes = [{ product, size, color, quantity: 1, replaces: 0, price }];
  const wanted = { goes: [{ position: 0, quantity: 1 }], comes };
  const { difference } = await previewOfChange(shop, number, wanted);
  const { version } = await seen(number);
  const reason = price === undefined ? "" : "Came with a flaw";
  return codeOf(
    changeAsMember(strict, member, { submission: randomUUID(), number, version }, { ...wanted, difference, reason }),
  );
}

test("a refund by a change above the setting `refundLimit` requires a second factor, and nothing is changed without one", async () => {
  const { asked, confirmed } = manager();
  const number = await bought([GLOVES]);
  expect(await change(asked, number, ASH)).toBe("factor-missing");
  expect([await changesOf(db, number), await refundsOf(db, number)]).toEqual([[], []]);
  expect(await change(confirmed, number, ASH)).toBe("done");
});

test("a member's price reductions of one day are added up over all orders, apart from other members' reductions", async () => {
  const { asked, confirmed } = manager();
  const numbers = [await bought([ASH]), await bought([ASH]), await bought([ASH])];
  const [first = "", second = "", third = ""] = numbers;
  const lower = cents(16_00);
  expect(await change(asked, first, LARGE, lower)).toBe("done");
  expect(await change(asked, second, LARGE, lower)).toBe("done");
  expect(await change(asked, third, LARGE, lower)).toBe("factor-missing");
  expect(await changesOf(db, third)).toEqual([]);
  expect(await change(manager().asked, third, LARGE, lower)).toBe("done");
  expect(await change(confirmed, await bought([ASH]), LARGE, lower)).toBe("done");
});
