/** Limits of signing in, its links and letters: times per seconds. */
export const signInLimits = {
  /** Attempts of a network on one account; of a network on all; of all networks on one account, beyond which each is delayed. */
  pair: { name: "sign-in-pair", times: 10, seconds: 900 },
  network: { name: "sign-in-network", times: 60, seconds: 900 },
  account: { name: "sign-in-account", times: 100, seconds: 900 },
  /** Attempts from a known browser. */
  known: { name: "sign-in-known", times: 30, seconds: 900 },
  /** Second-factor attempts per account, after a correct passphrase or sign-in letter. */
  codes: { name: "sign-in-codes", times: 10, seconds: 900 },
  /** Codes in a known browser, and in a session, counted apart. */
  codesKnown: { name: "sign-in-codes-known", times: 10, seconds: 900 },
  codesInside: { name: "step-up-codes", times: 10, seconds: 900 },
  /** Passkey answers of a network, each of which costs a signature check. */
  passkeys: { name: "passkeys", times: 300, seconds: 900 },
  /** Links opened and letters requested by a network. */
  links: { name: "member-links", times: 30, seconds: 900 },
  /** Reset letters to one address: requested by a network, and by all, far more, so that strangers cannot use up a member's. */
  resetPair: { name: "reset-pair", times: 5, seconds: 86_400 },
  resetAddress: { name: "reset-address", times: 50, seconds: 86_400 },
  /** How often a network's limit is logged: the log is append-only. */
  noted: { name: "sign-in-noted", times: 1, seconds: 900 },
  /** Logged failures for one account; for unknown accounts, by network and in all. */
  notedAccount: { name: "sign-in-noted-account", times: 500, seconds: 3600 },
  notedNetwork: { name: "sign-in-noted-network", times: 5, seconds: 900 },
  notedNobody: { name: "sign-in-noted-nobody", times: 500, seconds: 3600 },
} as const;

/** Delay of attempts on an account tried too often from everywhere, in milliseconds. */
export const SLOW_DOWN_MS = 1500;
