import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { logFault } from "~/platform/database.server";
import { isDiskFull } from "~/platform/disk-full";
import { partsOf } from "~/platform/multipart.server";
import { temporaryFile } from "~/platform/temporary-files.server";
import type { Services } from "~/services";
import { readImport, requireImporter } from "~/shop/imports/imports.server";
import { UnreadableFile } from "~/shop/imports/read-file.server";
import { addStrays, strayNames } from "~/shop/imports/note-strays.server";
import { picturesOfName, settlePictures, settlePicturesLater, takeFor } from "~/shop/imports/take-pictures.server";
import type { Unreadable } from "~/shop/imports/unreadable";
import type { Member } from "~/shop/members/member";
import { Refusal } from "~/shop/refusal";
import { asksForJson } from "../http/asks-for-json";
import { concurrencyLimit } from "../http/concurrency-limit";

const oneFile = concurrencyLimit({ atOnce: 3, waiting: 2, each: { atOnce: 1, waiting: 1 } }, "uploads-busy");
const onePicture = concurrencyLimit({ atOnce: 6, waiting: 6, each: { atOnce: 2, waiting: 3 } }, "uploads-busy");

/** An uploaded picture with the reason of its refusal; a script reads any path as taken. */
type ReceivedPicture = { name: string; path: string } | { name: string; message: string };

const seeOther = (location: string): Response => new Response(null, { status: 303, headers: { location } });

/** Receives a CSV file of goods into a temporary file, then reads it in. */
export async function takeImport(services: Services, member: Member, request: Request): Promise<Response> {
  await requireImporter(services, member);
  return oneFile(async () => {
    await using temporary = await temporaryFile();
    const { path } = temporary;
    try {
      const file = await received(request, path);
      if (file === undefined) return refused("none");
      const id = await readImport(services, member, { path, file });
      return seeOther(`/back-office/imports/${id}`);
    } catch (error) {
      if (error instanceof UnreadableFile) return refused(error.why, error.row);
      if (error instanceof Refusal && error.code === "body-too-large") return refused("large");
      if (!isDiskFull(error)) throw error;
      logFault(error, {}, "a file of goods was not taken");
      return refused("disk");
    }
  }, member.id);
}

const refused = (why: Unreadable, row = 0): Response => seeOther(`/back-office/imports?refused=${why}~${row}`);

/** Writes the first file of a form to a path; returns its name, or undefined when there is none. */
async function received(request: Request, path: string): Promise<string | undefined> {
  if (!request.body) return undefined;
  let name: string | undefined;
  for await (const part of partsOf(request.body, request.headers.get("content-type"))) {
    if (!part.fileName || name !== undefined) continue;
    name = part.fileName;
    await pipeline(part.body, createWriteStream(path, { mode: 0o600 }));
  }
  return name;
}

/**
 * Receives the pictures of an import. Files that no row names are not stored; their names are kept for a message. A script sends
 * them one by one and gets what became of each, and after the last an empty form: then the rows are previewed again, or by a job if its
 * window is closed before.
 */
export async function takeImportPictures(
  services: Services,
  member: Member,
  request: Request,
  number: string,
): Promise<Response> {
  await requireImporter(services, member);
  const id = Number(number);
  const isScript = asksForJson(request);
  const files = await onePicture(() => receivedPictures(services, id, request), member.id);
  if (isScript && files.length > 0) {
    await settlePicturesLater(services, { importId: id, memberId: member.id }, new Date());
    return Response.json({ files });
  }
  const act = await settlePictures(services, id, member.id);
  if (isScript) return Response.json({ files });
  return seeOther(`/back-office/imports/${id}${act ? `?done=${act}` : ""}`);
}

/** Number of pictures of a form whose outcome is told: a script sends one, and a form of thousands must not be held in memory. */
const MOST_TOLD = 100;

/** Stores the pictures of a form that rows name; returns what became of the first `MOST_TOLD`. */
async function receivedPictures(services: Services, id: number, request: Request): Promise<ReceivedPicture[]> {
  const files: ReceivedPicture[] = [];
  const told = (file: ReceivedPicture) => void (files.length < MOST_TOLD && files.push(file));
  if (!request.body) return files;
  const strays = strayNames();
  for await (const part of partsOf(request.body, request.headers.get("content-type"))) {
    if (!part.fileName) continue;
    const name = part.fileName;
    const { waiting, isNamed } = await picturesOfName(services.db, id, name);
    if (waiting.length > 0) {
      const refused = await takeFor(services, id, waiting, part.body);
      told(refused === undefined ? { name, path: "" } : { name, message: refused });
    } else if (isNamed) told({ name, path: "" });
    else {
      strays.add(name);
      told({ name, message: "No row of the file names it." });
    }
  }
  await addStrays(services.db, id, strays.names());
  return files;
}
