import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { tableKey } from "~/platform/cache-keys.server";
import { againAfter, isDeadlock, MovedOn } from "~/platform/collisions.server";
import type { Database, Transaction } from "~/platform/database.server";
import { faultOf, log } from "~/platform/log.server";
import type { PictureStore } from "~/platform/picture-store.server";
import { LATE, within } from "~/platform/within";
import { loadZipPlaces } from "~/shop/places/zip-places.server";
import { type Actor, system } from "~/shop/actor";
import { logChanges, requireOwnAct } from "~/shop/audit/change-log.server";
import { movedBy } from "~/shop/catalog/stock/change-stock.server";
import { recordMemberEvent } from "~/shop/members/record-member-event.server";
import type { Member } from "~/shop/members/member";
import { Refusal } from "~/shop/refusal";
import { CONTENT_IMPORT } from "./content-import";
import { contentImports } from "./content-imports.tables";
import { fitting } from "./fitting.server";
import { changesSince, snapshots } from "./logged-records.server";
import { UnusableFile } from "./read-content.server";
import { refuseRings } from "./refuse-rings.server";
import { compared, type ContentImport, PICTURES } from "./stage-content.server";
import { lockGoodsOf, lockRows, longWork, stagedRows, writeRows } from "./staged-rows.server";

/** Importer of a file: a member, or the operator's command. */
export type ContentImporter = Pick<Member, "id" | "email"> | "command";

interface Asked {
  id: number;
  importer: ContentImporter;
  /** Version of the import that the member saw; a newer version is refused. */
  version: number;
  submission?: string;
}

/**
 * Writes an import's stored rows to the shop in one transaction and logs the changes. If the shop's content has changed since the
 * preview, nothing is written; the import is compared again, so that a new preview shows the current changes. An import that is
 * applied already is returned unchanged.
 *
 * @throws {Refusal} `record-unknown`, `edited-meanwhile`; `submission-foreign` if the same form did something else before.
 * @throws {UnusableFile} if the rows contradict each other, the database refuses one, or a picture is not stored any more.
 */
export async function applyContent(
  { db, pictures }: { db: Database; pictures: PictureStore },
  { id, importer, version, submission = randomUUID() }: Asked,
): Promise<ContentImport> {
  await requirePictures(db, pictures, id);
  try {
    return await againAfter(isDeadlock, () =>
      fitting(() => db.transaction((tx) => applied(tx, { id, importer, version, submission }))),
    );
  } catch (error) {
    if (!(error instanceof MovedOn)) throw error;
    await db.transaction((tx) => compared(tx, id));
    throw new Refusal("edited-meanwhile");
  }
}

/**
 * Applies an import like `applyContent`, but returns after at most this many milliseconds: a file of a million rows takes
 * minutes, and is then applied in the background.
 *
 * @returns undefined if it is still running; a further call waits for the same run.
 */
export async function applyWithin(
  milliseconds: number,
  services: { db: Database; pictures: PictureStore },
  asked: Asked,
): Promise<ContentImport | undefined> {
  const applying = applyContent(services, asked);
  const entry = await within(applying, milliseconds);
  if (entry !== LATE) return entry;
  // The caller has its answer already: a later error is logged, and the import's page shows the state.
  applying.catch((error: unknown) =>
    log.error({ error: faultOf(error), import: asked.id }, "content was not imported"),
  );
  return undefined;
}

async function applied(
  tx: Transaction,
  { id, importer, version, submission }: Required<Asked>,
): Promise<ContentImport> {
  // Imports run one after the other, so that each sees the rows of the one before.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('content import', 0))`);
  const [shown] = await tx.select().from(contentImports).where(eq(contentImports.id, id)).for("update");
  if (!shown || shown.state === "dropped") throw new Refusal("record-unknown");
  if (shown.state === "in") return shown;
  if (shown.state !== "staged" || shown.version !== version) throw new Refusal("edited-meanwhile");
  await requireOwnAct(tx, submission);
  // Rows are locked first and then compared again, so that they cannot change before they are written.
  await longWork(tx);
  await lockGoodsOf(tx, id);
  const before = await snapshots(tx, id);
  const staged = await stagedRows(tx, id);
  for (const rows of staged) await lockRows(tx, rows);
  await refuseRings(tx, id);
  const now = await compared(tx, id);
  if (now.digest !== shown.digest) throw new MovedOn();

  await tx.execute(sql`
    insert into media (hash, type, width, height, bytes) select file.* from content_import_rows as line
    cross join lateral jsonb_to_record(line.row) as file (hash text, type text, width int, height int, bytes int)
    where import_id = ${id} and "table" = ${PICTURES} on conflict do nothing`);
  for (const rows of staged) await writeRows(tx, rows);
  await finish(tx, importer === "command" ? system : movedBy(importer.id));
  const memberId = importer === "command" ? null : importer.id;
  if (memberId !== null) await recordMemberEvent(tx, { kind: "content-imported", memberId });
  const whole = {
    kind: CONTENT_IMPORT,
    record: String(id),
    version: now.version + 1,
    field: "standing",
    old: "back",
    new: "in",
  };
  const act = { memberId, submission, action: "import" as const, reason: "" };
  await logChanges(tx, act, [whole, ...(await changesSince(tx, id, before))]);
  const [entry] = await tx
    .update(contentImports)
    .set({ state: "in", act: submission, appliedAt: new Date(), version: now.version + 1 })
    .where(eq(contentImports.id, id))
    .returning();
  if (!entry) throw new MovedOn();
  return entry;
}

/** Checks that the file's pictures are stored: they may have been swept as unused while the import waited. */
async function requirePictures(db: Database, pictures: PictureStore, id: number): Promise<void> {
  const { rows } = await db.execute<{ hash: string }>(sql`
    select row ->> 'hash' as hash from content_import_rows where import_id = ${id} and "table" = ${PICTURES}`);
  for (const { hash } of rows)
    if (!(await pictures.original(hash)))
      throw new UnusableFile("Pictures of this file are gone from the shop by now. Read the file in again.");
}

/** Completes the import: first stock movements of new variants, coordinates of places, and the mark that the shop has content. */
async function finish(tx: Transaction, actor: Actor): Promise<void> {
  await tx.execute(sql`
    insert into stock_movements (variant_id, quantity, cause, reference, actor)
    select id, stock, 'import', 'content of another shop', ${JSON.stringify(actor)}::jsonb from variants
    where stock > 0 and not exists (select from stock_movements where variant_id = variants.id) order by id`);
  await loadZipPlaces(tx);
  await tx.execute(sql`
    insert into stocked (started_with) values ('import') on conflict ("is") do update set started_with = 'import'`);
  await tx.execute(sql`select notify_keys(array[${tableKey("stocked")}])`);
}
