import { Refusal } from "~/shop/refusal";
import type { Member } from "./member";
import { isConfirmed } from "./session";

/**
 * Lets a member pass who has shown a passkey or a code within the last ten minutes. Asked by the room that does what needs it, so that
 * no screen can forget to.
 *
 * @throws {Refusal} `factor-missing`.
 */
export function requireFactor({ confirmedAt }: Member, now = new Date()): void {
  if (!confirmedAt || !isConfirmed({ confirmedAt }, now)) throw new Refusal("factor-missing");
}
