import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { exportContent } from "~/content/export-content.server";
import { importContent } from "~/content/import-content.server";
import { UnusableFile } from "~/content/read-content.server";
import { leftOutWords, outcomeWords } from "~/content/outcome-words";
import { connect } from "~/platform/database.server";
import { type Env, UnusableEnv } from "~/platform/env.server";
import type { PictureStore } from "~/platform/picture-store.server";
import { Refusal } from "~/shop/refusal";
import { openSettings } from "~/shop/settings.server";
import { openDatabase } from "../open-database";
import { migrateWithBackup, storesIn } from "../open-services";
import { say } from "./say";

export const EXPORT_USAGE = `Usage: npm run shop -- export <file.json>
  writes the whole content of the shop: goods, words, settings and pictures; no orders, shoppers or members`;

export const IMPORT_USAGE = `Usage: npm run shop -- import <file.json> [--overwrite]
  brings in what export wrote, all or nothing; what is there with other values is written over only with --overwrite,
  but for the words that an empty shop began with`;

async function opened<T>(
  env: Env,
  act: (shop: { db: ReturnType<typeof connect>["db"]; pictures: PictureStore }) => Promise<T>,
) {
  const database = await openDatabase(env);
  await migrateWithBackup(env, database);
  const { db, close } = connect(database.url, { max: 2, patient: true });
  try {
    return await act({ db, pictures: storesIn(env).pictures });
  } finally {
    await close();
    await database.stop();
  }
}

/** `npm run shop -- export FILE.json`: writes the whole content into a file; the shop may be running. */
export async function runExport(env: Env): Promise<void> {
  const file = fileIn(EXPORT_USAGE);
  await opened(env, async (shop) => {
    const settings = await openSettings(shop.db, () => undefined);
    const part = `${file}.part`;
    try {
      await pipeline(Readable.from(exportContent({ ...shop, settings: settings.current })), createWriteStream(part));
      await rename(part, file);
    } finally {
      await rm(part, { force: true });
    }
  });
  say(`${file} holds the content of the shop.`);
}

/** `npm run shop -- import FILE.json`: imports an exported file. Returns the exit code: 1 when nothing was imported. */
export async function runImport(env: Env): Promise<number> {
  const file = fileIn(IMPORT_USAGE);
  try {
    const { number, tables, pictures, leftOut, isDone } = await opened(env, (shop) =>
      importContent(shop, file, { overwrite: process.argv.includes("--overwrite") }),
    );
    for (const table of tables) if (table.added + table.changed > 0) say(outcomeWords(table, isDone));
    say(`${pictures} picture files.`);
    for (const line of leftOutWords(leftOut)) say(line);
    say(
      isDone
        ? `Imported, as number ${number}: the workshop takes it back.`
        : "Nothing was imported: with --overwrite what is there is written over as said above.",
    );
    return isDone ? 0 : 1;
  } catch (error) {
    // A refusal can also mean that the shop changed during the import: nothing was written.
    if (!(error instanceof UnusableFile || error instanceof Refusal)) throw error;
    say(error.message);
    return 1;
  }
}

function fileIn(usage: string): string {
  const file = process.argv.slice(3).find((word) => !word.startsWith("--"));
  if (!file) throw new UnusableEnv(usage);
  return file;
}
