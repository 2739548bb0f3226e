import { randomUUID } from "node:crypto";
import { DrizzleQueryError, sql } from "drizzle-orm";
import { exportContent } from "~/content/export-content.server";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { answered, lockFor, once } from "~/shop/audit/once.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { clearWithDemo } from "./clear-demo.server";
import { type CopyFile, dropCopy, writeCopy } from "./copy-files.server";
import { sizeWords, type StartCounts, type StartThing } from "./start-counts";

type Shop = Pick<Services, "db" | "pictures" | "settings" | "mode" | "payments" | "copies">;

/** Numbers of records to clear, and the reason why they cannot be cleared. */
export interface StartPreview {
  counts: StartCounts;
  /** Pieces of products that remain, which test orders had taken and which are put back into stock. */
  piecesBack: number;
  /** Whether there is any record to clear. */
  isAnything: boolean;
  /** Reason why it is not possible: the shop takes real money (`live`), or this order is real. */
  hindrance: { kind: "live" } | { kind: "order"; number: string } | null;
}

/** Numbers of cleared records, and the files of their copy. */
export interface Started {
  saved: true;
  act: string;
  counts: StartCounts;
  copy: CopyFile[];
}

const KIND = "start-for-real";
/** Longer statement timeout, for exports and deletes in a full shop. */
const PATIENCE = sql`set local statement_timeout = '10min'`;

/** Whether new orders are test orders, because payments go to the sandbox or use test keys. */
export const isPractice = ({ mode, payments }: Pick<Services, "mode" | "payments">): boolean =>
  mode !== "live" && !payments.isLive;

/** Whether "Start for real" is offered, whether there are orders to clear, and whether the shop has sold something for real. */
export async function startOffer(
  shop: Pick<Shop, "db" | "mode" | "payments">,
): Promise<{ isOffered: boolean; hasOrders: boolean; hasSold: boolean }> {
  const { rows } = await shop.db.execute<{ real: string | null; tried: boolean }>(sql`
    select first_real_order() as real, exists (select from order_facts where kind in ('test', 'sample')) as tried`);
  const [{ real, tried } = { real: null, tried: false }] = rows;
  return { isOffered: isPractice(shop) && real === null, hasOrders: tried, hasSold: real !== null };
}

/** Numbers of the records that "Start for real" would clear. */
export async function startPreview(shop: Pick<Shop, "db" | "mode" | "payments">): Promise<StartPreview> {
  const [what, number] = await Promise.all([whatGoes(shop.db), firstRealOrder(shop.db)]);
  const hindrance = number
    ? ({ kind: "order", number } as const)
    : isPractice(shop)
      ? null
      : ({ kind: "live" } as const);
  return { ...what, hindrance };
}

/**
 * Clears demo products, samples and test orders in one act, after writing a complete copy into the folder of copies. It cannot be
 * undone; numbers of cleared orders and returns are not used again. A repeated form clears once.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`; `input-invalid` unless the shop's name was typed; `start-live`;
 * `start-has-orders` with the number of the first real order, also if it arrives during the act; `start-nothing`;
 * `copy-not-written`, without clearing anything; `start-busy`.
 */
export async function startForReal(
  shop: Shop,
  member: Member,
  { submission, shopName }: { submission: string; shopName: string },
): Promise<Started> {
  await requireRight(shop, member, "start-for-real");
  const form = { submission, kind: KIND, record: KIND };
  const earlier = await answered<Started>(shop.db, member, form);
  if (earlier) return earlier;
  await refuseUnlessMay(shop, shopName);
  return withCopy(shop, (copy) =>
    once(shop, member, form, (tx) => clearAll(tx, shop, { memberId: member.id, submission }, copy)),
  );
}

/** Clears the same records for the operator's command. */
export async function startByHand(shop: Shop, shopName: string): Promise<Started> {
  await refuseUnlessMay(shop, shopName);
  const act = { memberId: null, submission: randomUUID() };
  return withCopy(shop, (copy) => shop.db.transaction((tx) => clearAll(tx, shop, act, copy)));
}

async function refuseUnlessMay(shop: Shop, typed: string): Promise<void> {
  if (!isPractice(shop)) throw new Refusal("start-live");
  await refuseRealOrders(shop.db);
  const { shopName } = shop.settings();
  if (plain(typed) !== plain(shopName))
    throw new Refusal("input-invalid", { fields: { shopName: `The shop is called ${shopName}. Type that.` } });
}

const plain = (name: string): string => name.trim().replace(/\s+/g, " ").toLowerCase();

async function refuseRealOrders(db: Database): Promise<void> {
  const orderNumber = await firstRealOrder(db);
  if (orderNumber) throw new Refusal("start-has-orders", { details: { orderNumber } });
}

async function firstRealOrder(db: Database): Promise<string | null> {
  const { rows } = await db.execute<{ number: string | null }>(sql`select first_real_order() as number`);
  return rows[0]?.number ?? null;
}

/** Copy of the cleared records: the written file with the content, and the name of the file for the rows. */
interface Copy {
  content: CopyFile;
  rows: string;
}

