import { setTimeout as pause } from "node:timers/promises";
import { refundsApart } from "./verdict.mjs";

/** Milliseconds in which the shop has to complete all work after the run. */
const AFTERMATH_MS = 5 * 60_000;

/** Lets all pay links expire, then waits without kills, up to AFTERMATH_MS; returns the work that is still not complete. */
export async function whatIsLeft({ ledger, gateway }) {
  await ledger.passAll();
  const deadline = Date.now() + AFTERMATH_MS;
  const openEnds = async () => [...(await ledger.openEnds()), ...(await refundsApart(ledger, gateway))];
  while ((await openEnds()).length > 0 && Date.now() < deadline) {
    await pause(1000);
    gateway.stripe.account.settleRefunds();
  }
  const left = await openEnds();
  // Waits a little longer, so that unexpected late changes happen before the checks.
  await pause(3000);
  return left;
}
