import { and, isNotNull, isNull, lte, ne, or } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { MINUTE } from "~/platform/durations";
import { merged } from "~/shop/catalog/stock/stock";
import type { Levels } from "~/shop/catalog/stock/reservations.server";
import { Refusal } from "~/shop/refusal";
import { orders } from "../orders.tables";
import { forgetBeyondHalf } from "./beyond-half.server";
import { answerFor, timeUsed, type VariantAnswer } from "./hold-bounds";
import {
  type Bounds,
  type Held,
  type LockedHolds,
  lockHolds,
  type NetworkDraft,
  NETWORKS_IN_UNKNOWN,
} from "./locked-holds.server";
import type { PricedLine } from "./priced-lines.server";

/** Seconds of `retryAfter` if a hold has ended but the gateway has not confirmed it yet. */
const SOON = 30;

/** Hold of a draft that may be written. */
export interface Room {
  /** Levels of the draft's variants, which are locked. */
  levels: Levels;
  /** Time since which the network has held any of these variants by recently replaced drafts; undefined without any. */
  since: Date | undefined;
  /** False if the draft may reserve no stock, so that availability is decided when it is paid. */
  holds: boolean;
  /** Variants of which the draft holds more than half, and the end of that hold. */
  beyondHalf: { variantIds: number[]; until: Date } | undefined;
}

/**
 * Checks that a new draft leaves enough for others. Locks the network and the variants until the transaction ends, so that two
 * concurrent drafts cannot both pass.
 *
 * @throws {Refusal} as `roomFor`.
 */
export async function refuseHoarding(
  tx: Transaction,
  lines: PricedLine[],
  network: string | undefined,
  bounds: Bounds,
  now: Date,
): Promise<Room> {
  const holds = await lockHolds(tx, wantedIn(lines, network), bounds, now);
  if ("earlier" in holds) throw new Error("A draft without a key was made before.");
  return roomFor(lines, network, holds, bounds, now);
}

/** Facts of a draft that `lockHolds` needs. */
export const wantedIn = (lines: PricedLine[], network: string | undefined) => ({
  network,
  pieces: piecesOf(lines),
  variantIds: merged(lines).map(({ variantId }) => variantId),
});

/**
 * Decides what a draft may hold beside the pieces held already, which are locked.
 *
 * @throws {Refusal} `held-too-much` if the draft alone is above the limit; `held-by-network` while other drafts of the network
 * wait for their payment; `held-by-others` and `held-and-let-go`, naming the lines of which fewer are available; all with
 * `retryAfter` in seconds if waiting helps; `sold-out`.
 */
export function roomFor(
  lines: PricedLine[],
  network: string | undefined,
  { own, levels, held, spans }: LockedHolds,
  bounds: Bounds,
  now: Date,
): Room {
  const { variantIds, pieces } = wantedIn(lines, network);
  const times = network === undefined ? NETWORKS_IN_UNKNOWN : 1;
  if (pieces > bounds.heldPieces) throw new Refusal("held-too-much", { details: { most: bounds.heldPieces, pieces } });

  const open = own.filter(({ state }) => state === "awaiting-payment");
  const isFull = open.length >= bounds.heldDrafts * times || pieces + piecesOf(open) > bounds.heldPieces * times;
  if (isFull) {
    const retryAfter = secondsUntil(
      open.map(({ until }) => until),
      now,
    );
    throw new Refusal("held-by-network", { details: { retryAfter } });
  }
  const pause = bounds.lapsePauseMinutes * MINUTE;
  const since = new Date(now.getTime() - pause);
  const lapses = own.flatMap(({ lapsedAt }) => (lapsedAt && lapsedAt > since ? [lapsedAt] : []));
  const found: Found = {
    levels,
    held,
    spans,
    pauseEnds: lapses.length >= times ? lapses.map((at) => new Date(at.getTime() + pause)) : [],
    halfFrom: bounds.heldHalfFrom,
  };
  const answers = answersFor(lines, found, now);
  refuseUnheld(lines, answers, found, now);
  return { levels, since: network === undefined ? undefined : heldSince(own, variantIds), ...roomIn(answers, now) };
}

/** Time since which a network has held any of these variants by recently replaced drafts. */
function heldSince(own: NetworkDraft[], variantIds: number[]): Date | undefined {
  const moments = own
    .filter(({ state, lapsedAt }) => state === "cancelled" && lapsedAt === null)
    .filter((draft) => draft.variantIds.some((id) => variantIds.includes(id)))
    .flatMap((draft) => (draft.heldSince ? [draft.heldSince.getTime()] : []));
  return moments.length > 0 ? new Date(Math.min(...moments)) : undefined;
}

