import { and, asc, desc, eq, ne } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { once } from "~/shop/audit/once.server";
import { changeStock, type Shortage } from "~/shop/catalog/stock/change-stock.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type ExpectedPieces, expectedPieces } from "./expected-pieces.server";
import { type CountScope, nextToCount } from "./next-to-count.server";
import { type StockTake, stockTakeLines, stockTakes } from "./stock-takes.tables";
import { closeTake } from "./take-record.server";

export type CountedLine = typeof stockTakeLines.$inferSelect;
type Shop = Pick<Services, "db">;

/**
 * Starts a stock-take; the same form sent again starts no second one.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`.
 */
export async function beginTake(
  services: Shop,
  member: Member,
  { submission, ...scope }: CountScope & { submission: string },
): Promise<{ saved: true; id: string }> {
  await requireRight(services, member, "stock.change");
  const record = JSON.stringify([scope.categoryId, scope.shelf]);
  return once(services, member, { submission, kind: "stock-take", record }, async (tx) => {
    await tx.insert(stockTakes).values({ ...scope, id: submission, memberId: member.id });
    return { saved: true as const, id: submission };
  });
}

/**
 * Open stock-takes, latest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function openTakes(services: Shop, member: Member): Promise<StockTake[]> {
  await requireRight(services, member, "stock.read");
  return services.db.select().from(stockTakes).where(eq(stockTakes.state, "open")).orderBy(desc(stockTakes.begunAt));
}

/**
 * Finished stock-takes, latest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function finishedTakes(services: Shop, member: Member, most: number): Promise<StockTake[]> {
  await requireRight(services, member, "stock.read");
  return services.db
    .select()
    .from(stockTakes)
    .where(eq(stockTakes.state, "finished"))
    .orderBy(desc(stockTakes.finishedAt))
    .limit(most);
}

/**
 * A stock-take with its counts, latest first, and what is left to count: the next variant and the number; null for an unknown id.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function takeWithLines(services: Shop, member: Member, id: string) {
  await requireRight(services, member, "stock.read");
  const [take] = await services.db.select().from(stockTakes).where(eq(stockTakes.id, id));
  if (!take) return null;
  const lines = await services.db
    .select()
    .from(stockTakeLines)
    .where(eq(stockTakeLines.takeId, id))
    .orderBy(desc(stockTakeLines.countedAt), asc(stockTakeLines.variantId));
  const left = await nextToCount(
    services.db,
    take,
    lines.map(({ variantId }) => variantId),
  );
  return { take, lines, left };
}

/**
 * Number of pieces that should lie on a variant's shelf now; null for unlimited stock.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function expectedNow(services: Shop, member: Member, variantId: number): Promise<ExpectedPieces | null> {
  await requireRight(services, member, "stock.read");
  return services.db.transaction((tx) => expectedPieces(tx, variantId));
}

/** Result of a count: stored, or refused with the reason. */
export type Counted =
  { saved: true } | { saved: false; why: "over" | "no-limit" } | { saved: false; why: "elsewhere"; takeId: string };

/**
 * Stores the counted pieces of a variant together with the number expected at this moment. Counting the variant again replaces
 * both.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function countVariant(
  services: Shop,
  member: Member,
  { takeId, variantId, counted }: { takeId: string; variantId: number; counted: number },
): Promise<Counted> {
  await requireRight(services, member, "stock.change");
  return services.db.transaction(async (tx): Promise<Counted> => {
    if (!(await openTake(tx, takeId))) return { saved: false, why: "over" };
    const expected = await expectedPieces(tx, variantId);
    if (!expected) return { saved: false, why: "no-limit" };
    const [other] = await tx
      .select({ takeId: stockTakeLines.takeId })
      .from(stockTakeLines)
      .where(
        and(
          eq(stockTakeLines.variantId, variantId),
          eq(stockTakeLines.isOpen, true),
          ne(stockTakeLines.takeId, takeId),
        ),
      );
    if (other) return { saved: false, why: "elsewhere", takeId: other.takeId };
    const line = { counted, expected: expected.pieces, memberId: member.id, countedAt: new Date() };
    await tx
      .insert(stockTakeLines)
      .values({ ...line, takeId, variantId })
      .onConflictDoUpdate({ target: [stockTakeLines.takeId, stockTakeLines.variantId], set: line });
    return { saved: true };
  });
}

/**
 * Removes a variant's count from a stock-take.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function leaveOut(
  services: Shop,
  member: Member,
  { takeId, variantId }: { takeId: string; variantId: number },
): Promise<void> {
  await requireRight(services, member, "stock.change");
  await services.db.transaction(async (tx) => {
    if (!(await openTake(tx, takeId))) return;
    await tx
      .delete(stockTakeLines)
      .where(and(eq(stockTakeLines.takeId, takeId), eq(stockTakeLines.variantId, variantId)));
  });
}

/** Result of finishing a stock-take. If stock would fall below zero, nothing is changed, and the variants are listed. */
export type Finished = { saved: true; act: string; differences: number } | { saved: false; shortages: Shortage[] };

/**
 * Finishes a stock-take: in one transaction, adds to each variant's stock the difference between its counted and expected pieces.
 * Sales since the count are thereby preserved.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`.
 */
export async function finishTake(
  services: Shop,
  member: Member,
  { submission, takeId, reason }: { submission: string; takeId: string; reason: string },
): Promise<Finished> {
  await requireRight(services, member, "stock.change");
  return once(services, member, { submission, kind: "stock-take", record: takeId }, async (tx): Promise<Finished> => {
    if (!(await openTake(tx, takeId))) return { saved: true, act: submission, differences: 0 };
    const counted = await tx.select().from(stockTakeLines).where(eq(stockTakeLines.takeId, takeId));
    const lines = counted
      .map((line) => ({ variantId: line.variantId, quantity: line.counted - line.expected }))
      .filter(({ quantity }) => quantity !== 0);
    const act = { memberId: member.id, submission };
    const shortages = await changeStock(tx, { lines, cause: "count", reason, reference: takeId, act });
    if (shortages.length > 0) return { saved: false, shortages };
    await closeTake(tx, takeId, "finished", { ...act, reason });
    return { saved: true, act: submission, differences: lines.length };
  });
}

/**
 * Cancels a stock-take without changing stock; undo reopens it.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`.
 */
export async function giveUpTake(
  services: Shop,
  member: Member,
  { submission, takeId }: { submission: string; takeId: string },
): Promise<{ saved: boolean; act: string }> {
  await requireRight(services, member, "stock.change");
  return once(services, member, { submission, kind: "stock-take", record: takeId }, async (tx) => {
    if (!(await openTake(tx, takeId))) return { saved: false, act: submission };
    await closeTake(tx, takeId, "given-up", { memberId: member.id, submission, reason: "" });
    return { saved: true, act: submission };
  });
}

/** Locks a stock-take until the transaction ends, and returns whether it is open. */
async function openTake(tx: Database, id: string): Promise<boolean> {
  const [take] = await tx
    .select({ state: stockTakes.state })
    .from(stockTakes)
    .where(eq(stockTakes.id, id))
    .for("update");
  return take?.state === "open";
}
