import type { Testing } from "~/backup/backups";

const COMMAND = "npm run shop -- backup --test";

/** Reason why the shop cannot test its backups, and what the operator has to do instead; empty if the shop tests them. */
export function notTested(testing: Testing): string {
  if (testing === "weekly") return "";
  return testing === "off"
    ? `BACKUP_TEST is off: the operator tests them by ${COMMAND}.`
    : `The database has more than 5 GB, so the shop tests none by itself: the operator does by ${COMMAND}, or sets BACKUP_TEST.`;
}
