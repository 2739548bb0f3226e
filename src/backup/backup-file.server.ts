import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { createGunzip, createGzip } from "node:zlib";
import { Readable } from "node:stream";
import { diskFaultWords } from "~/platform/disk-faults";
import { isDiskFull } from "~/platform/disk-full";
import { faultOf, log } from "~/platform/log.server";
import { CHUNK_BYTES, type ChunkSealer, Header, MAGIC, newHeader, SEALED_BYTES, sealerOf } from "./chunks";
import { unusable, UnusableBackup } from "./unusable-backup";

/** Error for a file or folder that could not be written; its message is for the operator. */
export class BackupNotWritten extends Error {
  override readonly name = "BackupNotWritten";
}

/** Maximum length of the header line in bytes. */
const HEADER_BYTES = 1_000;

/**
 * Writes content into a new file, compressed, in chunks that are encrypted or have a digest. The file gets its name only when it
 * is completely on disk. Returns its size in bytes.
 *
 * @throws {BackupNotWritten} if the disk is full or not writable.
 */
export async function writeSealed(
  file: string,
  content: AsyncIterable<Uint8Array>,
  passphrase: string | undefined,
): Promise<number> {
  const part = `${file}.part`;
  const header = newHeader(passphrase);
  const sealer = sealerOf(header, passphrase);
  const handle = await onDisk(file, () => open(part, "w", 0o600));
  try {
    const write = (bytes: Uint8Array) => onDisk(file, () => handle.writeFile(bytes));
    await write(Buffer.concat([MAGIC, Buffer.from(`${JSON.stringify(header)}\n`)]));
    let place = 0;
    for await (const { chunk, isLast } of chunksOf(Readable.from(content).compose(createGzip()))) {
      const sealed = sealer.seal(chunk, place++, isLast);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(sealed.length);
      await write(Buffer.concat([length, sealed]));
    }
    return await onDisk(file, async () => {
      await handle.sync();
      const { size } = await handle.stat();
      await rename(part, file);
      await syncFolder(dirname(file));
      return size;
    });
  } finally {
    await handle.close();
    await rm(part, { force: true }).catch(() => undefined);
  }
}

/** Splits bytes into chunks of equal size. The last one is marked as such, and may be shorter or empty. */
async function* chunksOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<{ chunk: Buffer; isLast: boolean }> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    waiting.push(piece);
    size += piece.length;
    while (size > CHUNK_BYTES) {
      const whole = Buffer.concat(waiting);
      yield { chunk: whole.subarray(0, CHUNK_BYTES), isLast: false };
      waiting = [whole.subarray(CHUNK_BYTES)];
      size -= CHUNK_BYTES;
    }
  }
  yield { chunk: Buffer.concat(waiting), isLast: true };
}

/**
 * Reads the content of a backup file; each chunk is verified before it is returned. With a passphrase an unencrypted file is
 * refused, because anybody could have written it; who accepts one opens it with `passphraseFor`.
 *
 * @throws {UnusableBackup} if the file is no backup, was changed, cut off or lengthened, is not encrypted, or if the passphrase is
 * wrong or missing.
 */
export async function* readSealed(file: string, passphrase: string | undefined): AsyncGenerator<Buffer> {
  const opened = Readable.from(openedChunks(file, passphrase));
  try {
    yield* opened.compose(createGunzip()) as AsyncIterable<Buffer>;
  } catch (error) {
    if (error instanceof UnusableBackup) throw error;
    throw new UnusableBackup(unusable.damagedBy(file, (error as Error).message));
  }
}

