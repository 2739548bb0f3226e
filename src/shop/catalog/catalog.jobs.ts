import type { Services } from "~/services";
import {
  sendBackInStock,
  NOTIFY_BACK_IN_STOCK,
  type NotifyBackInStock,
  notifyBackInStock,
} from "./back-in-stock.server";
import { sweepPlans } from "./editing/status.server";

const LOOK_FOR_STOCK = "look-for-stock";
const SWEEP_PLANS = "sweep-product-plans";

/**
 * Back-in-stock letters go out within minutes after a pair is back, however it came back. What was planned to go on the shop or
 * to be put away does so within a minute.
 */
export async function catalogJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work<NotifyBackInStock>(NOTIFY_BACK_IN_STOCK, (wish) => sendBackInStock(services, wish));
  await jobs.work(LOOK_FOR_STOCK, () => notifyBackInStock(services), { atOnce: 1 });
  await jobs.schedule(LOOK_FOR_STOCK, "*/5 * * * *");
  await jobs.work(SWEEP_PLANS, () => sweepPlans(services.db, new Date()), { atOnce: 1 });
  await jobs.schedule(SWEEP_PLANS, "* * * * *");
}
