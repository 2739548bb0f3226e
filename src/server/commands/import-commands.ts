import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import { createWriteStream } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { counted } from "~/back-office/count-words";
import { recordKinds } from "~/back-office/record-kinds.server";
import { connect, type Database } from "~/platform/database.server";
import { type Env, UnusableEnv } from "~/platform/env.server";
import { openJobs } from "~/platform/jobs.server";
import type { Services } from "~/services";
import type { Stale } from "~/shop/audit/saving";
import { undo } from "~/shop/audit/undo.server";
import { goodsRecordNames } from "~/shop/catalog/editing/goods-labels.server";
import { applyImport } from "~/shop/imports/apply.server";
import { exportProducts } from "~/shop/imports/export-products.server";
import { shownQuestion } from "~/shop/imports/file-questions";
import { giftCardWords, questionWords } from "~/shop/imports/import-words";
import { dropImport, importById, readImport, recheckImport, settleImport } from "~/shop/imports/imports.server";
import { DECIMALS, OTHER_MONEY, type ShownProduct, UNTOLD_STOCKS, type UntoldStock } from "~/shop/imports/import";
import { problemWords, shownChange } from "~/shop/imports/preview-row";
import {
  giftCardsIn,
  openQuestions,
  previewRows,
  rowsAsking,
  rowsKeptOut,
  rowsToMend,
} from "~/shop/imports/rows.server";
import { takeFromFolder } from "~/shop/imports/take-pictures.server";
import { UnreadableFile } from "~/shop/imports/read-file.server";
import { waitingImports, waitingWords } from "~/shop/imports/waiting-imports.server";
import type { Member } from "~/shop/members/member";
import { Refusal } from "~/shop/refusal";
import { openDatabase } from "../open-database";
import { migrateWithBackup, storesIn } from "../open-services";
import { say } from "./say";

export const IMPORT_PRODUCTS_USAGE = `Usage: npm run shop -- import-products <file.csv> [--dry-run] [--skip-bad] [--stock]
    [--without-quantity zero|uncounted] [--decimal point|comma] [--other-money dollars|left-out] [--pictures <folder>]
  reads Shopify's, WooCommerce's or our own CSV of products into the shop and says the number of the import, beside a running shop.
  --dry-run     says what would change, and changes nothing
  --skip-bad    leaves rows out that cannot be taken; without it nothing changes while there are any
  --stock       takes the file's numbers of pieces too, as differences
  --without-quantity
                how new variants come that the file counts and names no quantity of: zero, the default, or uncounted,
                which sells them without limit
  --decimal     what numbers such as 1.250 or 12,50 have before their decimals
  --other-money what amounts in another currency become: the same number of US dollars, or none
  --pictures    takes the pictures that the file names from a folder, by the names of their files
  Ends with 1 while rows cannot be taken, unless they are left out (--skip-bad). take-back <number> puts everything back.`;

export const TAKE_BACK_USAGE = `Usage: npm run shop -- take-back <number>
  takes an import back: prices, words and stock as they were before, new products put away`;

export const EXPORT_PRODUCTS_USAGE = `Usage: npm run shop -- export-products <file.csv>
  writes all products as CSV, which import-products reads again`;

/** The member who is named in the log for the operator's commands. */
const COMMAND: Member = { id: "command", name: "Command", email: "", role: "owner" };
/** Maximum number of refused rows, and of new products, that are listed. */
const NAMED = 200;

type Opened = Pick<Services, "db" | "pictures" | "jobs">;

async function withShop(env: Env, act: (services: Opened) => Promise<number>): Promise<number> {
  const database = await openDatabase(env);
  await migrateWithBackup(env, database);
  const { db, close } = connect(database.url, { max: 4 });
  const jobs = await openJobs(database.url);
  try {
    return await act({ db, jobs, pictures: storesIn(env).pictures });
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof UnreadableFile)) throw error;
    say(error.message);
    return 1;
  } finally {
    await jobs.stop();
    await close();
    await database.stop();
  }
}

/** Parses the arguments after the verb: a file or number, and options. */
function wordsOf(usage: string, options: string[] = [], texts: string[] = []) {
  try {
    const { positionals, values } = parseArgs({
      args: process.argv.slice(3),
      allowPositionals: true,
      options: Object.fromEntries([
        ...options.map((name) => [name, { type: "boolean" as const }] as const),
        ...texts.map((name) => [name, { type: "string" as const }] as const),
      ]),
    });
    const given: Record<string, unknown> = values;
    const [one, ...more] = positionals;
    if (one !== undefined && more.length === 0)
      return { one, has: (name: string) => given[name] === true, text: (name: string) => given[name] };
  } catch {
    // The usage error below reports it.
  }
  throw new UnusableEnv(usage);
}

