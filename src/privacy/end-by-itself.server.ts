import { and, eq, gte, sql, type SQL } from "drizzle-orm";
import { DAY } from "~/platform/durations";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { lockPaymentsOfAll } from "~/shop/payments/order-payments.server";
import { eraseRows } from "./erase-rows.server";
import { hasOpenMatter } from "./open-matters.server";
import { type RetentionKind, retentionKinds } from "./retention-kinds";
import { retentionDays, retentionNotices } from "./retention.tables";

/** Time between the first count of rows and their end, so that the merchant can choose a longer period. */
const NOTICE = 14 * DAY;
/** Number of rows that end in one transaction. */
const PORTION = 500;
/** Number of transactions of a kind in one run; what is left ends in the next hours. */
const PORTIONS = 20;

/** Rows of a kind whose time is over, and how they end. */
interface Ending {
  /** Ids of rows with a last moment before `over`, as `select id … where …`. */
  over: (over: SQL) => SQL;
  /** The id in that statement. */
  id: SQL;
  /** Whether the ids are numbers of orders, whose payments are locked before them. */
  areOrders?: true;
  /** Ends rows by their ids, within the transaction that holds their locks. */
  end: (tx: Transaction, ids: string[], now: Date) => Promise<unknown>;
}

/** Deletes conversations with their answers, and their values in the log. */
export async function endConversations(tx: Database, ids: string[]): Promise<void> {
  await tx.execute(sql`select blank_shopper_data(kind, record) from (
    select 'message' as kind, id as record from unnest(${sql.param(ids)}::text[]) as id
    union all select 'message-answer', id::text from message_answers where message_id::text = any(${sql.param(ids)})
    union all select 'message-mail', id::text from message_mails where message_id::text = any(${sql.param(ids)})) as logged`);
  await tx.execute(sql`delete from messages where id::text = any(${sql.param(ids)})`);
}

const namesOfOrders: Pick<Ending, "id" | "areOrders" | "end"> = {
  id: sql`number`,
  areOrders: true,
  end: (tx, numbers, now) => eraseRows(tx, { orders: numbers }, "names", now),
};

const endings: Record<RetentionKind, Ending> = {
  messages: {
    over: (over) => sql`select id::text from messages where not sample and sent_at < ${over}
      and not exists (select from message_answers where message_id = messages.id and written_at >= ${over})
      and not exists (select from message_mails where message_id = messages.id and put_in_at >= ${over})`,
    id: sql`messages.id::text`,
    end: endConversations,
  },
  community: {
    over: (over) => sql`select id::text from community_signups where not sample and joined_at < ${over}`,
    id: sql`id::text`,
    end: (tx, ids) => tx.execute(sql`delete from community_signups where id::text = any(${sql.param(ids)})`),
  },
  drafts: {
    // A payment that may still arrive keeps the address for its order.
    over: (over) => sql`select number from orders where paid_at is null and email <> '' and state = 'cancelled'
      and greatest(drafted_at, reserved_until, lapsed_at) < ${over}
      and not exists (select from made_orders where order_number = orders.number and ends_at >= ${over})
      and not exists (select from payments where order_number = orders.number and payments.state in ('requested', 'received'))`,
    ...namesOfOrders,
  },
  reminders: {
    over: (over) => sql`select id::text from checkout_reminders where changed_at < ${over}`,
    id: sql`id::text`,
    end: (tx, ids) => tx.execute(sql`delete from checkout_reminders where id::text = any(${sql.param(ids)})`),
  },
  orders: {
    over: (over) =>
      sql`select number from orders where paid_at < ${over} and email <> '' and not sample and not ${hasOpenMatter}`,
    ...namesOfOrders,
  },
};

const kinds = Object.keys(retentionKinds) as RetentionKind[];

/**
 * Ends personal data whose time is over by the shop's settings, in portions; safe to kill, and to run in several processes. Rows that
 * were there before a period was new, or became shorter, are only counted and end two weeks later.
 */
export async function endByItself(services: Pick<Services, "db" | "settings">, now: Date): Promise<void> {
  for (const kind of kinds) await endKind(services, kind, now);
}

