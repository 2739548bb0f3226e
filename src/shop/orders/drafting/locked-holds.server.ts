import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { MINUTE } from "~/platform/durations";
import type { Levels } from "~/shop/catalog/stock/reservations.server";
import { type Settings, SQL_INTEGER } from "~/shop/settings";
import type { OrderState } from "../order";
import { type Span, WINDOW } from "./hold-bounds";

export type Bounds = Pick<Settings, "heldDrafts" | "heldPieces" | "heldHalfFrom" | "lapsePauseMinutes">;

/**
 * Number of networks as which all clients with unknown addresses count, so that a proxy that hides addresses does not close the
 * shop.
 */
export const NETWORKS_IN_UNKNOWN = 50;
const NEVER = new Date(0);

/** Hash by which a draft stores its network; it identifies the network again without revealing its address. */
export const networkKey = (network: string | undefined): string =>
  createHash("sha256")
    .update(`network ${network ?? "unknown"}`)
    .digest("hex")
    .slice(0, 32);

/** Draft that counts towards the limits of its network: unpaid now, or lapsed or replaced within the window. */
export interface NetworkDraft {
  state: OrderState;
  until: Date;
  heldSince: Date | null;
  lapsedAt: Date | null;
  variantIds: number[];
  quantity: number;
}

/** Pieces of one variant that unpaid drafts hold: of all networks, of the requesting network, and the end of each hold. */
export interface Held {
  pieces: number;
  own: number;
  until: Date[];
}

/** Holds and stock levels from which `roomFor` decides about a draft, read while its network and variants are locked. */
export interface LockedHolds {
  own: NetworkDraft[];
  /**
   * Stock levels by variant. `levels`, `held` and `spans` are empty if the network is at its limit; the variants are not locked
   * then.
   */
  levels: Levels;
  held: Map<number, Held>;
  /** Spans within the window in which drafts held more than half of each variant's stock. */
  spans: Map<number, Span[]>;
}

interface Wanted {
  network: string | undefined;
  variantIds: number[];
  pieces: number;
  draftKey?: string | undefined;
}

/** Result of the SQL function `lock_draft`; times are ISO strings. */
interface Row {
  earlier?: string;
  own: (Omit<NetworkDraft, "until" | "heldSince" | "lapsedAt"> &
    Record<"until" | "heldSince" | "lapsedAt", string | null>)[];
  levels: { id: number; stock: number | null }[];
  held: { variantId: number; quantity: number; network: string | null; until: string | null }[];
  spans: { variantId: number; since: string; until: string }[];
}

/**
 * Locks a draft's key, network and variants, in this order, and reads the holds and stock levels that decide about it. If the key
 * has a draft already, returns that draft's number and locks nothing else.
 */
export async function lockHolds(
  tx: Transaction,
  wanted: Wanted,
  bounds: Bounds,
  now: Date,
): Promise<LockedHolds | { earlier: string }> {
  const key = networkKey(wanted.network);
  const { rows } = await tx.execute<{ found: Row }>(
    sql`select lock_draft(${lockArguments(wanted, bounds, now)}, ${sql.param(wanted.variantIds)}) as found`,
  );
  const found = rows[0]?.found;
  if (!found) throw new Error("The holds of a draft could not be read.");
  if (found.earlier !== undefined) return { earlier: found.earlier };
  return {
    own: found.own.map(({ until, heldSince, lapsedAt, ...draft }) => ({
      ...draft,
      until: momentOf(until) ?? NEVER,
      heldSince: momentOf(heldSince),
      lapsedAt: momentOf(lapsedAt),
    })),
    levels: new Map(found.levels.map(({ id, stock }) => [id, stock])),
    held: heldIn(found.held, key),
    spans: Map.groupBy(
      found.spans.map(({ variantId, since, until }) => ({
        variantId,
        since: new Date(since),
        until: new Date(until),
      })),
      ({ variantId }) => variantId,
    ),
  };
}

/** First arguments of the SQL functions `lock_draft` and `draft_order`: key, network, times and limits. */
export function lockArguments(
  { network, pieces, draftKey }: Wanted,
  { heldDrafts, heldPieces, lapsePauseMinutes }: Bounds,
  now: Date,
): SQL {
  const times = network === undefined ? NETWORKS_IN_UNKNOWN : 1;
  // A draft above the limit of any network must not lock variants.
  const mostPieces = pieces > heldPieces ? -1 : heldPieces * times - pieces;
  const pauseBegins = new Date(now.getTime() - lapsePauseMinutes * MINUTE).toISOString();
  const windowBegins = new Date(now.getTime() - WINDOW).toISOString();
  const [drafts, piecesLeft] = [heldDrafts * times, mostPieces].map((most) => Math.min(most, SQL_INTEGER));
  return sql`${draftKey ?? null}, ${networkKey(network)}, ${pauseBegins}, ${windowBegins}, ${drafts}, ${piecesLeft}`;
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

function heldIn(rows: Row["held"], key: string): Map<number, Held> {
  const held = new Map<number, Held>();
  for (const { variantId, quantity, network, until } of rows) {
    const known = held.get(variantId) ?? { pieces: 0, own: 0, until: [] };
    held.set(variantId, {
      pieces: known.pieces + quantity,
      own: known.own + (network === key ? quantity : 0),
      until: [...known.until, momentOf(until) ?? NEVER],
    });
  }
  return held;
}

/**
 * Locks a draft key and returns the number of its draft, if there is one. A second request with the key waits until the first one
 * has written its draft.
 */
export async function lockDraftKey(tx: Transaction, draftKey: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ number: string | null }>(sql`select lock_draft_key(${draftKey}) as number`);
  return rows[0]?.number ?? undefined;
}

/** Locks a network, so that other drafts from it wait until this transaction ends. */
export async function takeTurns(tx: Transaction, network: string | undefined): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`holds of ${networkKey(network)}`}, 0))`);
}