/** `npm run shop -- import-products FILE.csv`. */
export async function importProducts(env: Env): Promise<number> {
  const options = ["dry-run", "skip-bad", "stock"];
  const {
    one: path,
    has,
    text,
  } = wordsOf(IMPORT_PRODUCTS_USAGE, options, ["pictures", "without-quantity", "decimal", "other-money"]);
  const untoldStock = UNTOLD_STOCKS.find((each) => each === (text("without-quantity") ?? "zero"));
  const decimal = DECIMALS.find((each) => each === text("decimal"));
  const otherMoney = OTHER_MONEY.find((each) => each === text("other-money"));
  const isUnknown = (said: unknown, answer: string | undefined) => said !== undefined && answer === undefined;
  if (!untoldStock || isUnknown(text("decimal"), decimal) || isUnknown(text("other-money"), otherMoney))
    throw new UnusableEnv(IMPORT_PRODUCTS_USAGE);
  const folder = text("pictures");
  if (!(await isFile(path))) throw new UnusableEnv(`There is no file ${path}.`);
  return withShop(env, async (services) => {
    for (const earlier of await waitingImports(services.db))
      if (earlier.file === basename(path)) say(waitingWords(earlier));
    const id = await readImport(services, "command", { path, file: basename(path) });
    if (typeof folder === "string") {
      say(`${await takeFromFolder(services, id, folder)} pictures taken from ${folder}`);
      for (const words of await strayWords(services.db, id)) say(words);
      await recheckImport(services, id);
    }
    if (has("stock") || untoldStock !== "zero" || decimal || otherMoney)
      await settleImport(services, "command", id, {
        takesStock: has("stock"),
        untoldStock,
        ...(decimal && { decimal }),
        ...(otherMoney && { otherMoney }),
      });
    const bad = await report(services.db, id);
    if (has("dry-run") || (bad > 0 && !has("skip-bad"))) {
      say(`Nothing has changed. Import ${id} waits in the workshop.`);
      return bad > 0 ? 1 : 0;
    }
    if (await changesNothing(services.db, id)) return endUnchanged(services, id, bad);
    const { counts } = await applyImport(services, "command", { id });
    say(
      `Import ${id} is in: ${counts.fresh} rows new, ${counts.changed} changed, ${counts.bad + counts.movedOn} left out.`,
    );
    say(`Take it back: npm run shop -- take-back ${id}`);
    return 0;
  });
}

/** Lines about pictures of the folder that no row names. */
async function strayWords(db: Database, id: number): Promise<string[]> {
  const strays = (await importById(db, id))?.strayPictures ?? [];
  return strays.map(({ name, nearest }) => `  No row names ${name}${nearest && `; did you mean ${nearest}?`}`);
}

async function changesNothing(db: Database, id: number): Promise<boolean> {
  const entry = await importById(db, id);
  return entry !== undefined && entry.counts.fresh + entry.counts.changed === 0;
}

/**
 * Ends an import that changes nothing. It is dropped if all its rows except refused ones equal the shop; otherwise it waits for
 * corrections.
 */