async function endKind({ db, settings }: Pick<Services, "db" | "settings">, kind: RetentionKind, now: Date) {
  const { setting, unit } = retentionKinds[kind];
  const period = settings()[setting];
  const ending = endings[kind];
  const over = sql`(${now.toISOString()}::timestamptz - make_interval(${sql.raw(unit)} => ${period}))`;
  const beginsAt = await announced(db, kind, period, () => countOf(db, ending.over(over)), now);
  if (beginsAt > now) return;
  for (let portion = 0; portion < PORTIONS; portion++) {
    const found = await db.transaction(async (tx) => {
      const { ids, found: all } = await lockedPortion(tx, ending, over);
      if (ids.length === 0) return all;
      await ending.end(tx, ids, now);
      await tx
        .insert(retentionDays)
        .values({ kind, day: now.toISOString().slice(0, 10), ended: ids.length })
        .onConflictDoUpdate({
          target: [retentionDays.kind, retentionDays.day],
          set: { ended: sql`${retentionDays.ended} + excluded.ended` },
        });
      return all;
    });
    // Rows that another process has locked count: it may have stopped at a portion that it shared with this one.
    if (found < PORTION) return;
  }
}

/** Ids of some rows that are over, locked, and the number found; rows that another process has locked are left to it. */
async function lockedPortion(
  tx: Transaction,
  { over: isOver, id, areOrders }: Ending,
  over: SQL,
): Promise<{ ids: string[]; found: number }> {
  const idsOf = async (statement: SQL) => (await tx.execute<{ id: string }>(statement)).rows.map((row) => row.id);
  const found = await idsOf(sql`select id from (${isOver(over)} limit ${PORTION}) as over (id)`);
  if (areOrders) await lockPaymentsOfAll(tx, found);
  const ids = await idsOf(
    sql`select id from (${isOver(over)} and ${id} = any(${sql.param(found)}::text[]) for update skip locked) as over (id)`,
  );
  return { ids, found: found.length };
}

/** Time from which rows of a kind end; notes a new period with the number of rows that it would end at once. */
async function announced(db: Database, kind: RetentionKind, period: number, count: () => Promise<number>, now: Date) {
  const [known] = await db.select().from(retentionNotices).where(eq(retentionNotices.kind, kind));
  const isShorter = !known || period < known.period;
  if (!isShorter && known.beginsAt <= now) {
    if (period !== known.period)
      await db.update(retentionNotices).set({ period }).where(eq(retentionNotices.kind, kind));
    return known.beginsAt;
  }
  const found = await count();
  const beginsAt = isShorter ? new Date(now.getTime() + (found > 0 ? NOTICE : 0)) : known.beginsAt;
  await db
    .insert(retentionNotices)
    .values({ kind, period, found, beginsAt })
    .onConflictDoUpdate({ target: retentionNotices.kind, set: { period, found, beginsAt } });
  return beginsAt;
}

async function countOf(db: Database, over: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from (${over}) as over`);
  return rows[0]?.count ?? 0;
}

/** Personal data that will end by themselves soon, and that ended within the last week. */
export interface EndsByItself {
  soon: { kind: RetentionKind; found: number; beginsAt: Date }[];
  ended: { kind: RetentionKind; ended: number }[];
}

/** Data for Today's lines about personal data that end by themselves. The caller checks the right. */
export async function endsByItself({ db }: Pick<Services, "db">, now: Date): Promise<EndsByItself> {
  const weekAgo = new Date(now.getTime() - 7 * DAY).toISOString().slice(0, 10);
  const [soon, ended] = await Promise.all([
    db
      .select()
      .from(retentionNotices)
      .where(and(gte(retentionNotices.beginsAt, now), gte(retentionNotices.found, 1)))
      .orderBy(retentionNotices.beginsAt, retentionNotices.kind),
    db
      .select({ kind: retentionDays.kind, ended: sql<number>`sum(${retentionDays.ended})::int` })
      .from(retentionDays)
      .where(gte(retentionDays.day, weekAgo))
      .groupBy(retentionDays.kind)
      .orderBy(retentionDays.kind),
  ]);
  return { soon, ended };
}
