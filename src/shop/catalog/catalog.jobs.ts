import type { Services } from "~/services";
import {
  sendBackInStock,
  NOTIFY_BACK_IN_STOCK,
  type NotifyBackInStock,
  notifyBackInStock,
} from "./back-in-stock.server";

const LOOK_FOR_STOCK = "look-for-stock";

/** Back-in-stock letters go out within minutes after a pair is back, however it came back. */
export async function catalogJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work<NotifyBackInStock>(NOTIFY_BACK_IN_STOCK, (wish) => sendBackInStock(services, wish));
  await jobs.work(LOOK_FOR_STOCK, () => notifyBackInStock(services), { atOnce: 1 });
  await jobs.schedule(LOOK_FOR_STOCK, "*/5 * * * *");
}