const nothingHeld: Held = { pieces: 0, own: 0, until: [] };

const piecesOf = (of: { quantity: number }[]): number => of.reduce((total, { quantity }) => total + quantity, 0);

/** Holds and levels that decide about a draft. */
interface Found extends Pick<LockedHolds, "levels" | "held" | "spans"> {
  /** Times from which the network may have the last pieces again; empty unless it left pieces unpaid. */
  pauseEnds: Date[];
  halfFrom: number;
}
type Answers = Map<number, VariantAnswer>;

/** Decision for each variant of the draft whose stock is counted. */
function answersFor(lines: PricedLine[], { levels, held, spans, pauseEnds, halfFrom }: Found, now: Date): Answers {
  const answers: Answers = new Map();
  for (const { variantId, quantity } of merged(lines)) {
    const level = levels.get(variantId);
    if (level === null) continue;
    const { pieces, own } = held.get(variantId) ?? nothingHeld;
    const answer = answerFor({
      wanted: quantity,
      level: level ?? 0,
      held: pieces,
      heldByOthers: pieces - own,
      halfFrom,
      isPaused: pauseEnds.length > 0,
      used: timeUsed(spans.get(variantId) ?? [], now),
    });
    answers.set(variantId, answer);
  }
  return answers;
}

/**
 * Throws for variants that are not available; for sold-out ones first, because waiting does not help there.
 *
 * @throws {Refusal} `sold-out`, `held-by-others`, `held-and-let-go`.
 */
function refuseUnheld(lines: PricedLine[], answers: Answers, { held, pauseEnds }: Found, now: Date): void {
  const named = (kind: VariantAnswer["kind"]) =>
    [...answers].flatMap(([variantId, answer]) => {
      const line = lines.find((other) => other.variantId === variantId);
      return line && answer.kind === kind && "left" in answer
        ? [{ ...variantOf(line), variantId, left: answer.left }]
        : [];
    });
  const missing = named("sold-out");
  if (missing.length > 0)
    throw new Refusal("sold-out", {
      details: { soldOut: missing.map(({ variantId, left }) => ({ variantId, left })) },
    });

  const taken = named("held-by-others");
  if (taken.length > 0) {
    // The longest of several waiting times.
    const waits = taken.map(({ variantId }) => secondsUntil((held.get(variantId) ?? nothingHeld).until, now));
    throw new Refusal("held-by-others", { details: { lines: withoutIds(taken), retryAfter: Math.max(...waits) } });
  }
  const paused = named("let-go");
  if (paused.length > 0)
    throw new Refusal("held-and-let-go", {
      details: { lines: withoutIds(paused), retryAfter: secondsUntil(pauseEnds, now) },
    });
}

const withoutIds = <Named extends { variantId: number }>(lines: Named[]) =>
  lines.map(({ variantId: _, ...line }) => line);

/** Hold of a draft. If one of its variants may not be held, none is, since an order is sold as a whole. */
function roomIn(answers: Answers, now: Date): Pick<Room, "holds" | "beyondHalf"> {
  const all = [...answers];
  if (all.some(([, { kind }]) => kind === "first-to-pay")) return { holds: false, beyondHalf: undefined };
  const brief = all.flatMap(([variantId, answer]) =>
    answer.kind === "held-briefly" ? [{ variantId, ...answer }] : [],
  );
  if (brief.length === 0) return { holds: true, beyondHalf: undefined };
  const until = new Date(now.getTime() + Math.min(...brief.map((one) => one.for)));
  return { holds: true, beyondHalf: { variantIds: brief.map(({ variantId }) => variantId), until } };
}

const variantOf = ({ product, name, size, color }: PricedLine) => ({ product, name, size, color });

/** Whole seconds until the first of these times that is still to come; `SOON` if none is. */
function secondsUntil(moments: Date[], now: Date): number {
  const waits = moments.map((moment) => Math.ceil((moment.getTime() - now.getTime()) / 1000));
  const ahead = waits.filter((wait) => wait > 0);
  return ahead.length > 0 ? Math.min(...ahead) : SOON;
}

/** Deletes the networks of drafts that no longer count, and records of holds of more than half that are too old to count. */
export async function forgetNetworks(db: Database, { lapsePauseMinutes }: Bounds, now: Date): Promise<void> {
  await forgetBeyondHalf(db, now);
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
