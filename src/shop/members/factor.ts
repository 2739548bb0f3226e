import { Refusal } from "~/shop/refusal";
import type { Member } from "./member";
import { isConfirmed } from "./session";

/**
 * Requires that the member showed a passkey or code within the last ten minutes. The functions of each area call it, so that no
 * screen can omit it.
 *
 * @throws {Refusal} `factor-missing`.
 */
export function requireFactor({ confirmedAt }: Member, now = new Date()): void {
  if (!confirmedAt || !isConfirmed({ confirmedAt }, now)) throw new Refusal("factor-missing");
}