/** Writes the content's file, then clears. The copy is deleted if nothing was cleared, or if another process did it. */
async function withCopy(shop: Shop, clear: (copy: Copy) => Promise<Started>): Promise<Started> {
  const [day, time = ""] = new Date().toISOString().split(/[T.]/);
  const stem = `before-start-${day}-${time.replaceAll(":", "")}-${randomUUID().slice(0, 8)}`;
  const content = await writeCopy(shop.copies, `${stem}.content.json`, exportContent(shop));
  const copy = { content, rows: `${stem}.rows.jsonl` };
  let isKept = false;
  try {
    const done = await clear(copy);
    isKept = done.copy.some(({ name }) => name === content.name);
    return done;
  } catch (error) {
    // A refusal means that nothing was cleared. After a broken connection this is unknown, so that the copy is kept.
    isKept = !(error instanceof Refusal);
    throw error;
  } finally {
    if (!isKept) await dropCopy(shop.copies, [content.name, copy.rows]);
  }
}

async function clearAll(
  tx: Transaction,
  { copies }: Shop,
  act: { memberId: string | null; submission: string },
  { content, rows }: Copy,
): Promise<Started> {
  await tx.execute(PATIENCE);
  await lockFor(tx, KIND);
  await tx.execute(sql`select hold_for_start()`).catch((error: unknown) => {
    throw isLocked(error) ? new Refusal("start-busy") : error;
  });
  await refuseRealOrders(tx);
  const { counts, isAnything } = await whatGoes(tx);
  if (!isAnything) throw new Refusal("start-nothing");
  const copy = [content, await writeCopy(copies, rows, clearedRows(tx))];
  await clearRows(tx);
  await logStart(tx, act, counts, copy);
  return { saved: true, act: act.submission, counts, copy };
}

const isLocked = (error: unknown): boolean =>
  error instanceof DrizzleQueryError && (error.cause as { code?: string } | undefined)?.code === "55P03";

/** Yields all rows to clear, one JSON line each, read in portions. */
async function* clearedRows(tx: Transaction): AsyncGenerator<string> {
  await tx.execute(sql`set local timezone = 'UTC'`);
  await tx.execute(sql`declare cleared no scroll cursor for select line from rows_cleared_at_start() as line`);
  for (;;) {
    const { rows } = await tx.execute<{ line: string }>(sql`fetch 200 from cleared`);
    if (rows.length === 0) break;
    for (const { line } of rows) yield `${line}\n`;
  }
  await tx.execute(sql`close cleared`);
}

async function clearRows(tx: Transaction): Promise<void> {
  const { rows } = await tx.execute<{ demo: boolean }>(sql`select has_demo as demo from start_scope()`);
  const clear = async () => void (await tx.execute(sql`select start_for_real()`));
  // After the demo was cleared, texts and films are the merchant's own.
  if (rows[0]?.demo) await clearWithDemo(tx, clear);
  else await clear();
}

async function logStart(
  tx: Transaction,
  { memberId, submission }: { memberId: string | null; submission: string },
  counts: StartCounts,
  copy: CopyFile[],
): Promise<void> {
  const row = { kind: KIND, record: KIND, version: 1 };
  const files = copy.map(({ name, bytes }) => `${name} (${sizeWords(bytes)})`).join(", ");
  await logChanges(tx, { memberId, submission, action: "start", reason: "" }, [
    ...Object.entries(counts).flatMap(([field, count]) => (count > 0 ? [{ ...row, field, old: count, new: 0 }] : [])),
    { ...row, field: "copy", old: null, new: files },
  ]);
}

/** Tables of the kinds in the list for members; rows that belong to orders, such as payments, are not counted separately. */
const TABLES: Partial<Record<StartThing, string[]>> = {
  goods: ["products"],
  returns: ["returns"],
  refunds: ["refunds"],
  letters: ["letters"],
  codeUses: ["discount_uses"],
  messages: ["messages"],
  words: ["reviews", "questions", "comments", "community_signups"],
  films: ["videos", "social_posts"],
};

async function whatGoes(db: Database): Promise<Pick<StartPreview, "counts" | "piecesBack" | "isAnything">> {
  const { rows } = await db.execute<{ name: string; count: number }>(
    sql`select name, count::int as count from count_cleared_at_start()`,
  );
  const byTable = new Map(rows.map(({ name, count }) => [name, count]));
  const { rows: kinds } = await db.execute<{ kind: "tests" | "samples" | "unpaid"; count: number }>(sql`
    select case when kind = 'sample' then 'samples' when standing in ('lapsed', 'not-paid') then 'unpaid' else 'tests' end as kind,
      count(*)::int as count
    from order_facts where kind in ('test', 'sample') group by 1`);
  const { rows: back } = await db.execute<{ pieces: number }>(
    sql`select coalesce(sum(back), 0)::int as pieces from pieces_of_cleared_orders()`,
  );
  const of = (thing: StartThing) => (TABLES[thing] ?? []).reduce((sum, table) => sum + (byTable.get(table) ?? 0), 0);
  const ordersOf = (kind: (typeof kinds)[number]["kind"]) => kinds.find((own) => own.kind === kind)?.count ?? 0;
  const counts: StartCounts = {
    goods: of("goods"),
    tests: ordersOf("tests"),
    samples: ordersOf("samples"),
    unpaid: ordersOf("unpaid"),
    returns: of("returns"),
    refunds: of("refunds"),
    letters: of("letters"),
    codeUses: of("codeUses"),
    messages: of("messages"),
    words: of("words"),
    films: of("films"),
  };
  return { counts, piecesBack: back[0]?.pieces ?? 0, isAnything: rows.some(({ count }) => count > 0) };
}
