import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Encrypts and authenticates texts, which clients keep unread and unchanged, and secrets in the database. */
export interface Sealer {
  /** Encrypts content for one purpose; with `seconds` it expires after that time. */
  seal(purpose: string, content: unknown, seconds?: number, now?: Date): string;
  /** Decrypts a text that was sealed for this purpose; undefined for any other text, and if it was changed or has expired. */
  open<T>(purpose: string, sealed: string, now?: Date): T | undefined;
  /** Signs a text for one purpose. */
  sign(purpose: string, text: string): string;
  isSigned(purpose: string, text: string, signature: string): boolean;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Content {
  content: unknown;
  until?: number;
}

/** Creates a sealer that uses AES-256-GCM; the key for each purpose is derived from one secret. */
export function sealerWith(secret: Buffer): Sealer {
  const keys = new Map<string, Buffer>();
  const keyFor = (purpose: string): Buffer => {
    const known = keys.get(purpose) ?? Buffer.from(hkdfSync("sha256", secret, "", purpose, KEY_BYTES));
    keys.set(purpose, known);
    return known;
  };
  const sign = (purpose: string, text: string) =>
    createHmac("sha256", keyFor(`sign ${purpose}`))
      .update(text)
      .digest("base64url");

  return {
    seal(purpose, content, seconds, now = new Date()) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), iv);
      const whole: Content = { content, ...(seconds !== undefined && { until: now.getTime() + seconds * 1000 }) };
      const text = Buffer.concat([cipher.update(JSON.stringify(whole), "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url");
    },
    open<T>(purpose: string, sealed: string, now = new Date()) {
      const bytes = Buffer.from(sealed, "base64url");
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined;
      const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
        const { content, until } = JSON.parse(text.toString("utf8")) as Content;
        return until !== undefined && until < now.getTime() ? undefined : (content as T);
      } catch {
        // Node throws if the authentication tag does not match.
        return undefined;
      }
    },
    sign,
    isSigned(purpose, text, signature) {
      const right = Buffer.from(sign(purpose, text));
      const given = Buffer.from(signature);
      return right.length === given.length && timingSafeEqual(right, given);
    },
  };
}

/** Opens the sealer with the secret of a data directory, which the first start creates in a file that only its owner may read. */
export async function openSealer(dataDirectory: string): Promise<Sealer> {
  const file = join(dataDirectory, "secret-key");
  await mkdir(dataDirectory, { recursive: true });
  if (!existsSync(file)) await makeKey(file);
  const secret = Buffer.from((await readFile(file, "utf8")).trim(), "base64url");
  if (secret.length !== KEY_BYTES) throw new Error(`${file} holds no key of ${KEY_BYTES} bytes.`);
  return sealerWith(secret);
}

/**
 * Creates the file atomically unless another process has, so that nobody reads an incomplete secret, not even after a killed
 * start.
 */
async function makeKey(file: string): Promise<void> {
  const whole = `${file}.${randomBytes(6).toString("hex")}`;
  await writeFile(whole, randomBytes(KEY_BYTES).toString("base64url"), { mode: 0o600 });
  try {
    await link(whole, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(whole);
  }
}