async function endUnchanged(services: Opened, id: number, bad: number): Promise<number> {
  const entry = await importById(services.db, id);
  if (entry?.counts.same === 0) {
    say(`Nothing has changed: none of its rows can be taken. Import ${id} waits in the workshop.`);
    return 1;
  }
  await dropImport(services, "command", id);
  say(
    bad > 0
      ? `${bad} rows are left out; the others are as they are in the shop: there is nothing to import.`
      : "Everything in it is as it is in the shop: there is nothing to import.",
  );
  return 0;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

async function report(db: Database, id: number): Promise<number> {
  const entry = await importById(db, id);
  if (!entry) return 0;
  const { rows, fresh, changed, same, bad, products, published } = entry.counts;
  say(`${entry.file}: ${rows} rows, ${entry.encoding}`);
  say(`  ${fresh} new, ${changed} changed, ${same} the same, ${bad} to mend; ${published} products go on the shop`);
  if (entry.counts.untold > 0) say(`  ${untoldWords(entry.counts.untold, entry.untoldStock)}`);
  const cards = await giftCardsIn(db, id, NAMED);
  if (cards.count > 0) say(`  ${giftCardWords(cards.count)}: ${cards.names.join("; ")}`);
  const asking = await rowsAsking(db, id);
  const [toMend, keptOut] = [await rowsToMend(db, id, { most: NAMED }), await rowsKeptOut(db, id)];
  for (const question of await openQuestions(db, id))
    say(
      `  ${questionWords(shownQuestion(question, entry))} ${question.asks === "decimal" ? "--decimal point or comma" : "--other-money dollars or left-out"} answers it.`,
    );
  for (const { row, name, problems } of toMend) {
    for (const problem of problems.filter(({ isNote, asks }) => !isNote && (asking === 0 || asks === undefined)))
      say(`  Row ${row}${name && ` (${name})`}, ${problemWords(problem)}`);
    const kept = keptOut.get(row) ?? 0;
    if (kept > 0) say(`    ${counted(kept, "more row of it stays", "more rows of it stay")} out until then`);
  }
  const more = [...keptOut.values()].reduce((left, kept) => left - kept, bad - asking) - toMend.length;
  if (more > 0) say(`  … and ${more} more to mend`);
  for (const { product } of await previewRows(db, id, { list: "products", most: NAMED }))
    if (product) say(`  ${broughtWords(product)}`);
  if (products > NAMED) say(`  … and ${products - NAMED} more products`);
  return bad;
}

/** Message about new variants that the file counts without a quantity. */
const untoldWords = (count: number, untoldStock: UntoldStock): string =>
  `${counted(count, "new variant is", "new variants are")} counted in the file without a quantity: ` +
  (untoldStock === "zero"
    ? "taken as 0; --without-quantity uncounted sells them without limit"
    : "not counted, so sold without limit");

/** Describes a new product on one line. */
function broughtWords({ name, price, salePrice, category, pieces, status, ...product }: ShownProduct): string {
  const pictures = product.pictures + product.missingPictures;
  const parts = [
    price || "no price",
    salePrice && `on sale ${salePrice}`,
    pieces === null ? "no limit" : `${pieces} pieces`,
    category || "no category",
    pictures > 0 && `${product.pictures} of ${pictures} pictures`,
    status === "published" ? "on the shop at once" : "as a draft",
  ];
  return `${product.isBack ? "Comes back" : "New"}: ${name}, ${parts.filter(Boolean).join(", ")}`;
}

/** `npm run shop -- take-back NUMBER`. */
export async function takeBackImport(env: Env): Promise<number> {
  const { one } = wordsOf(TAKE_BACK_USAGE);
  if (!/^\d{1,9}$/.test(one)) throw new UnusableEnv(TAKE_BACK_USAGE);
  return withShop(env, async (services) => {
    const entry = await importById(services.db, Number(one));
    if (entry?.state !== "in" || !entry.act) {
      say(entry?.state === "back" ? `Import ${one} was taken back before.` : `There is no import ${one} in the shop.`);
      return 1;
    }
    const answer = await undo(services, COMMAND, recordKinds, { of: { act: entry.act }, submission: randomUUID() });
    if (answer.saved) {
      say(`Import ${one} is taken back: ${answer.changed} changes.`);
      return 0;
    }
    say(
      "Nothing was taken back: somebody changed some of it since. Choose in the workshop, under Imports, what to keep:",
    );
    for (const words of await changedSince(services.db, answer)) say(`  ${words}`);
    return 1;
  });
}

/** Lines about values that changed after the import, because of which nothing was taken back. */
async function changedSince(db: Database, { stale }: Stale): Promise<string[]> {
  const some = stale.slice(0, NAMED);
  const changed = some.map(({ kind, id }) => ({ kind, record: id, field: "", old: null, new: null }));
  const names = await goodsRecordNames(db, changed);
  return some.flatMap(({ kind, id, fields }) =>
    fields.map(({ field, mine, theirs }) => {
      const { what, from, to } = shownChange(field, theirs, mine);
      return `${names.get(`${kind} ${id}`)?.name ?? `${kind} ${id}`}, ${what}: is ${from} now, would be ${to}`;
    }),
  );
}

/** `npm run shop -- export-products FILE.csv`. */
export async function exportProductsFile(env: Env): Promise<number> {
  const { one: path } = wordsOf(EXPORT_PRODUCTS_USAGE);
  return withShop(env, async (services) => {
    await pipeline(Readable.from(exportProducts(services, "command")), createWriteStream(path, { mode: 0o600 }));
    say(path);
    return 0;
  });
}
