import { and, eq, inArray, ne } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { arrivedOf } from "./returns.server";
import { returnLines, returns } from "./returns.tables";

/** Numbers of pieces of a line in returns: in started returns that have not arrived, and received. */
export interface PiecesInReturns {
  coming: number;
  back: number;
}

/**
 * Pieces of an order's lines that are in returns, by position; refused returns do not count.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function piecesInReturns(
  services: Pick<Services, "db">,
  member: Member,
  orderNumber: string,
): Promise<Map<number, PiecesInReturns>> {
  await requireRight(services, member, "returns.read");
  const { db } = services;
  const own = await db
    .select({ number: returns.number, state: returns.state })
    .from(returns)
    .where(and(eq(returns.orderNumber, orderNumber), ne(returns.state, "refused")));
  const pieces = new Map<number, PiecesInReturns>();
  if (own.length === 0) return pieces;
  const add = (position: number, kind: keyof PiecesInReturns, quantity: number) => {
    const found = pieces.get(position) ?? { coming: 0, back: 0 };
    pieces.set(position, { ...found, [kind]: found[kind] + quantity });
  };
  const started = own.flatMap(({ number, state }) => (state === "started" ? [number] : []));
  const announced = await db.select().from(returnLines).where(inArray(returnLines.returnNumber, started));
  for (const { position, quantity } of announced) add(position, "coming", quantity);
  const here = own.flatMap(({ number, state }) => (state === "started" ? [] : [number]));
  for (const { position, quantity } of await arrivedOf(db, here)) add(position, "back", quantity);
  return pieces;
}
