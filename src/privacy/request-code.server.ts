import { timingSafeEqual } from "node:crypto";
import type { Services } from "~/services";

/** Letters of codes: none that are read as another one. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 8;

/** A request, and the time from which its present code counts. */
export interface Coded {
  id: string;
  codeAt: Date;
}

/**
 * Code of a request, by which a person proves that the mailbox is theirs: computed with the shop's key from the request and the time
 * from which the code counts, so that no table has it.
 */
export function codeOf({ sealer }: Pick<Services, "sealer">, { id, codeAt }: Coded): string {
  const signed = Buffer.from(sealer.sign("person-code", `${id} ${codeAt.toISOString()}`), "base64url");
  return Array.from(signed.subarray(0, LENGTH), (byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** Code as a letter shows it, in two groups. */
export const shownCode = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/** Whether a code that a person typed, without spaces and dashes and in capitals, is the request's. */
export function isCodeOf(services: Pick<Services, "sealer">, request: Coded, typed: string): boolean {
  const right = Buffer.from(codeOf(services, request));
  const given = Buffer.from(typed);
  return right.length === given.length && timingSafeEqual(right, given);
}
