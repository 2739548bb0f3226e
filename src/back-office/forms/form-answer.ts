import { isSecretField } from "~/shop/members/secret-fields";
import type { StaleRecord } from "../stale-record.server";

/** Answer to a form that was not saved: all typed values, and the reason. The only answer that a form of the workshop has. */
export interface FormAnswer {
  /** By the names of the fields, without secrets; `submission` and `version` are those to send it with again. */
  typed: Record<string, string>;
  /** Words beside fields, by their names. */
  errors: Record<string, string>;
  /** Words about the whole form. */
  message?: string;
  /** Changes that somebody else made meanwhile: the member chooses. */
  conflict?: StaleRecord;
  /** A question of the page's own, which stands in place of the form until it is answered. */
  asks?: unknown;
}

/** Message over a form that was not sent because the shop failed or could not be reached. */
export const NOT_SENT =
  "It was not sent: the shop did not answer. What you wrote is still here; send it again, it is done once.";

/** The values of a form that may be shown again. */
export const withoutSecrets = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !isSecretField(name)));
