import { randomUUID } from "node:crypto";
import { eq, isNotNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { save } from "~/shop/audit/save.server";
import { undo } from "~/shop/audit/undo.server";
import { cents } from "~/shop/money";
import { meetsEdit } from "~/testing/meets-an-edit.server";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { untilWaiting } from "~/testing/until-waiting.server";
import { variants } from "../catalog.tables";
import { variantRecord } from "../editing/variant-record.server";
import { pricePlanRecord } from "./plan-record.server";
import { end } from "./plan-variants.server";
import { planPrices } from "./price-plans.server";
import { pricePlans } from "./price-plans.tables";

const shop = await openTestShop();
const { db } = shop;
const owner = memberAs("owner");
const found = await db.select().from(variants).where(isNotNull(variants.stock)).orderBy(variants.id).limit(3);
const nextVariant = () => {
  const next = found.shift();
  if (!next) throw new Error("The demo shop has too few variants.");
  return next;
};

/** Starts a plan that sets a variant's sale price, perhaps until a time. */
const planned = (variantId: number, endsAt: Date | null = null) =>
  planPrices(shop, owner, {
    submission: randomUUID(),
    name: "Weekend",
    field: "salePrice",
    startsAt: null,
    endsAt,
    variants: [{ variantId, oldPrice: null, newPrice: cents(10_00) }],
  });

test("prices of a plan that starts do not deadlock with an edit of their product", async () => {
  const { id, productId } = nextVariant();
  const made = await meetsEdit(db, productId, () => planned(id));
  expect(made).toMatchObject({ saved: true });
});

test("a price that a member changes does not deadlock with an edit of its product", async () => {
  const { id, productId, version } = nextVariant();
  const edits = [{ kind: variantRecord, id: String(id), version, values: { price: 77_00 } }];
  const saved = await meetsEdit(db, productId, () => save(shop, owner, { submission: randomUUID(), edits }));
  expect(saved).toMatchObject({ saved: true, changed: 1 });
});

test("a plan whose start is undone does not deadlock with its end", async () => {
  const { id } = nextVariant();
  const made = await planned(id, new Date(Date.now() + DAY));
  if (!made.saved) throw new Error("The plan was not made.");
  const act = { memberId: null, submission: randomUUID(), action: "price-plan" as const, reason: "Weekend" };

  const { undoing } = await db.transaction(async (tx) => {
    const [plan] = await tx.select().from(pricePlans).where(eq(pricePlans.id, made.plan)).for("update");
    const undone = undo(shop, owner, [pricePlanRecord, variantRecord], {
      of: { act: made.act },
      submission: randomUUID(),
    });
    undone.catch(() => undefined);
    await untilWaiting(db);
    if (plan) await end(tx, plan, act);
    return { undoing: { undone } };
  });

  await expect(undoing.undone).rejects.toMatchObject({ code: "whole-newer" });
  expect(await db.select({ price: variants.salePrice }).from(variants).where(eq(variants.id, id))).toEqual([
    { price: null },
  ]);
});
