import type { Env } from "~/platform/env.server";
import { UnusableEnv } from "~/platform/env.server";
import { byName } from "~/platform/by-name";
import { BACKUP_USAGE, RESTORE_USAGE, RESUME_USAGE, runBackup, runRestore, runResume } from "./backup-commands";
import { EXPORT_USAGE, IMPORT_USAGE, runExport, runImport } from "./content-commands";
import { DATABASE_USAGE, handleDatabase } from "./database-commands";
import {
  EXPORT_PRODUCTS_USAGE,
  exportProductsFile,
  IMPORT_PRODUCTS_USAGE,
  importProducts,
  TAKE_BACK_USAGE,
  takeBackImport,
} from "./import-commands";
import { OWNER_LINK_USAGE, OWNER_RECOVER_USAGE, recoverOwner, showOwnerLink } from "./member-commands";
import { handleOrders, ORDERS_USAGE } from "./order-commands";
import { runStart, START_USAGE } from "./start-command";
import { runUpgrade, UPGRADE_USAGE } from "./upgrade-database-command";
import type { Command } from "../start";
import { say } from "./say";

/** A verb of `npm run shop --`, with the text that `--help` prints. */
interface Verb {
  usage: string;
  run: Command;
}

const verbs = byName<Verb>({
  "owner-link": { usage: OWNER_LINK_USAGE, run: showOwnerLink },
  "owner-recover": { usage: OWNER_RECOVER_USAGE, run: recoverOwner },
  orders: { usage: ORDERS_USAGE, run: handleOrders },
  db: { usage: DATABASE_USAGE, run: handleDatabase },
  "import-products": { usage: IMPORT_PRODUCTS_USAGE, run: importProducts },
  "take-back": { usage: TAKE_BACK_USAGE, run: takeBackImport },
  "export-products": { usage: EXPORT_PRODUCTS_USAGE, run: exportProductsFile },
  export: { usage: EXPORT_USAGE, run: runExport },
  import: { usage: IMPORT_USAGE, run: runImport },
  backup: { usage: BACKUP_USAGE, run: runBackup },
  restore: { usage: RESTORE_USAGE, run: runRestore },
  resume: { usage: RESUME_USAGE, run: runResume },
  "upgrade-database": { usage: UPGRADE_USAGE, run: runUpgrade },
  "start-for-real": { usage: START_USAGE, run: runStart },
});

const help = (): string => `Usage: npm run shop -- <verb>; --help after a verb says more

${Object.values(verbs)
  .map(({ usage }) => usage.split("\n")[0]?.replace(/^Usage: /, "  "))
  .join("\n")}`;

const asksForHelp = (words: string[]): boolean => words.some((word) => word === "--help" || word === "-h");

/** `npm run shop -- …`: the operator's commands, for a running or stopped shop. Returns the exit code. */
export async function runShopCommand(env: Env, [name = "", ...words]: string[]): Promise<number | void> {
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!verb && (name === "" || name === "help" || asksForHelp([name]))) return void say(help());
  if (!verb) throw new UnusableEnv(`There is no verb ${name}.\n${help()}`);
  if (asksForHelp(words)) return void say(verb.usage);
  return verb.run(env);
}
