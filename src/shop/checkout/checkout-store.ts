import { z } from "zod";
import { jsonIn, stored } from "~/platform/browser-storage";
import { DRAFT_KEY } from "~/shop/draft-key";
import { PaymentMethod } from "~/shop/payments/gateway";
import { Fields, noFields, schemaOf } from "./checkout-fields";
import { firstSteps, type Steps } from "./steps";

/** An unfinished checkout as it is stored: its fields and saved sections, without card data. */
export interface Progress {
  fields: Fields;
  steps: Steps;
  /** Key of the ticked box for a reminder; undefined while it is not ticked. */
  reminder?: string | undefined;
}

const isSaved = z.boolean().default(false);

// The payment section is never stored as saved, because its card field is empty after a reload.
const Stored = z.object({
  fields: Fields,
  saved: z.object({ information: isSaved, billing: isSaved, delivery: isSaved }),
  method: PaymentMethod.nullable().catch(null),
  reminder: z.string().regex(DRAFT_KEY).optional().catch(undefined),
});

/** Reads the progress from its stored text; null if invalid. Sections with invalid fields do not count as saved. */
export function parseProgress(text: string): Progress | null {
  const { data } = Stored.safeParse(jsonIn(text));
  if (!data) return null;

  const { fields, method, reminder } = data;
  const stillSaved = (section: keyof typeof data.saved) =>
    data.saved[section] && schemaOf(section, fields, true).safeParse(fields).success;
  const saved = {
    information: stillSaved("information"),
    billing: stillSaved("billing"),
    delivery: stillSaved("delivery"),
    payment: false,
  };
  return { fields, steps: { saved, edited: null, method }, reminder };
}

/** Text of the progress to store. */
export const serializeProgress = ({ fields, steps: { saved, method }, reminder }: Progress): string =>
  JSON.stringify({ fields, saved, method, reminder });

/** The shopper's e-mail address once MY INFORMATION is saved; null before, and while the section is edited. */
export const knownEmail = ({ fields, steps }: Progress): string | null =>
  steps.saved.information ? fields.email.trim() : null;

const nothing: Progress = { fields: noFields, steps: firstSteps };

/** Progress of the checkout in this browser session. */
export const progressStore = stored<Progress>(() => window.sessionStorage, "checkout", {
  empty: nothing,
  parse: parseProgress,
  serialize: (progress) => (progress === nothing ? null : serializeProgress(progress)),
});
