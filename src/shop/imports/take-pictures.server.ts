import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { makeWidthsLater } from "~/platform/media.jobs";
import { recordUpload } from "~/platform/media-uses.server";
import { SECOND } from "~/platform/durations";
import { PictureRefused } from "~/platform/picture-intake.server";
import { fetchPublic, NotFetched } from "~/platform/public-fetch.server";
import type { Services } from "~/services";
import { fileNameOf } from "./file-name-of";
import { digestOfName, importPictures } from "./imports.tables";
import { recheckImport } from "./imports.server";
import { giveLatePictures } from "./late-pictures.server";
import { noteStrays } from "./note-strays.server";

type Parts = Pick<Services, "db" | "pictures" | "jobs">;
interface Waiting {
  source: string;
  alt: string;
}

/** Number of pictures processed at the same time. */
const AT_ONCE = 4;
/** Seconds after which the sizes that listings do not use are made; by then most pictures of a large import have arrived. */
const OTHERS_FIRST = 600;
const MOST_SILENCES = 4;
export const FETCH_PICTURES = "fetch-import-pictures";

/** Pictures of an import that are not stored yet. */
export const picturesWaiting = (db: Database, importId: number): Promise<Waiting[]> =>
  db
    .select({ source: importPictures.source, alt: importPictures.alt })
    .from(importPictures)
    .where(and(eq(importPictures.importId, importId), sql`${importPictures.state} <> 'stored'`))
    .orderBy(importPictures.source);

/** Stores a picture for all rows that name it; if it is rejected, stores the reason for them and returns it. */
export async function takeFor(
  { db, pictures, jobs }: Parts,
  importId: number,
  named: Waiting[],
  pieces: AsyncIterable<Uint8Array>,
): Promise<string | undefined> {
  const [first] = named;
  if (!first) return "No row of the file names it.";
  try {
    const stored = await pictures.takeIn(pieces, { bulk: true });
    const path = `/media/goods/import${importId}/${stored.hash.slice(0, 16)}.webp`;
    await db.transaction(async (tx) => {
      await recordUpload(tx, { path, stored, alt: first.alt });
      await makeWidthsLater({ db: tx, jobs }, [stored.hash], OTHERS_FIRST);
      await settle(tx, importId, named, { state: "stored", path, reason: "" });
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof PictureRefused || error instanceof NotFetched)) throw error;
    await settle(db, importId, named, { state: "failed", path: null, reason: error.message });
    return error.message;
  }
}

async function settle(
  db: Database,
  importId: number,
  named: Waiting[],
  values: { state: "stored" | "failed"; path: string | null; reason: string },
): Promise<void> {
  const sources = JSON.stringify(named.map(({ source }) => source));
  await db
    .update(importPictures)
    .set(values)
    .where(
      and(
        eq(importPictures.importId, importId),
        sql`${importPictures.source} in (select jsonb_array_elements_text(${sources}::jsonb))`,
      ),
    );
}

/**
 * Stores the pictures of a folder that an import names by file name, and records the other picture names of the folder. Returns
 * the number of stored pictures.
 */
export async function takeFromFolder(services: Parts, importId: number, folder: string): Promise<number> {
  const byName = Map.groupBy(await picturesWaiting(services.db, importId), ({ source }) => fileNameOf(source));
  const inFolder = await readdir(folder, { recursive: true });
  const files = inFolder.filter((file) => byName.has(fileNameOf(file)));
  let taken = 0;
  await sideBySide(files, async (file) => {
    const named = byName.get(fileNameOf(file)) ?? [];
    const refused = await takeFor(services, importId, named, createReadStream(join(folder, file)));
    if (refused === undefined) taken += 1;
  });
  await noteStrays(services.db, importId, inFolder);
  return taken;
}

/**
 * Fetches the pictures of an import from their URLs. Then it previews the rows again or, if the import is already applied, adds the
 * pictures to its products. A host that did not answer several times is skipped, so that its other pictures do not delay the job.
 */