async function* openedChunks(file: string, passphrase: string | undefined): AsyncGenerator<Buffer> {
  await using handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new UnusableBackup(unusable.unopened(file, error.code));
  });
  const { size } = await handle.stat();
  const { header, start } = headerIn(file, await startOf(handle));
  if (header.cipher !== "none" && !passphrase) throw new UnusableBackup(unusable.encrypted(file));
  if (header.cipher === "none" && passphrase) throw new UnusableBackup(unusable.unencrypted(file));
  const sealer = sealerOf(header, passphrase);
  let position = start;
  for (let place = 0; ; place += 1) {
    const sealed = await sealedAt(handle, position, size, file);
    position += 4 + sealed.length;
    const isLast = position === size;
    const chunk = sealer.open(sealed, place, isLast);
    if (!chunk) throw damaged(file, sealer, sealed, place, header);
    yield chunk;
    if (isLast) return;
  }
}

/** Number of bytes at the beginning of a file that certainly contain its header. */
export const START_BYTES = MAGIC.length + HEADER_BYTES;

async function startOf(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read({
    length: START_BYTES,
    position: 0,
    buffer: Buffer.alloc(START_BYTES),
  });
  return buffer.subarray(0, bytesRead);
}

/** Whether a file begins as a backup that was written without a passphrase. */
export function startsUnencrypted(start: Buffer): boolean {
  try {
    return headerIn("", start).header.cipher === "none";
  } catch {
    return false;
  }
}

/** Whether a file is a backup that was written without a passphrase; false if it cannot be read. */
export async function isUnencrypted(file: string): Promise<boolean> {
  try {
    await using handle = await open(file);
    return startsUnencrypted(await startOf(handle));
  } catch {
    return false;
  }
}

/** Passphrase with which `readSealed` opens a file, also one that is not encrypted although the shop has a passphrase. */
export const passphraseFor = async (file: string, passphrase: string | undefined): Promise<string | undefined> =>
  passphrase && (await isUnencrypted(file)) ? undefined : passphrase;

function headerIn(file: string, head: Buffer): { header: Header; start: number } {
  if (!head.subarray(0, MAGIC.length).equals(MAGIC)) throw new UnusableBackup(unusable.noBackup(file));
  const end = head.indexOf("\n", MAGIC.length);
  try {
    const header = Header.parse(JSON.parse(head.subarray(MAGIC.length, end).toString()));
    return { header, start: end + 1 };
  } catch {
    throw new UnusableBackup(unusable.damagedHead(file));
  }
}

async function sealedAt(
  handle: Awaited<ReturnType<typeof open>>,
  position: number,
  size: number,
  file: string,
): Promise<Buffer> {
  const length = Buffer.alloc(4);
  await handle.read(length, 0, 4, position);
  const bytes = length.readUInt32BE();
  if (bytes > SEALED_BYTES || position + 4 + bytes > size) throw new UnusableBackup(unusable.damagedOrCutOff(file));
  const sealed = Buffer.alloc(bytes);
  await handle.read(sealed, 0, bytes, position + 4);
  return sealed;
}

/** Error for a chunk that cannot be verified. If it is the first one of an encrypted file, the passphrase is probably wrong. */
function damaged(file: string, sealer: ChunkSealer, sealed: Buffer, place: number, { cipher }: Header): UnusableBackup {
  if (sealer.open(sealed, place, false)) return new UnusableBackup(unusable.cutOff(file));
  return new UnusableBackup(place === 0 && cipher !== "none" ? unusable.wrongPassphrase(file) : unusable.damaged(file));
}

/** Syncs a folder to disk, so that the names of new files in it survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}

/** @throws {BackupNotWritten} with the reason if `act` fails. */
export async function onDisk<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (isDiskFull(error))
      throw new BackupNotWritten(
        `There is no room for ${file}. Free some, then try again; older backups are still whole.`,
      );
    const words = diskFaultWords(error);
    if (words !== undefined) throw new BackupNotWritten(words);
    log.error({ error: faultOf(error) }, "a backup could not be written");
    throw new BackupNotWritten(`${file} cannot be written: ${(error as NodeJS.ErrnoException).code ?? String(error)}.`);
  }
}

/** Returns whether a file exists. */
export const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
