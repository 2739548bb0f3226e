import { setTimeout as pause } from "node:timers/promises";
import { refundsApart } from "./verdict.mjs";

/** How long the shop may take to put everything right in the end. */
const AFTERMATH_MS = 5 * 60_000;

/** Open ends of the shop after every pay link has expired and up to AFTERMATH_MS without kills. */
export async function whatIsLeft({ ledger, gateway }) {
  await ledger.passAll();
  const deadline = Date.now() + AFTERMATH_MS;
  const openEnds = async () => [...(await ledger.openEnds()), ...(await refundsApart(ledger, gateway))];
  while ((await openEnds()).length > 0 && Date.now() < deadline) {
    await pause(1000);
    gateway.stripe.account.settleRefunds();
  }
  const left = await openEnds();
  // Anything that still moves now would move without a reason.
  await pause(3000);
  return left;
}
