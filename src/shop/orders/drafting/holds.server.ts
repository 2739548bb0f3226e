import { createHash } from "node:crypto";
import { and, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { merged } from "~/shop/catalog/stock/stock";
import { locked } from "~/shop/catalog/stock/reservations.server";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { orderLines, orders } from "../orders.tables";
import type { PricedLine } from "./priced-lines.server";

type Bounds = Pick<Settings, "heldDrafts" | "heldPieces" | "heldHalfFrom" | "lapsePauseMinutes">;

/** How many networks all clients of unknown address count as: a proxy that hides addresses must not close the shop. */
export const NETWORKS_IN_UNKNOWN = 50;
/** `retryAfter` where a hold has ended but the gateway has yet to confirm it, in seconds. */
const SOON = 30;
/** With so many pieces of a pair a draft may also take of the half that larger ones leave. */
const SMALL_DRAFT = 1;
const NEVER = new Date(0);

/** A network as a draft remembers it: enough to know it again, not to reach anybody. */
export const networkKey = (network: string | undefined): string =>
  createHash("sha256")
    .update(`network ${network ?? "unknown"}`)
    .digest("hex")
    .slice(0, 32);

/**
 * Makes sure that a draft which is about to be written leaves enough to everybody else. Whoever drafts from the same network,
 * or wants the same pairs, waits until this transaction ends, so that no two pass by looking at the same moment.
 *
 * @throws {Refusal} `held-too-much` when it alone is too large; `held-by-network` while other drafts of the network wait for
 *   their payment; `held-by-others`, naming the lines of which fewer could be had; all with `retryAfter` in seconds where
 *   waiting helps.
 */
export async function refuseHoarding(
  tx: Transaction,
  lines: PricedLine[],
  network: string | undefined,
  bounds: Bounds,
  now: Date,
): Promise<void> {
  const key = networkKey(network);
  const times = network === undefined ? NETWORKS_IN_UNKNOWN : 1;
  const pieces = piecesOf(lines);
  if (pieces > bounds.heldPieces) throw new Refusal("held-too-much", { details: { most: bounds.heldPieces, pieces } });

  await takeTurns(tx, network);
  const own = await draftsOf(tx, key);
  const isFull = own.length >= bounds.heldDrafts * times || pieces + piecesOf(own) > bounds.heldPieces * times;
  if (isFull) {
    const retryAfter = secondsUntil(
      own.map(({ until }) => until),
      now,
    );
    throw new Refusal("held-by-network", { details: { retryAfter } });
  }
  await refuseLastPieces(tx, lines, { key, times }, bounds, now);
}

/** Whoever drafts from the same network waits until this transaction ends. */
export async function takeTurns(tx: Transaction, network: string | undefined): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`holds of ${networkKey(network)}`}, 0))`);
}

/**
 * Since when a network has held any of these variants with drafts that it replaced lately; `since` where it has not, or where
 * nobody can tell networks apart.
 */
export async function networkHeldSince(
  tx: Transaction,
  lines: PricedLine[],
  network: string | undefined,
  { lapsePauseMinutes }: Bounds,
  { since, now }: { since: Date; now: Date },
): Promise<Date> {
  if (network === undefined) return since;
  const rows = await tx
    .select({ heldSince: orders.heldSince })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderNumber, orders.number))
    .where(
      and(
        eq(orders.network, networkKey(network)),
        eq(orders.state, "cancelled"),
        isNull(orders.lapsedAt),
        gt(orders.reservedUntil, new Date(now.getTime() - lapsePauseMinutes * 60_000)),
        inArray(
          orderLines.variantId,
          lines.map(({ variantId }) => variantId),
        ),
      ),
    );
  return new Date(
    Math.min(since.getTime(), ...rows.flatMap(({ heldSince }) => (heldSince ? [heldSince.getTime()] : []))),
  );
}

const piecesOf = (of: { quantity: number }[]): number => of.reduce((total, { quantity }) => total + quantity, 0);

/**
 * Of one pair large drafts together hold half, and the rest stays for small ones of networks that hold none of it; of what is
 * scarce, and of that rest, who let stock lapse gets nothing for a while.
 */
async function refuseLastPieces(
  tx: Transaction,
  lines: PricedLine[],
  { key, times }: { key: string; times: number },
  { heldHalfFrom, lapsePauseMinutes }: Bounds,
  now: Date,
): Promise<void> {
  const wanted = merged(lines);
  const ids = wanted.map(({ variantId }) => variantId);
  const levels = await locked(tx, ids);
  const held = await heldOf(tx, ids, key);
  const pause = lapsePauseMinutes * 60_000;
  const lapses = await lapsesSince(tx, key, new Date(now.getTime() - pause));
  const isPaused = lapses.length >= times;
  const pauseEnds = isPaused ? lapses.map((at) => new Date(at.getTime() + pause)) : [];

  const refused = wanted.flatMap(({ variantId, quantity }) => {
    const level = levels.get(variantId) ?? null;
    // Of what is not enough anyway, `reserve` says how many are left.
    if (level === null || level < quantity) return [];
    const { pieces, own, until } = held.get(variantId) ?? nothingHeld;
    const left = level + pieces;
    if (left < heldHalfFrom) return isPaused ? [{ variantId, left: 0, until: pauseEnds }] : [];
    const half = Math.max(0, Math.ceil(left / 2) - pieces);
    const small = isPaused || own >= SMALL_DRAFT * times ? 0 : SMALL_DRAFT;
    const most = Math.max(half, small);
    return quantity > most ? [{ variantId, left: most, until: [...until, ...pauseEnds] }] : [];
  });
  if (refused.length === 0) return;

  const named = refused.flatMap(({ variantId, left }) => {
    const line = lines.find((other) => other.variantId === variantId);
    return line ? [{ ...pairOf(line), left }] : [];
  });
  // With fewer pieces nobody has to wait; of what is not to be had at all, the last to be free counts.
  const waits = refused.flatMap(({ until }) => (until.length > 0 ? [secondsUntil(until, now)] : []));
  const retryAfter = waits.length > 0 ? { retryAfter: Math.max(...waits) } : {};
  throw new Refusal("held-by-others", { details: { lines: named, ...retryAfter } });
}

const pairOf = ({ product, name, size, color }: PricedLine) => ({ product, name, size, color });

/** How long until the first of these moments, in whole seconds. */
function secondsUntil(moments: Date[], now: Date): number {
  const waits = moments.map((moment) => Math.ceil((moment.getTime() - now.getTime()) / 1000));
  const ahead = waits.filter((wait) => wait > 0);
  return ahead.length > 0 ? Math.min(...ahead) : SOON;
}

/** A network's drafts that wait for their payment. */
async function draftsOf(tx: Database, key: string): Promise<{ quantity: number; until: Date }[]> {
  const rows = await tx
    .select({ until: orders.reservedUntil, quantity: sql<number>`sum(${orderLines.quantity})::int` })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderNumber, orders.number))
    .where(and(eq(orders.network, key), eq(orders.state, "awaiting-payment")))
    .groupBy(orders.number);
  return rows.map(({ until, quantity }) => ({ quantity, until: until ?? NEVER }));
}

/** How many pieces of one variant unpaid drafts hold, how many of these one network's do, and until when each does. */
interface Held {
  pieces: number;
  own: number;
  until: Date[];
}
const nothingHeld: Held = { pieces: 0, own: 0, until: [] };

async function heldOf(tx: Database, variantIds: number[], key: string): Promise<Map<number, Held>> {
  const { variantId, quantity } = orderLines;
  const rows = await tx
    .select({ variantId, quantity, until: orders.reservedUntil, network: orders.network })
    .from(orderLines)
    .innerJoin(orders, eq(orders.number, orderLines.orderNumber))
    .where(and(eq(orders.state, "awaiting-payment"), inArray(orderLines.variantId, variantIds)));
  const held = new Map<number, Held>();
  for (const row of rows) {
    const known = held.get(row.variantId) ?? nothingHeld;
    held.set(row.variantId, {
      pieces: known.pieces + row.quantity,
      own: known.own + (row.network === key ? row.quantity : 0),
      until: [...known.until, row.until ?? NEVER],
    });
  }
  return held;
}

async function lapsesSince(tx: Database, key: string, since: Date): Promise<Date[]> {
  const rows = await tx
    .select({ at: orders.lapsedAt })
    .from(orders)
    .where(and(eq(orders.network, key), gt(orders.lapsedAt, since)));
  return rows.flatMap(({ at }) => (at ? [at] : []));
}

/** Forgets where drafts came from that no longer count for their network. Safe to repeat. */
export async function forgetNetworks(db: Database, { lapsePauseMinutes }: Bounds, now: Date): Promise<void> {
  const over = new Date(now.getTime() - lapsePauseMinutes * 60_000);
  await db
    .update(orders)
    .set({ network: null })
    .where(
      and(
        isNotNull(orders.network),
        ne(orders.state, "awaiting-payment"),
        or(isNull(orders.lapsedAt), lte(orders.lapsedAt, over)),
        or(isNull(orders.reservedUntil), lte(orders.reservedUntil, over)),
      ),
    );
}
