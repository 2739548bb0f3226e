import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Levels } from "~/shop/catalog/stock/reservations.server";
import type { Settings } from "~/shop/settings";
import type { OrderState } from "../order";
import { type Span, WINDOW } from "./hold-bounds";

export type Bounds = Pick<Settings, "heldDrafts" | "heldPieces" | "heldHalfFrom" | "lapsePauseMinutes">;

/** How many networks all clients of unknown address count as: a proxy that hides addresses must not close the shop. */
export const NETWORKS_IN_UNKNOWN = 50;
const NEVER = new Date(0);
const MINUTE = 60_000;

/** A network as a draft remembers it: enough to know it again, not to reach anybody. */
export const networkKey = (network: string | undefined): string =>
  createHash("sha256")
    .update(`network ${network ?? "unknown"}`)
    .digest("hex")
    .slice(0, 32);

/** A draft that counts against the bounds of its network: unpaid, lapsed or replaced within the window. */
export interface NetworkDraft {
  state: OrderState;
  until: Date;
  heldSince: Date | null;
  lapsedAt: Date | null;
  variantIds: number[];
  quantity: number;
}

/** Pieces of one variant that unpaid drafts hold: all, those of the asking network, and the end of each hold. */
export interface Held {
  pieces: number;
  own: number;
  until: Date[];
}

/** Holds that the bounds of a draft are decided by, under the locks of its network and its variants. */
export interface LockedHolds {
  own: NetworkDraft[];
  /** Empty, as `held` and `spans`, where the network may hold no more: then the variants are not locked. */
  levels: Levels;
  held: Map<number, Held>;
  /** When each variant was held beyond its half within the window. */
  spans: Map<number, Span[]>;
}

interface Wanted {
  network: string | undefined;
  variantIds: number[];
  pieces: number;
  draftKey?: string | undefined;
}

/** Written by the database's `lock_draft`; moments are ISO dates. */
interface Row {
  earlier?: string;
  own: (Omit<NetworkDraft, "until" | "heldSince" | "lapsedAt"> &
    Record<"until" | "heldSince" | "lapsedAt", string | null>)[];
  levels: { id: number; stock: number | null }[];
  held: { variantId: number; quantity: number; network: string | null; until: string | null }[];
  spans: { variantId: number; since: string; until: string }[];
}

/**
 * Locks a draft's key, its network and its variants, in this order, and reads what its bounds are decided by. Where the key has made a
 * draft already, its number is the answer, and nothing else is locked.
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

/** The arguments that the database's `lock_draft` and `draft_order` begin with: key, network, moments and bounds. */
export function lockArguments(
  { network, pieces, draftKey }: Wanted,
  { heldDrafts, heldPieces, lapsePauseMinutes }: Bounds,
  now: Date,
): SQL {
  const times = network === undefined ? NETWORKS_IN_UNKNOWN : 1;
  // One that is too large for any network locks no variants.
  const mostPieces = pieces > heldPieces ? -1 : heldPieces * times - pieces;
  const pauseBegins = new Date(now.getTime() - lapsePauseMinutes * MINUTE).toISOString();
  const windowBegins = new Date(now.getTime() - WINDOW).toISOString();
  return sql`${draftKey ?? null}, ${networkKey(network)}, ${pauseBegins}, ${windowBegins}, ${heldDrafts * times}, ${mostPieces}`;
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

/** The draft that a key has made, under the lock of the key: a second request with it waits here until the first one's is written. */
export async function lockDraftKey(tx: Transaction, draftKey: string): Promise<string | undefined> {
  const { rows } = await tx.execute<{ number: string | null }>(sql`select lock_draft_key(${draftKey}) as number`);
  return rows[0]?.number ?? undefined;
}

/** Takes the lock of a network: another draft from it waits until this transaction ends. */
export async function takeTurns(tx: Transaction, network: string | undefined): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`holds of ${networkKey(network)}`}, 0))`);
}
