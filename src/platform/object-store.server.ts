import { createWriteStream, openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { S3mini } from "s3mini";
import type { Outgoing } from "./outgoing.server";

/** A bucket of an S3 store, with the access keys. */
export interface Bucket {
  /** Address of the store, without the bucket. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Beginning of all keys, without slashes at its ends; may be empty. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Objects of a store, by key. All functions throw `StoreUnavailable` if the store does not do what it is asked to; errors of this
 * machine's disk are thrown as they are.
 */
export interface ObjectStore {
  /** Uploads a file completely or not at all. */
  put(key: string, file: string, type: string): Promise<void>;
  /** Lists all objects whose keys have this beginning, with their sizes in bytes. */
  list(begin: string): Promise<{ key: string; bytes: number }[]>;
  /**
   * Downloads an object into a new file; returns false if there is no object. After an error the caller has to remove the file.
   */
  read(key: string, file: string): Promise<boolean>;
  /** Returns an object's first bytes, at most this number of them; undefined if there is no object. */
  readStart(key: string, bytes: number): Promise<Buffer | undefined>;
  /** Time of the object's last `put`; undefined if there is no object. */
  changedAt(key: string): Promise<Date | undefined>;
  remove(key: string): Promise<void>;
  /** Maximum times in milliseconds for a request that only needs an answer, and for one that carries a file or a part of one. */
  patience: { answerMs: number; fileMs: number };
}

/** Error for a store that does not respond, or refuses a request. */
export class StoreUnavailable extends Error {
  override readonly name = "StoreUnavailable";
}

/** Maximum time in milliseconds for a whole request. */
const PATIENCE = 30_000;
/** Milliseconds after a failure during which no request is sent, because waiting requests would pile up. */
const PAUSE = 3_000;

interface Options {
  /** Maximum time in milliseconds for a request that carries a file. */
  patience?: number;
  /** Maximum time in milliseconds for any other request. */
  answerPatience?: number;
  pause?: number;
}

/** Uploads a file; a large one in parts. At the end of those, a store may answer 200 with an error in the body. */
async function putWhole(client: S3mini, key: string, file: string, type: string): Promise<void> {
  const { size } = await stat(file);
  await client.putAnyObject(key, await openAsBlob(file), type);
  if (size > client.minPartSize && (await client.listObjects("/", key, 1))?.[0]?.Size !== size)
    throw new Error("a large file was not put together");
}

async function readInto(client: S3mini, key: string, file: string): Promise<boolean> {
  const response = await client.getObjectResponse(key);
  if (!response?.body) return false;
  await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(file, { flags: "wx" }));
  const promised = response.headers.get("content-length");
  const { size } = await stat(file);
  if (promised !== null && Number(promised) !== size) throw new Error("the answer was cut");
  return true;
}

async function startOf(client: S3mini, key: string, bytes: number): Promise<Buffer | undefined> {
  const found = await client.listObjects("/", key, 1);
  const size = found?.find(({ Key }) => Key === key)?.Size;
  if (size === undefined) return undefined;
  // A range of an object without bytes would be refused.
  if (Number(size) === 0) return Buffer.alloc(0);
  return Buffer.from(await (await client.getObjectRaw(key, false, 0, bytes)).arrayBuffer()).subarray(0, bytes);
}

/** Whether an error is one of this machine's file system: those have a path or a code of disks, errors of the network do not. */
const isOfThisDisk = (error: unknown): boolean => {
  const { syscall, path, code } = error as NodeJS.ErrnoException;
  return syscall !== undefined && (path !== undefined || code === "ENOSPC" || code === "EDQUOT" || code === "EIO");
};

/** Opens a bucket without sending a request. Its objects need no public access. */
export function openObjectStore(
  { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey }: Bucket,
  outgoing: Outgoing,
  { patience = PATIENCE, answerPatience = PATIENCE, pause = PAUSE }: Options = {},
): ObjectStore {
  const clientFor = (milliseconds: number) =>
    new S3mini({
      endpoint: `${endpoint.replace(/(?<!\/)\/+$/, "")}/${bucket}`,
      region,
      accessKeyId,
      secretAccessKey,
      requestAbortTimeout: milliseconds,
      // A signed request must not be redirected to another host.
      fetch: (input, init) => fetch(input, { ...init, redirect: "error" }),
    });
  const [carrying, asking] = [clientFor(patience), clientFor(answerPatience)];
  const keyOf = (key: string): string => (prefix ? `${prefix}/${key}` : key);
  let closedUntil = 0;

  async function asked<T>(work: () => Promise<T>): Promise<T> {
    if (performance.now() < closedUntil) throw new StoreUnavailable("The S3 store did not answer a moment ago.");
    try {
      return await outgoing.run("storage", work);
    } catch (error) {
      if (isOfThisDisk(error)) throw error;
      closedUntil = performance.now() + pause;
      throw new StoreUnavailable(`The S3 store fails: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  return {
    patience: { answerMs: answerPatience, fileMs: patience },
    put: (key, file, type) =>
      asked(async () => {
        await putWhole(carrying, keyOf(key), file, type);
      }),
    read: (key, file) => asked(() => readInto(carrying, keyOf(key), file)),
    readStart: (key, bytes) => asked(() => startOf(asking, keyOf(key), bytes)),
    list: (begin) =>
      asked(async () => {
        const found = (await asking.listObjects("/", keyOf(begin))) ?? [];
        const own = prefix ? prefix.length + 1 : 0;
        return found.map(({ Key, Size }) => ({ key: Key.slice(own), bytes: Number(Size) }));
      }),
    changedAt: (key) =>
      asked(async () => {
        const found = await asking.listObjects("/", keyOf(key), 1);
        const [object] = found ?? [];
        return object?.Key === keyOf(key) ? new Date(object.LastModified) : undefined;
      }),
    remove: (key) =>
      asked(async () => {
        await asking.deleteObject(keyOf(key));
      }),
  };
}
