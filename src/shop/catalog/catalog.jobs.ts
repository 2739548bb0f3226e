import type { Services } from "~/services";
import { sendBackInStock, TELL_BACK, type TellBack, tellOfStock } from "./back-in-stock.server";

const LOOK_FOR_STOCK = "look-for-stock";

/** Whoever asked for a sold-out pair hears of it within minutes after it is back, however it came back. */
export async function catalogJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work<TellBack>(TELL_BACK, (wish) => sendBackInStock(services, wish));
  await jobs.work(LOOK_FOR_STOCK, () => tellOfStock(services), { atOnce: 1 });
  await jobs.schedule(LOOK_FOR_STOCK, "*/5 * * * *");
}
