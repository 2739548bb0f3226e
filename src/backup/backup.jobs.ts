import { createElement } from "react";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { owners } from "~/shop/members/members.server";
import type { Proof } from "./proof";
import { FAILED_PROOF } from "./proof-words";
import { ProofFailed } from "./proof-failed.email";

const MAKE = "make-backup";
const TEST = "test-backup";
const TELL_FAILED = "tell-backup-failed";

/** Letter to an owner about a backup that could not be restored. */
interface AboutFailure extends Pick<Proof, "backup" | "words"> {
  to: string;
  /** Time of the last successful test, in ISO 8601; null without one. */
  proven: string | null;
}

/**
 * Registers the scheduled jobs of backups: an hourly backup; a nightly job that runs the weekly restore test of the newest backup,
 * or repeats a failed one, and deletes files that are not needed any more; and the letter to owners about a failed test. After
 * migrations of either kind the next hourly backup is tested at once. Process settings can switch off the hourly backup and the
 * test.
 */
export async function backupJobs(services: Services): Promise<void> {
  const { db, jobs, backups, mail, settings, address, backOfficeAddress } = services;
  const hourly = async () => {
    if (!backups.isHourly) return;
    // The newest backup is uploaded to the store even if some of its pictures could not be copied.
    await backups.makeHourly(new Date()).finally(() => backups.copyNewest(new Date()));
    const tables = await backups.untestedTables();
    if (tables !== undefined) await jobs.enqueue(db, TEST, {}, { key: tables });
  };
  await jobs.work(MAKE, hourly, { atOnce: 1 });
  const test = async () => {
    // Old files are deleted even if the restore test fails.
    const proof = await backups.proveIfDue(new Date()).finally(() => backups.sweep(new Date()));
    if (proof?.outcome === "failed") await tellOwners(services, proof);
  };
  await jobs.work(TEST, test, { atOnce: 1 });
  await jobs.work<AboutFailure>(TELL_FAILED, async ({ to, ...failure }) => {
    const about = { settings: settings(), address, health: `${backOfficeAddress}/system`, ...failure };
    const letter = await renderLetter(createElement(ProofFailed, about));
    await mail.send({ to, subject: FAILED_PROOF, ...letter, key: `${failure.backup} ${to}` });
  });
  await jobs.schedule(MAKE, "7 * * * *");
  // Runs each night, so that a test that failed or was skipped is repeated the next night.
  await jobs.schedule(TEST, "20 9 * * *");
}

/** Enqueues a letter to each owner, once for each backup. */
async function tellOwners({ db, jobs, backups }: Services, { backup, words }: Proof): Promise<void> {
  const proven = (await backups.proofs())?.proven?.at ?? null;
  for (const { email } of await owners(db)) {
    const letter: AboutFailure = { to: email, backup, words, proven };
    await jobs.enqueue(db, TELL_FAILED, letter, { key: `${backup} ${email}` });
  }
}
