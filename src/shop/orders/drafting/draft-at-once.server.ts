import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Count } from "~/platform/rate-limit.server";
import type { Services } from "~/services";
import { negative } from "~/shop/catalog/stock/reservations.server";
import { merged } from "~/shop/catalog/stock/stock";
import type { NetworkAct } from "~/shop/form-limits.server";
import type { OrderPayment } from "~/shop/payments/payments.server";
import { isGiftCardLine } from "~/shop/price";
import { Refusal } from "~/shop/refusal";
import { stockJson } from "~/shop/catalog/stock/reservations.server";
import { type Agreed, type SumBasis, summaryWithoutCode } from "./agreed-summary.server";
import type { DraftRequest } from "./draft-request.server";
import { wantedIn } from "./holds.server";
import { lockArguments } from "./locked-holds.server";
import { newDraft } from "./new-draft.server";
import type { PricedLine } from "./priced-lines.server";
import { writeBy } from "./write-order.server";

/** Stored draft with its payment. */
export interface Drafted {
  number: string;
  payment: OrderPayment;
}

/**
 * Drafts an order without a code, and without gift cards that pay or are bought, in a single statement, so that no lock is held
 * during a round trip to the database. Returns undefined and writes nothing if an earlier draft with the same key, the prices, the network's drafts or the stock require a
 * decision. An `act` is counted in the same statement.
 *
 * @throws {Refusal} `too-many-requests` if the act exceeds its allowance.
 */
export async function draftAtOnce(
  services: Services,
  wanted: DraftRequest,
  lines: PricedLine[],
  basis: SumBasis,
  heldSince: Date,
  now: Date,
  act?: NetworkAct,
): Promise<Drafted | undefined> {
  const { settings } = basis;
  const agreed =
    wanted.discountCode || wanted.giftCards?.length || lines.some(isGiftCardLine)
      ? undefined
      : agreedOrNot(() => summaryWithoutCode(wanted, lines, basis));
  if (!agreed) return undefined;
  const pieces = merged(lines);
  const reserved = negative(pieces);
  const room = { holds: true, beyondHalf: undefined, reserved, heldSince };
  const { order, along, payment } = newDraft(services, wanted, lines, agreed, room, now);
  const locked = lockArguments({ ...wantedIn(lines, wanted.network), draftKey: wanted.draftKey }, settings, now);
  const number = await writeBy(order, along, async (draft) => {
    const drafted = sql`(draft_order(${locked}, ${JSON.stringify(pieces.map(stockJson))}, ${settings.heldHalfFrom}, ${draft})->'written')::boolean`;
    return act ? countedAndAsked(services.db, act, drafted) : askedFor(services.db, drafted);
  });
  return number === undefined ? undefined : { number, payment: { ...payment, orderNumber: number } };
}

interface Written {
  written: boolean | null;
}

async function askedFor(db: Database, drafted: SQL): Promise<boolean | undefined> {
  const { rows } = await db.execute<Written & Record<string, unknown>>(sql`select ${drafted} as written`);
  return rows[0]?.written ?? undefined;
}

/** Counts the act in the statement that drafts, which saves a transaction; nothing is drafted if the allowance is exceeded. */
async function countedAndAsked(db: Database, act: NetworkAct, drafted: SQL): Promise<boolean | undefined> {
  let written: boolean | undefined;
  const isCounted = await act.countWith(async (counter, times) => {
    const { rows } = await db.execute<Written & Count & Record<string, unknown>>(sql`
      with counted as (${counter})
      select points, (extract(epoch from expire) * 1000)::float8 as until, case when points <= ${times} then ${drafted} end as written
      from counted`);
    const [row] = rows;
    if (!row) throw new Error("The act was not counted.");
    written = row.written ?? undefined;
    return row;
  });
  return isCounted ? written : askedFor(db, drafted);
}

/**
 * Sums of the order; undefined if they are refused. `draftOrder` then decides which refusal applies, because an earlier draft
 * matters.
 */
function agreedOrNot(agree: () => Agreed): Agreed | undefined {
  try {
    return agree();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