export async function fetchPictures(
  services: Parts & Pick<Services, "outgoing">,
  importId: number,
  {
    memberId = null,
    fetched = (source) => fetchPublic(source, services.outgoing),
  }: { memberId?: string | null; fetched?: (source: string) => AsyncIterable<Uint8Array> } = {},
): Promise<void> {
  const waiting = (await picturesWaiting(services.db, importId)).filter(({ source }) => /^https?:/i.test(source));
  const silences = new Map<string, number>();
  await sideBySide(waiting, async (picture) => {
    const host = URL.parse(picture.source)?.host ?? "";
    await takeFor(services, importId, [picture], fetchedUnlessSilent(picture.source, host));
  });
  await settlePictures(services, importId, memberId);

  async function* fetchedUnlessSilent(source: string, host: string): AsyncGenerator<Uint8Array> {
    const times = silences.get(host) ?? 0;
    if (times >= MOST_SILENCES)
      throw new NotFetched(`${host} did not answer ${times} times, so it was not asked again`);
    try {
      yield* fetched(source);
      silences.delete(host);
    } catch (error) {
      if (error instanceof NotFetched && error.isHostSilent) silences.set(host, (silences.get(host) ?? 0) + 1);
      throw error;
    }
  }
}

/**
 * Previews the rows of an import again after pictures arrived or, if it is already applied, adds them to its products, and names what
 * the strays among them resemble; returns the id of the act, or undefined if no picture was added.
 */
export async function settlePictures(
  services: Pick<Parts, "db">,
  importId: number,
  memberId: string | null,
): Promise<string | undefined> {
  await noteStrays(services.db, importId, []);
  await recheckImport(services, importId);
  return giveLatePictures(services.db, memberId, importId);
}

export const SETTLE_PICTURES = "settle-import-pictures";
/** Seconds of a span of uploads that one job settles, if their page is left before it has sent all. */
const SETTLED_EACH = 120;

/** Enqueues a job that settles the pictures of a span of time, after its end. */
export const settlePicturesLater = (
  { db, jobs }: Pick<Parts, "db" | "jobs">,
  { importId, memberId }: { importId: number; memberId: string },
  now: Date,
): Promise<void> => {
  const span = Math.floor(now.getTime() / (SETTLED_EACH * SECOND));
  const startAfter = Math.ceil(((span + 1) * SETTLED_EACH * SECOND - now.getTime()) / SECOND) + 1;
  return jobs.enqueue(db, SETTLE_PICTURES, { importId, memberId }, { key: `${importId} ${span}`, startAfter });
};

/** Pictures of an import with this file name: those not stored yet, and whether there are any. */
export async function picturesOfName(
  db: Database,
  importId: number,
  fileName: string,
): Promise<{ waiting: Waiting[]; isNamed: boolean }> {
  const name = fileNameOf(fileName);
  const found = await db
    .select({ source: importPictures.source, alt: importPictures.alt, state: importPictures.state })
    .from(importPictures)
    .where(
      and(
        eq(importPictures.importId, importId),
        sql`(${digestOfName(importPictures)} = md5(${name}) or ${digestOfName(importPictures)} is null)`,
      ),
    )
    .orderBy(importPictures.source);
  const named = found.filter(({ source }) => fileNameOf(source) === name);
  return { waiting: named.filter(({ state }) => state !== "stored"), isNamed: named.length > 0 };
}

async function sideBySide<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const left = all.toReversed();
  const next = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await act(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** Enqueues a job that fetches an import's pictures for a member; once per upload or preview. */
export const fetchLater = (
  { db, jobs }: Pick<Parts, "db" | "jobs">,
  { importId, memberId }: { importId: number; memberId: string },
  key: string,
): Promise<void> => jobs.enqueue(db, FETCH_PICTURES, { importId, memberId }, { key: `${importId} ${key}` });
