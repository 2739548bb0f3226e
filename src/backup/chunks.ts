import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { z } from "zod";

/** Bytes at the beginning of every backup file, including the version of its format. */
export const MAGIC = Buffer.from("IRON MESA BACKUP 1\n");
/** Bytes of one chunk before it is sealed, which means encrypted or given a digest. */
export const CHUNK_BYTES = 1 << 18;
const TAG_BYTES = 16;
const DIGEST_BYTES = 32;
/** Maximum number of bytes of a sealed chunk. */
export const SEALED_BYTES = CHUNK_BYTES + DIGEST_BYTES;

/** Cost of scrypt: each guess of a passphrase takes about 128 MB of memory and half a second. */
const COST = { N: 2 ** 17, r: 8, p: 1 };

export const Header = z.strictObject({
  cipher: z.enum(["none", "aes-256-gcm"]),
  /**
   * Random bytes in base64url: the salt of the passphrase, and part of each chunk's digest, so that a chunk of another file is
   * not accepted.
   */
  salt: z.string().length(43),
});
export type Header = z.infer<typeof Header>;

/** Encrypts the chunks of one file, or adds a digest to each, and verifies them. */
export interface ChunkSealer {
  seal(chunk: Uint8Array, place: number, isLast: boolean): Buffer;
  /** Returns the chunk, or undefined if it was changed, moved or cut off, or sealed with another passphrase. */
  open(sealed: Uint8Array, place: number, isLast: boolean): Buffer | undefined;
}

/** Creates the header of a new file. */
export const newHeader = (passphrase: string | undefined): Header => ({
  cipher: passphrase === undefined ? "none" : "aes-256-gcm",
  salt: randomBytes(32).toString("base64url"),
});

/**
 * Creates the sealer for a file with this header. With the cipher `none` the passphrase is ignored, and chunks only get a digest.
 */
export const sealerOf = ({ cipher, salt }: Header, passphrase = ""): ChunkSealer =>
  cipher === "none" ? plainSealer(salt) : cipherSealer(salt, passphrase);

/** Encodes a chunk's index and whether it is the last one; sealing binds the chunk to these. */
function positionBytes(place: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(place), 3);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/** Keys of the last files: a restore opens its file several times, and no request waits for the derivation of a known key. */
const derived = new LRUCache<string, Buffer>({ max: 4 });

function keyFrom(passphrase: string, salt: string): Buffer {
  const words = passphrase.normalize("NFC");
  const known = `${salt} ${words}`;
  const key = derived.get(known) ?? scryptSync(words, salt, 32, { ...COST, maxmem: 256 * 2 ** 20 });
  derived.set(known, key);
  return key;
}

function cipherSealer(salt: string, passphrase: string): ChunkSealer {
  const key = keyFrom(passphrase, salt);
  return {
    seal(chunk, place, isLast) {
      const cipher = createCipheriv("aes-256-gcm", key, positionBytes(place, isLast));
      const sealed = Buffer.concat([cipher.update(chunk), cipher.final()]);
      return Buffer.concat([sealed, cipher.getAuthTag()]);
    },
    open(sealed, place, isLast) {
      if (sealed.length < TAG_BYTES) return undefined;
      const cipher = createDecipheriv("aes-256-gcm", key, positionBytes(place, isLast));
      cipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      try {
        return Buffer.concat([cipher.update(sealed.subarray(0, -TAG_BYTES)), cipher.final()]);
      } catch {
        // Node throws if the authentication tag does not match.
        return undefined;
      }
    },
  };
}

function plainSealer(salt: string): ChunkSealer {
  const digest = (chunk: Uint8Array, place: number, isLast: boolean) =>
    createHash("sha256").update(salt).update(positionBytes(place, isLast)).update(chunk).digest();
  return {
    seal: (chunk, place, isLast) => Buffer.concat([chunk, digest(chunk, place, isLast)]),
    open(sealed, place, isLast) {
      if (sealed.length < DIGEST_BYTES) return undefined;
      const chunk = Buffer.from(sealed.subarray(0, -DIGEST_BYTES));
      return timingSafeEqual(digest(chunk, place, isLast), sealed.subarray(-DIGEST_BYTES)) ? chunk : undefined;
    },
  };
}
