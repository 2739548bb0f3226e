import type { Services } from "~/services";
import { readBalance } from "./read-balance.server";

const READ_BALANCE = "read-balance";

/** Registers the job that reads the gateway's balance each night. */
export async function paymentJobs(services: Services): Promise<void> {
  const { jobs } = services;
  await jobs.work(READ_BALANCE, () => readBalance(services, new Date()), { atOnce: 1 });
  await jobs.schedule(READ_BALANCE, "15 5 * * *");
}
