import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** Bytes that open every backup. */
export const MAGIC = Buffer.from("IRON MESA BACKUP 1\n");
/** Bytes of one chunk before it is sealed. */
export const CHUNK_BYTES = 1 << 18;
const TAG_BYTES = 16;
const DIGEST_BYTES = 32;
/** Longest sealed chunk. */
export const SEALED_BYTES = CHUNK_BYTES + DIGEST_BYTES;

/** Cost of a passphrase: about 128 MB of memory and half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 };

export const Header = z.strictObject({
  cipher: z.enum(["none", "aes-256-gcm"]),
  /** Salt of the passphrase, or random: it ties the chunks to their file. In base64url. */
  salt: z.string().length(43),
});
export type Header = z.infer<typeof Header>;

/** Seals the chunks of one file, in order. */
export interface ChunkSealer {
  seal(chunk: Uint8Array, place: number, isLast: boolean): Buffer;
  /** The chunk; undefined when it was changed, moved, cut off, or sealed with another passphrase. */
  open(sealed: Uint8Array, place: number, isLast: boolean): Buffer | undefined;
}

/** Header of a new file. */
export const newHeader = (passphrase: string | undefined): Header => ({
  cipher: passphrase === undefined ? "none" : "aes-256-gcm",
  salt: randomBytes(32).toString("base64url"),
});

/** Sealer of a file. The passphrase is ignored where the header's cipher is `none`: chunks then have a digest only. */
export const sealerOf = ({ cipher, salt }: Header, passphrase = ""): ChunkSealer =>
  cipher === "none" ? plainSealer(salt) : cipherSealer(salt, passphrase);

/** Each chunk is bound to its file, its place and whether it is the last. */
function positionBytes(place: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeBigUInt64BE(BigInt(place), 3);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

function cipherSealer(salt: string, passphrase: string): ChunkSealer {
  const key = scryptSync(passphrase.normalize("NFC"), salt, 32, { ...COST, maxmem: 256 * 2 ** 20 });
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
        // Node throws when authentication fails.
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
