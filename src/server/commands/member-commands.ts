import { connect } from "~/platform/database.server";
import { type Env, UnusableEnv } from "~/platform/env.server";
import { openJobs } from "~/platform/jobs.server";
import { linkLasts } from "~/shop/members/link-kinds";
import { renewWaysIn } from "~/shop/members/members.server";
import { accountByEmail } from "~/shop/members/account.server";
import { backOfficeOrigin } from "../back-office/back-office-host";
import { openDatabase } from "../open-database";
import { migrateWithBackup } from "../open-services";
import { ownerLink } from "./owner-link";
import { say } from "./say";

const addressOf = ({ publicUrl, backOfficeHost: host }: Env): string =>
  `${backOfficeOrigin({ publicUrl, host })}/back-office`;

export const OWNER_LINK_USAGE = `Usage: npm run shop -- owner-link
  shows the link that makes the first owner; refused while there is an owner`;

export const OWNER_RECOVER_USAGE = `Usage: npm run shop -- owner-recover <e-mail>
  for an owner who lost the way in: ends all of that owner's sessions, tells all owners by mail, and shows a link to set up anew`;

/** `npm run shop -- owner-link`: prints the link that creates the first owner, as long as there is no owner. */
export async function showOwnerLink(env: Env): Promise<number> {
  const database = await openDatabase(env);
  await migrateWithBackup(env, database);
  const { db, close } = connect(database.url, { max: 2 });
  try {
    const backOfficeAddress = addressOf(env);
    const made = await ownerLink(db, { dataDirectory: env.dataDirectory, backOfficeAddress });
    if (!made) {
      say(
        "The shop has an owner, who asks others in under Members. Lost the way in? npm run shop -- owner-recover EMAIL",
      );
      return 1;
    }
    say(made.link);
    return 0;
  } finally {
    await close();
    await database.stop();
  }
}

/**
 * `npm run shop -- owner-recover EMAIL`: prints a link with which an owner sets up a new way to sign in. The owner's sessions
 * end, and all owners are notified by mail.
 */
export async function recoverOwner(env: Env): Promise<number> {
  const email = process.argv[3] ?? "";
  if (!email.includes("@")) throw new UnusableEnv(OWNER_RECOVER_USAGE);
  const database = await openDatabase(env);
  await migrateWithBackup(env, database);
  const { db, close } = connect(database.url, { max: 2 });
  const jobs = await openJobs(database.url);
  try {
    const account = await accountByEmail(db, email);
    if (account?.role !== "owner") {
      say("No owner has this e-mail address.");
      return 1;
    }
    const token = await renewWaysIn({ db, jobs }, null, account.id, new Date());
    say(
      `All sessions of this owner have ended, and all owners are notified by mail. The link works once, within ${linkLasts("renewal")}:`,
    );
    say(`${addressOf(env)}/welcome/invitation?token=${token}`);
    return 0;
  } finally {
    await jobs.stop();
    await close();
    await database.stop();
  }
}
