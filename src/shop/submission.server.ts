import type { Database } from "~/platform/database.server";
import { addressPrefix, withinAllowance } from "~/platform/rate-limit.server";
import { limits } from "./limits";
import { Refusal } from "./refusal";

/** The network address of whoever asks, written by our own server over whatever the request said. */
export const CLIENT_ADDRESS = "x-client-address";

/**
 * Lets a form pass as often as a person would send it: counted per form for the network it comes from and, where one is
 * given, for the e-mail address.
 *
 * @throws {Refusal} `too-many-requests`.
 */
export async function admit(db: Database, request: Request, form: string, email?: string): Promise<void> {
  const { seconds, perNetwork, perEmail } = limits.submission;
  const network = addressPrefix(request.headers.get(CLIENT_ADDRESS));

  const allowed = await Promise.all([
    network === undefined || withinAllowance(db, { name: `${form}-network`, times: perNetwork, seconds }, network),
    email === undefined || withinAllowance(db, { name: `${form}-email`, times: perEmail, seconds }, email),
  ]);
  if (allowed.includes(false)) throw new Refusal("too-many-requests");
}
