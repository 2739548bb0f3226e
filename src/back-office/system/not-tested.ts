import type { Testing } from "~/backup/backups";

const COMMAND = "npm run shop -- backup --test";

/** Reason why the shop does not test its backups by itself, and what the operator does instead; empty where it does. */
export function notTested(testing: Testing): string {
  if (testing === "weekly") return "";
  return testing === "off"
    ? `BACKUP_TEST is off: the operator tests them by ${COMMAND}.`
    : `The database has more than 5 GB, so the shop tests none by itself: the operator does by ${COMMAND}, or sets BACKUP_TEST.`;
}
