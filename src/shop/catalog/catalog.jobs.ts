import type { Services } from "~/services";
import {
  sendBackInStock,
  NOTIFY_BACK_IN_STOCK,
  type NotifyBackInStock,
  notifyBackInStock,
  sweepStockRequests,
} from "./back-in-stock/back-in-stock.server";
import { sweepPictures } from "./pictures/sweep-pictures.server";
import { sweepPricePlans } from "./price-plans/price-plans.server";
import { sweepPlans } from "./editing/product-status.server";
import { sweepSearchedWords } from "./search/search-counts.server";
import { enqueueLowStock, NOTIFY_LOW_STOCK, type NotifyLowStock, sendLowStock } from "./stock/low-stock-letter.server";

const LOOK_FOR_STOCK = "look-for-stock";
const LOOK_FOR_LOW_STOCK = "look-for-low-stock";
const SWEEP_PRICE_PLANS = "sweep-price-plans";
const SWEEP_PLANS = "sweep-product-plans";
const SWEEP_SEARCHED_WORDS = "sweep-searched-words";
const SWEEP_STOCK_REQUESTS = "sweep-stock-requests";
const SWEEP_PICTURES = "sweep-pictures";

/**
 * Schedules the catalog's jobs: back-in-stock letters within minutes, price plans and planned publishing and archiving within a
 * minute, and once a day the low-stock letter and the deletion of pictures and searched words that were unused for a month,
 * and of back-in-stock requests whose time is over.
 */
export async function catalogJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work<NotifyBackInStock>(NOTIFY_BACK_IN_STOCK, (wish) => sendBackInStock(services, wish));
  await jobs.work(LOOK_FOR_STOCK, () => notifyBackInStock(services), { atOnce: 1 });
  await jobs.schedule(LOOK_FOR_STOCK, "*/5 * * * *");
  await jobs.work<NotifyLowStock>(NOTIFY_LOW_STOCK, ({ day }) => sendLowStock(services, day));
  await jobs.work(LOOK_FOR_LOW_STOCK, () => enqueueLowStock(services), { atOnce: 1 });
  // Runs every hour, because `enqueueLowStock` waits for a morning hour in the shop's time zone.
  await jobs.schedule(LOOK_FOR_LOW_STOCK, "10 * * * *");
  await jobs.work(SWEEP_PRICE_PLANS, () => sweepPricePlans(services.db), { atOnce: 1 });
  await jobs.schedule(SWEEP_PRICE_PLANS, "* * * * *");
  await jobs.work(SWEEP_PICTURES, () => sweepPictures(services), { atOnce: 1 });
  await jobs.schedule(SWEEP_PICTURES, "40 8 * * *");
  await jobs.work(SWEEP_PLANS, () => sweepPlans(services.db, new Date()), { atOnce: 1 });
  await jobs.schedule(SWEEP_PLANS, "* * * * *");
  await jobs.work(SWEEP_SEARCHED_WORDS, () => sweepSearchedWords(services, new Date()), { atOnce: 1 });
  await jobs.schedule(SWEEP_SEARCHED_WORDS, "50 8 * * *");
  await jobs.work(SWEEP_STOCK_REQUESTS, () => sweepStockRequests(services.db, new Date()), { atOnce: 1 });
  await jobs.schedule(SWEEP_STOCK_REQUESTS, "55 8 * * *");
}
