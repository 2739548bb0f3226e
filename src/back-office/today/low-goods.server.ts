import type { Services } from "~/services";
import { runningLow } from "~/shop/catalog/stock/low-stock-list.server";
import type { Member } from "~/shop/members/member";
import { hashesOf } from "./picture-hashes.server";
import type { Waiting } from "./waits";

/** Number of products pictured in the line. */
const PICTURED = 5;

/** Number of products that run low since a time, for their line on Today, with pictures of the lowest. */
export async function lowGoods(services: Services, member: Member, since: Date): Promise<NonNullable<Waiting["low"]>> {
  const { count, lowest } = await runningLow(services, member, since, PICTURED);
  const hashOf = await hashesOf(services, lowest);
  return { count, pictures: lowest.map(hashOf) };
}
