/** Limits of signing in and of its links and letters: how often within how many seconds. */
export const signInLimits = {
  /** Tries of one network for one account; of one network for all; of all networks for one account, after which each waits. */
  pair: { name: "sign-in-pair", times: 10, seconds: 900 },
  network: { name: "sign-in-network", times: 60, seconds: 900 },
  account: { name: "sign-in-account", times: 100, seconds: 900 },
  /** Tries of a browser that is known here. */
  known: { name: "sign-in-known", times: 30, seconds: 900 },
  /** Codes of one account, which only whoever knows its passphrase or has its letter can try. */
  codes: { name: "sign-in-codes", times: 10, seconds: 900 },
  /** Codes in a browser that is known here, and in a session: neither uses up the codes of the others. */
  codesKnown: { name: "sign-in-codes-known", times: 10, seconds: 900 },
  codesInside: { name: "step-up-codes", times: 10, seconds: 900 },
  /** Answers of passkeys from one network: they cost a signature each. */
  passkeys: { name: "passkeys", times: 300, seconds: 900 },
  /** Links that one network may open, and letters it may ask for. */
  links: { name: "member-links", times: 30, seconds: 900 },
  /** Letters to one address that one network asks for; that all ask for, far more, so that strangers do not use up a member's. */
  resetPair: { name: "reset-pair", times: 5, seconds: 86_400 },
  resetAddress: { name: "reset-address", times: 50, seconds: 86_400 },
  /** How often the log says of a network that it was limited: nothing can be taken out of the log again. */
  noted: { name: "sign-in-noted", times: 1, seconds: 900 },
  /** How many wrong tries it tells of one account; of nobody's, for one network and for all. */
  notedAccount: { name: "sign-in-noted-account", times: 500, seconds: 3600 },
  notedNetwork: { name: "sign-in-noted-network", times: 5, seconds: 900 },
  notedNobody: { name: "sign-in-noted-nobody", times: 500, seconds: 3600 },
} as const;

/** How long a try waits once an account was tried too often from everywhere, in milliseconds. */
export const SLOW_DOWN_MS = 1500;
