import { createHash, randomBytes } from "node:crypto";

/** A random secret of 256 bits, handed out once. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Stored hash of a secret; the secret is long enough that no slow hash is needed. */
export const tokenHash = (token: string): string => createHash("sha256").update(token).digest("base64url");
