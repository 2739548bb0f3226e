import { z } from "zod";
import { jsonIn, kept } from "~/platform/browser-storage";

/**
 * One attempt to buy. All tabs of this browser share it, so that two clicks or two tabs ask for one payment; once money may
 * have arrived for it, nothing else is paid before that is known. Decisions §3, §7.
 */
export const Attempt = z.object({
  /** Names it towards the server. */
  key: z.string().regex(/^[\w-]{8,64}$/),
  /** The payment it asked for last. */
  payment: z
    .object({
      id: z.string().min(1).max(100),
      clientSecret: z.string().min(1).max(200),
      /** The provider has said that the money arrived. */
      arrived: z.boolean(),
    })
    .nullable(),
});
export type Attempt = z.infer<typeof Attempt>;

export const attemptStore = kept<Attempt | null>(() => window.localStorage, "checkout", {
  empty: null,
  parse: (text) => Attempt.safeParse(jsonIn(text)).data ?? null,
  serialize: (attempt) => attempt && JSON.stringify(attempt),
});

/** The attempt under way; a new one begins when there is none. */
export function currentAttempt(): Attempt {
  attemptStore.change((attempt) => attempt ?? { key: newKey(), payment: null });
  const attempt = attemptStore.read();
  if (!attempt) throw new Error("The browser forgot what it was told.");
  return attempt;
}

// Unlike randomUUID this also works where the shop is reached without TLS, such as in a local network.
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Where an attempt whose payment may have arrived is looked after: the address to which paying elsewhere leads back. */
export const successAddress = ({ id, clientSecret }: NonNullable<Attempt["payment"]>): string =>
  `/order-success?${new URLSearchParams({ payment_intent: id, payment_intent_client_secret: clientSecret })}`;
