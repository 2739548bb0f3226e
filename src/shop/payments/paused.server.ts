import { logFault } from "~/platform/database.server";
import { isDiskFull } from "~/platform/disk-full";
import { Refusal } from "~/shop/refusal";

/**
 * Begins a payment. While the disk of the shop or of its database is full none can be begun, which riders are told in other words
 * than a failed payment.
 *
 * @throws {Refusal} `payments-paused`; any error of `begin`.
 */
export async function orPaused<T>(begin: () => Promise<T>): Promise<T> {
  try {
    return await begin();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    logFault(error, {}, "no payment is begun: the disk is full");
    throw new Refusal("payments-paused");
  }
}
