import { databaseState } from "~/platform/database-state.server";
import { failingJobs, queueLengths } from "~/platform/failing-jobs.server";
import { pictureCounts } from "~/platform/media.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { shopAlarms } from "~/shop/orders/shop-alarms.server";
import { newerDefaultLines } from "../texts/newer-default.server";
import { paymentHealth } from "~/shop/payments/payment-health.server";

/**
 * State of all parts of the system.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function systemState(services: Services, member: Member, now: Date) {
  await requireRight(services, member, "system.read");
  const { db } = services;
  const [database, pictures, failing, queues, made, unencrypted, proofs, testing, alarms, payments] = await Promise.all(
    [
      databaseState(db),
      pictureCounts(db),
      failingJobs(db),
      queueLengths(db),
      services.backups.list(),
      services.backups.countUnencrypted(),
      services.backups.proofs(),
      services.backups.testing(),
      shopAlarms(db, now),
      can(member, "money.read") ? paymentHealth(services, member, now) : null,
    ],
  );
  const newer = can(member, "content.read") ? await newerDefaultLines(services, member) : [];
  const { isHourly, folder, copiedTo } = services.backups;
  const list = { newest: made[0], oldest: made.at(-1)?.at, count: made.length, unencrypted };
  const backups = { ...list, isHourly, folder, copiedTo, proofs, testing };
  return { database, pictures, failing, queues, payments, alarms, backups, newer, mail: services.mail.where };
}

/**
 * Retries failed jobs immediately; returns their number.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function tryJobsAgain(services: Services, member: Member, ids: string[]): Promise<number> {
  await requireRight(services, member, "system.change");
  return services.jobs.tryAgain(services.db, ids);
}
