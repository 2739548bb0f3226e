import type { Services } from "~/services";
import {
  sendBackInStock,
  NOTIFY_BACK_IN_STOCK,
  type NotifyBackInStock,
  notifyBackInStock,
} from "./back-in-stock.server";
import { enqueueLowStock, NOTIFY_LOW_STOCK, type NotifyLowStock, sendLowStock } from "./stock/low-stock.server";

const LOOK_FOR_STOCK = "look-for-stock";
const LOOK_FOR_LOW_STOCK = "look-for-low-stock";

/** Back-in-stock letters go out within minutes after a pair is back, however it came back; the one about what is low once a day. */
export async function catalogJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work<NotifyBackInStock>(NOTIFY_BACK_IN_STOCK, (wish) => sendBackInStock(services, wish));
  await jobs.work(LOOK_FOR_STOCK, () => notifyBackInStock(services), { atOnce: 1 });
  await jobs.schedule(LOOK_FOR_STOCK, "*/5 * * * *");
  await jobs.work<NotifyLowStock>(NOTIFY_LOW_STOCK, ({ day }) => sendLowStock(services, day));
  await jobs.work(LOOK_FOR_LOW_STOCK, () => enqueueLowStock(services), { atOnce: 1 });
  await jobs.schedule(LOOK_FOR_LOW_STOCK, "10 * * * *");
}
