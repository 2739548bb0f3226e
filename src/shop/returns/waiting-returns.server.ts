import { count, inArray } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { returns } from "./returns.tables";

/**
 * Returns that nobody has settled: how many are on their way, and how many parcels are here to look at.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function waitingReturns(
  services: Pick<Services, "db">,
  member: Member,
): Promise<{ started: number; received: number }> {
  await requireRight(services, member, "returns.read");
  const rows = await services.db
    .select({ state: returns.state, count: count() })
    .from(returns)
    .where(inArray(returns.state, ["started", "received"]))
    .groupBy(returns.state);
  const of = (state: "started" | "received") => rows.find((row) => row.state === state)?.count ?? 0;
  return { started: of("started"), received: of("received") };
}
