import { Refusal } from "~/shop/refusal";
import type { Member } from "./member";
import { isConfirmed } from "./session";

/**
 * Requires a passkey or code shown within the last ten minutes. Called by rooms, so that no screen can forget it.
 *
 * @throws {Refusal} `factor-missing`.
 */
export function requireFactor({ confirmedAt }: Member, now = new Date()): void {
  if (!confirmedAt || !isConfirmed({ confirmedAt }, now)) throw new Refusal("factor-missing");
}
