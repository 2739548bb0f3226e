import { createHash, randomBytes } from "node:crypto";

/** Random secret of 256 bits; it is not stored, only its hash. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Hash under which a secret is stored. A fast hash is sufficient, since the secret is long and random. */
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("base64url");
