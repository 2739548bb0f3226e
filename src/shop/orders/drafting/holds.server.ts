import { createHash } from "node:crypto";
import { and, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { merged } from "~/shop/catalog/stock/stock";
import { locked } from "~/shop/catalog/stock/reservations.server";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { orderLines, orders } from "../orders.tables";
import type { OrderState } from "../order";
import type { PricedLine } from "./priced-lines.server";

type Bounds = Pick<Settings, "heldDrafts" | "heldPieces" | "heldHalfFrom" | "lapsePauseMinutes">;

/** How many networks all clients of unknown address count as: a proxy that hides addresses must not close the shop. */
export const NETWORKS_IN_UNKNOWN = 50;
/** `retryAfter` where a hold has ended but the gateway has yet to confirm it, in seconds. */
const SOON = 30;
/** With so many pieces of a pair a draft may also take of the half that larger ones leave. */
const SMALL_DRAFT = 1;
const NEVER = new Date(0);
const MINUTE = 60_000;

/** A network as a draft remembers it: enough to know it again, not to reach anybody. */
export const networkKey = (network: string | undefined): string =>
  createHash("sha256")
    .update(`network ${network ?? "unknown"}`)
    .digest("hex")
    .slice(0, 32);

/** What holds a draft that may be written. */
interface Room {
  /** The levels of its variants, which are locked. */
  levels: Map<number, number | null>;
  /** Since when its network has held any of them, with drafts that it replaced lately; unset where it has not. */
  since: Date | undefined;
}

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
): Promise<Room> {
  const key = networkKey(network);
  const times = network === undefined ? NETWORKS_IN_UNKNOWN : 1;
  const pieces = piecesOf(lines);
  if (pieces > bounds.heldPieces) throw new Refusal("held-too-much", { details: { most: bounds.heldPieces, pieces } });

  await takeTurns(tx, network);
  const wanted = merged(lines);
  const ids = wanted.map(({ variantId }) => variantId);
  const levels = await locked(tx, ids);
  const pause = bounds.lapsePauseMinutes * MINUTE;
  const since = new Date(now.getTime() - pause);
  const own = await draftsOf(tx, key, since);
  const open = own.filter(({ state }) => state === "awaiting-payment");
  const isFull = open.length >= bounds.heldDrafts * times || pieces + piecesOf(open) > bounds.heldPieces * times;
  if (isFull) {
    const retryAfter = secondsUntil(
      open.map(({ until }) => until),
      now,
    );
    throw new Refusal("held-by-network", { details: { retryAfter } });
  }
  const held = await heldOf(tx, ids, key);
  const lapses = own.flatMap(({ lapsedAt }) => (lapsedAt && lapsedAt > since ? [lapsedAt] : []));
  const pauseEnds = lapses.length >= times ? lapses.map((at) => new Date(at.getTime() + pause)) : [];
  refuseLastPieces(lines, { levels, held, pauseEnds, times, heldHalfFrom: bounds.heldHalfFrom, now });
  return { levels, since: network === undefined ? undefined : heldSince(own, ids) };
}

/** Whoever drafts from the same network waits until this transaction ends. */
export async function takeTurns(tx: Transaction, network: string | undefined): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`holds of ${networkKey(network)}`}, 0))`);
}

/** Since when a network has held any of these variants with drafts that it replaced lately. */
function heldSince(own: NetworkDraft[], variantIds: number[]): Date | undefined {
  const moments = own
    .filter(({ state, lapsedAt }) => state === "cancelled" && lapsedAt === null)
    .filter((draft) => draft.variantIds.some((id) => variantIds.includes(id)))
    .flatMap((draft) => (draft.heldSince ? [draft.heldSince.getTime()] : []));
  return moments.length > 0 ? new Date(Math.min(...moments)) : undefined;
}

const piecesOf = (of: { quantity: number }[]): number => of.reduce((total, { quantity }) => total + quantity, 0);

interface LastPieces {
  levels: Room["levels"];
  held: Map<number, Held>;
  /** When the network may have what is scarce again; empty unless it let stock lapse. */
  pauseEnds: Date[];
  /** How many networks it counts as. */
  times: number;
  heldHalfFrom: number;
  now: Date;
}

/**
 * Of one pair large drafts together hold half, and the rest stays for small ones of networks that hold none of it; of what is
 * scarce, and of that rest, who let stock lapse gets nothing for a while.
 */
function refuseLastPieces(
  lines: PricedLine[],
  { levels, held, pauseEnds, times, heldHalfFrom, now }: LastPieces,
): void {
  const isPaused = pauseEnds.length > 0;
  const refused = merged(lines).flatMap(({ variantId, quantity }) => {
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

/** A draft of a network that counts for it: it waits for its payment, let stock lapse, or was replaced lately. */
interface NetworkDraft {
  state: OrderState;
  until: Date;
  heldSince: Date | null;
  lapsedAt: Date | null;
  variantIds: number[];
  quantity: number;
}

async function draftsOf(tx: Database, key: string, since: Date): Promise<NetworkDraft[]> {
  const { state, reservedUntil, lapsedAt, network } = orders;
  const rows = await tx
    .select({
      state,
      until: reservedUntil,
      heldSince: orders.heldSince,
      lapsedAt,
      variantIds: sql<number[]>`array_agg(${orderLines.variantId})`,
      quantity: sql<number>`sum(${orderLines.quantity})::int`,
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderNumber, orders.number))
    .where(
      and(
        eq(network, key),
        or(
          eq(state, "awaiting-payment"),
          gt(lapsedAt, since),
          and(eq(state, "cancelled"), isNull(lapsedAt), gt(reservedUntil, since)),
        ),
      ),
    )
    .groupBy(orders.number);
  return rows.map(({ until, ...draft }) => ({ ...draft, until: until ?? NEVER }));
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

/** Forgets where drafts came from that no longer count for their network. Safe to repeat. */
export async function forgetNetworks(db: Database, { lapsePauseMinutes }: Bounds, now: Date): Promise<void> {
  const over = new Date(now.getTime() - lapsePauseMinutes * MINUTE);
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
