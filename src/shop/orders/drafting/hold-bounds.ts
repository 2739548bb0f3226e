import { SECOND } from "~/platform/durations";

/** Milliseconds within the window for which drafts together may hold more than half of a variant. */
export const BEYOND_HALF = 90 * SECOND;
/**
 * Milliseconds within the window for which a draft may hold more than half while the gateway waits for its shopper or bank; the
 * time of other drafts counts, too.
 */
export const BEYOND_HALF_WAITING = 240 * SECOND;
export const WINDOW = 600 * SECOND;
/** Milliseconds that are too few to complete a payment; nothing is held for less. */
const LEAST = 15 * SECOND;

/** Span of time in which drafts hold more than half of a variant's stock. */
export interface Span {
  since: Date;
  until: Date;
}

/** State of a variant that decides about a new draft. */
export interface VariantBounds {
  /** Pieces that the draft wants. */
  wanted: number;
  /** Stock level: pieces that no draft reserves. */
  level: number;
  /** Pieces held by all drafts, and by drafts of other networks. */
  held: number;
  heldByOthers: number;
  /** Number of pieces from which the rule of the half applies; below it, all pieces are "last pieces". */
  halfFrom: number;
  /** Whether the network recently left reserved pieces unpaid. */
  isPaused: boolean;
  /** Milliseconds within the window for which drafts held more than half of the variant's stock. */
  used: number;
}

/** Decision for a variant of a draft; `left` is the number of pieces that the draft could get now. */
export type VariantAnswer =
  | { kind: "held" }
  /** The pieces are held for this number of milliseconds. */
  | { kind: "held-briefly"; for: number }
  /** The pieces are not held; the shopper who pays first gets them. */
  | { kind: "first-to-pay" }
  | { kind: "sold-out" | "held-by-others" | "let-go"; left: number };

/**
 * Decides how many pieces of one variant a draft gets. Half of its stock, rounded up, may be held while a draft lives (setting
 * reservationMinutes, draft-order.server.ts); the rest for 90 seconds in any ten minutes, by all drafts together; then it
 * goes to the shopper who pays first. The test has the same examples.
 *
 * | wanted | level | held | by others | paused | used | answer                                                        |
 * | -----: | ----: | ---: | --------: | ------ | ---: | ------------------------------------------------------------- |
 * |     12 |    23 |    0 |         0 |        |    0 | held: it is the half                                          |
 * |     20 |    23 |    0 |         0 |        |    0 | held briefly, 90 s                                            |
 * |     24 |    24 |    0 |         0 |        |    0 | held briefly, 90 s: all of it                                 |
 * |      1 |    11 |   12 |        12 |        |    0 | held briefly, 90 s: the half is held                          |
 * |      6 |    11 |   12 |        12 |        | 60 s | held briefly, 30 s                                            |
 * |      6 |    11 |   12 |        12 |        | 80 s | first to pay: 10 s are too short                              |
 * |     20 |    23 |    0 |         0 |        | 90 s | first to pay                                                  |
 * |     20 |    11 |   12 |        12 |        |    0 | held by others, 11 left                                       |
 * |     20 |    11 |   12 |         0 |        |    0 | sold out, 11 left: the shopper's own drafts hold the others   |
 * |     20 |    11 |    0 |         0 |        |    0 | sold out, 11 left                                             |
 * |     20 |    23 |    0 |         0 | yes    |    0 | let go, 12 left: this network left pieces unpaid              |
 * |     12 |    23 |    0 |         0 | yes    |    0 | held: the half is open to everybody                           |
 * |      1 |     1 |    0 |         0 |        |    0 | held: the last pieces have no half                            |
 * |      1 |     1 |    0 |         0 | yes    |    0 | let go, none left                                             |
 */
export function answerFor(variant: VariantBounds): VariantAnswer {
  const { wanted, level, held, heldByOthers, isPaused } = variant;
  if (wanted > level) return { kind: wanted <= level + heldByOthers ? "held-by-others" : "sold-out", left: level };

  const all = level + held;
  const isScarce = all < variant.halfFrom;
  const withinHalf = isScarce ? level : Math.max(0, Math.ceil(all / 2) - held);
  if (isPaused && isScarce) return { kind: "let-go", left: 0 };
  if (wanted <= withinHalf) return { kind: "held" };
  if (isPaused) return { kind: "let-go", left: withinHalf };

  const time = BEYOND_HALF - variant.used;
  return time < LEAST ? { kind: "first-to-pay" } : { kind: "held-briefly", for: time };
}

/**
 * Milliseconds within the current window for which drafts held more than half of a variant's stock; overlapping spans count once.
 */
export function timeUsed(spans: Span[], now: Date): number {
  const opens = now.getTime() - WINDOW;
  let used = 0;
  let counted = opens;
  for (const { since, until } of spans.toSorted((one, other) => one.since.getTime() - other.since.getTime())) {
    const from = Math.max(since.getTime(), counted);
    const to = Math.min(until.getTime(), now.getTime());
    if (to <= from) continue;
    used += to - from;
    counted = to;
  }
  return used;
}
