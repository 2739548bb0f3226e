import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { takePictureIn, type Urgency } from "./picture-encoder.server";
import { complaintAbout, complaintWords, type PictureComplaint } from "./picture-intake";
import { pictureLimits } from "./picture-limits";
import { removeLeftBehind } from "./temporary-files.server";

/** Error for a file that is refused as a picture; the message gives the reason and what to do. */
export class PictureRefused extends Error {
  override readonly name = "PictureRefused";
  readonly complaint: PictureComplaint;

  constructor(complaint: PictureComplaint) {
    super(complaintWords(complaint));
    this.complaint = complaint;
  }
}

/** A normalized picture that is not stored yet; the caller moves `file`. */
interface Taken {
  file: string;
  hash: string;
  width: number;
  height: number;
  bytes: number;
}

/** Number of bytes needed to recognize the type of a file. */
const HEAD = 512;

/**
 * Writes an uploaded picture into a folder and normalizes it there. The upload itself is always removed.
 *
 * @throws {PictureRefused} if it is not an accepted picture.
 */
export async function takeInto(folder: string, pieces: AsyncIterable<Uint8Array>, urgency: Urgency): Promise<Taken> {
  await mkdir(folder, { recursive: true });
  await removeLeftBehind(folder);
  const upload = join(folder, `${randomUUID()}.upload`);
  const file = join(folder, `${randomUUID()}.webp`);
  try {
    await write(upload, pieces);
    const { complaint, size } = await takePictureIn({ source: upload, own: file, limits: pictureLimits }, urgency);
    if (complaint) throw new PictureRefused(complaint);
    if (!size) throw new Error("The picture encoder said nothing of the picture.");
    const hash = createHash("sha256");
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
    const { size: bytes } = await stat(file);
    return { file, hash: hash.digest("hex").slice(0, 32), ...size, bytes };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await rm(upload, { force: true });
  }
}

async function write(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  await using file = await open(path, "wx", 0o600);
  let head: Buffer = Buffer.alloc(0);
  let size = 0;
  let isKnown = false;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > pictureLimits.bytes) throw new PictureRefused("too-large");
    if (!isKnown) {
      head = Buffer.concat([head, piece.subarray(0, HEAD)]);
      if (head.length >= HEAD) isKnown = refuseBy(head);
    }
    await file.write(piece);
  }
  if (!isKnown) refuseBy(head);
}

function refuseBy(head: Uint8Array): true {
  const complaint = complaintAbout(head);
  if (complaint) throw new PictureRefused(complaint);
  return true;
}
