import { failingJobs } from "~/platform/failing-jobs.server";
import type { Services } from "~/services";
import { waitingMessages } from "~/shop/contact/count-waiting-messages.server";
import type { Member } from "~/shop/members/member";
import { can, type Right } from "~/shop/members/rights";
import { ordersToShip } from "~/shop/orders/count-orders-to-ship.server";
import { waitingReturns } from "~/shop/returns/list-returns.server";
import { queueCounts } from "../queue/queue.server";

/** Number of records that wait for a member, for each screen of the rail that this member may open. */
export async function railWaits(services: Services, member: Member): Promise<Partial<Record<string, number>>> {
  const ifMay = async (right: Right, count: () => Promise<number>): Promise<number> =>
    can(member, right) ? count() : 0;
  const [orders, returns, queue, messages, failing] = await Promise.all([
    ifMay("orders.read", async () => (await ordersToShip(services, member)).orders),
    ifMay("returns.read", async () => {
      const { asking, unlabeled, received } = await waitingReturns(services, member);
      return asking + unlabeled + received;
    }),
    ifMay("queue.read", async () =>
      Object.values(await queueCounts(services, member)).reduce((all, count) => all + count, 0),
    ),
    ifMay("messages.read", async () => (await waitingMessages(services, member)).count),
    ifMay("system.read", async () => (await failingJobs(services.db)).count),
  ]);
  return { "/orders": orders, "/returns": returns, "/queue": queue, "/messages": messages, "/system": failing };
}
