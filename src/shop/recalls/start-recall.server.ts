import { randomUUID } from "node:crypto";
import { eq, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { lockFor, once } from "~/shop/audit/once.server";
import { takeOffShop } from "~/shop/catalog/editing/take-off-shop.server";
import { goodsByName } from "~/shop/catalog/naming/goods-by-name.server";
import { variantsByCode } from "~/shop/catalog/naming/variants-by-code.server";
import { folded } from "~/shop/folded-text";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import type { RecallToCorrected } from "~/shop/orders/letters/letter-jobs";
import { Refusal } from "~/shop/refusal";
import { reachedBy, type RecalledGoods } from "./reached.server";
import { recallLetters, recalls } from "./recalls.tables";
import { SPREAD_RECALL, type SpreadRecall } from "./recall-jobs";

/** Log kind of recalls. */
export const RECALL = "recall";

/** Lock of who writes letters of recalls, so that a correction of an address sees the recall that begins at its moment. */
const REACHING = "recalled addresses";

/** Whom a recall reaches. */
export interface Reach {
  addresses: number;
  orders: number;
  pieces: number;
  /** Pieces of people who were erased since. */
  unreachable: number;
}

/** Goods that typed lines name: names of whole products, and SKUs or barcodes of single variants. */
export async function goodsOfLines(
  db: Database,
  lines: string[],
): Promise<Pick<RecalledGoods, "productIds" | "variantIds"> & { wrong: string[] }> {
  const variants = await variantsByCode(db, lines);
  const single = lines.flatMap((line) => {
    const found = variants.get(folded(line)) ?? [];
    return found.length === 1 ? found.map(({ id }) => id) : [];
  });
  const others = lines.filter((line) => (variants.get(folded(line)) ?? []).length !== 1);
  const { ids, wrong } = await goodsByName(db, others);
  return {
    productIds: ids,
    variantIds: [...new Set(single)],
    wrong: wrong.map(({ text, error }) => `${text}: ${error}`),
  };
}

/**
 * Counts whom a recall would reach; nothing is stored.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function previewRecall(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  goods: RecalledGoods,
): Promise<Reach> {
  await requireRight(services, member, "people.read");
  return reachOf(services.db, goods, services.settings().timeZone);
}

async function reachOf(db: Database, goods: RecalledGoods, zone: string): Promise<Reach> {
  const { rows } = await db.execute<Reach & Record<string, unknown>>(sql`
    select count(*) filter (where email <> '')::integer as addresses,
      coalesce(sum(orders) filter (where email <> ''), 0)::integer as orders,
      coalesce(sum(pieces) filter (where email <> ''), 0)::integer as pieces,
      coalesce(sum(pieces) filter (where email = ''), 0)::integer as unreachable
    from (${reachedBy(goods, zone)}) as reached`);
  return rows[0] ?? { addresses: 0, orders: 0, pieces: 0, unreachable: 0 };
}

/**
 * Notes a letter for each reached address; returns their number. An erasure locks the orders of its person: the insertion waits for it,
 * and what it erased meanwhile is taken out again. Afterwards an erasure waits for the recall, and knows its rows.
 */
async function noteReached(tx: Transaction, recallId: string, reached: SQL): Promise<number> {
  await insertReached(tx, recallId, reached);
  await tx.execute(sql`delete from recall_letters using orders
    where recall_id = ${recallId} and orders.number = order_number and orders.email <> recall_letters.email`);
  return tx.$count(recallLetters, eq(recallLetters.recallId, recallId));
}

const insertReached = (tx: Transaction, recallId: string, reached: SQL) =>
  tx.execute(sql`insert into recall_letters (recall_id, email, order_number, pieces)
    select ${recallId}, email, number, pieces from (${reached}) as reached where email <> ''
    on conflict (recall_id, email) do nothing`);

/** A recall as a member writes it. */
export interface RecallForm extends RecalledGoods {
  submission: string;
  title: string;
  words: string;
  caseNumber: string;
  /** True if its whole products leave the shop in the same act. */
  takesOff: boolean;
}

/**
 * Starts a recall: notes each address that it reaches, once, and the job that enqueues their letters; returns its id.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`; `input-invalid` if nobody is reached.
 */
export async function startRecall(
  services: Pick<Services, "db" | "jobs" | "settings">,
  member: Member,
  { submission, takesOff, ...form }: RecallForm,
  now = new Date(),
): Promise<string> {
  await requireRight(services, member, "recall");
  const { id } = await once(services, member, { submission, kind: RECALL, record: form.caseNumber }, async (tx) => {
    await lockFor(tx, REACHING);
    const recallId = randomUUID();
    const zone = services.settings().timeZone;
    await tx.insert(recalls).values({ id: recallId, ...form, unreachable: 0, memberId: member.id, startedAt: now });
    const addresses = await noteReached(tx, recallId, reachedBy(form, zone));
    const { unreachable } = await reachOf(tx, form, zone);
    if (addresses + unreachable === 0)
      throw new Refusal("input-invalid", {
        fields: { goods: "Nothing of this left on these days, or all of it came back." },
      });
    await tx.update(recalls).set({ unreachable }).where(eq(recalls.id, recallId));
    const act = { memberId: member.id, submission, action: "recall" as const, reason: "" };
    const started = { kind: RECALL, record: recallId, version: 1, field: "started", old: null, new: addresses };
    await logChanges(tx, act, [started, ...(takesOff ? await takeOffShop(tx, form.productIds) : [])]);
    await services.jobs.enqueue(tx, SPREAD_RECALL, { recallId } satisfies SpreadRecall, { key: recallId });
    return { saved: true, id: recallId };
  });
  return id;
}

/**
 * Sends all recalls that reach an order whose e-mail address was corrected to its present address, unless they were sent there: the
 * letter to the former one may be in a wrong mailbox. Safe to repeat.
 */
export async function recallToCorrected(
  { db, jobs, settings }: Pick<Services, "db" | "jobs" | "settings">,
  { orderNumber, version }: RecallToCorrected,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockFor(tx, REACHING);
    // An erasure waits, so that it knows the rows of its person.
    await tx.execute(sql`select from orders where number = ${orderNumber} for key share`);
    for (const recall of await tx.select().from(recalls)) {
      await insertReached(tx, recall.id, reachedBy(recall, settings().timeZone, sql`number = ${orderNumber}`));
      const spread: SpreadRecall = { recallId: recall.id };
      await jobs.enqueue(tx, SPREAD_RECALL, spread, { key: `${recall.id} ${orderNumber} ${version}` });
    }
  });
}
