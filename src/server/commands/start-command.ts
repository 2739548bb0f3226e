import { parseArgs } from "node:util";
import { sizeWords, type StartCounts, startRows } from "~/demo/start-counts";
import { startByHand, startPreview, type StartPreview } from "~/demo/start-for-real.server";
import { connect } from "~/platform/database.server";
import { type Env, UnusableEnv } from "~/platform/env.server";
import { openOutgoing } from "~/platform/outgoing.server";
import { shownNumber } from "~/shop/orders/order-number";
import { Refusal } from "~/shop/refusal";
import { openSettings } from "~/shop/settings.server";
import { openGateway } from "../gateway";
import { openDatabase } from "../open-database";
import { migrateWithBackup, storesIn } from "../open-services";
import { say } from "./say";

export const START_USAGE = `Usage: npm run shop -- start-for-real [--name "<the shop's name>"]
  tells what of the demo, samples and test orders is there; with the shop's name it clears them in one act, after a full copy in the
  data folder; refused while an order is real`;

/**
 * `npm run shop -- start-for-real`: deletes demo data and test orders, as an owner can in the back office. Returns the exit code:
 * 1 when nothing was deleted.
 */
export async function runStart(env: Env): Promise<number> {
  const name = nameIn();
  const database = await openDatabase(env);
  await migrateWithBackup(env, database);
  const { db, close } = connect(database.url, { max: 3 });
  try {
    const settings = await openSettings(db, () => undefined);
    const shop = {
      db,
      ...storesIn(env),
      settings: settings.current,
      mode: env.shopMode,
      payments: openGateway(env, db, openOutgoing()),
    };
    if (name === undefined) {
      const { counts, isAnything, hindrance } = await startPreview(shop);
      if (hindrance) say(hindranceWords(hindrance));
      else say(isAnything ? `This would go:\n${told(counts)}` : "There is nothing to clear.");
      return 1;
    }
    const { counts, copy } = await startByHand(shop, name);
    say(`Cleared:\n${told(counts)}`);
    say(`The copy, in ${shop.copies}:\n${listed(copy.map((file) => `${file.name} (${sizeWords(file.bytes)})`))}`);
    return 0;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(wordsOf(error));
    return 1;
  } finally {
    await close();
    await database.stop();
  }
}

const told = (counts: StartCounts): string =>
  listed(startRows(counts).map(({ count, name }) => `${count.toLocaleString("en-US")} ${name}`));

const listed = (lines: string[]): string => lines.map((line) => `  ${line}`).join("\n");

const hindranceWords = (hindrance: NonNullable<StartPreview["hindrance"]>): string =>
  wordsOf(
    hindrance.kind === "live"
      ? new Refusal("start-live")
      : new Refusal("start-has-orders", { details: { orderNumber: hindrance.number } }),
  );

function wordsOf(refusal: Refusal): string {
  if (refusal.code === "start-has-orders" && refusal.details)
    return `${refusal.message} The first is ${shownNumber(refusal.details.orderNumber)}.`;
  return refusal.fields.shopName ?? refusal.message;
}

function nameIn(): string | undefined {
  try {
    return parseArgs({ args: process.argv.slice(3), options: { name: { type: "string" } } }).values.name;
  } catch {
    throw new UnusableEnv(START_USAGE);
  }
}
