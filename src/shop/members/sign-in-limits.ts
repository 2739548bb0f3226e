/** Limits of signing in, of links and of letters: number of times, and period in seconds. */
export const signInLimits = {
  /**
   * Attempts of one network on one account, of one network on all accounts, and of all networks on one account; beyond the last
   * one, each attempt is delayed.
   */
  pair: { name: "sign-in-pair", times: 10, seconds: 900 },
  network: { name: "sign-in-network", times: 60, seconds: 900 },
  account: { name: "sign-in-account", times: 100, seconds: 900 },
  /** Attempts from a browser in which the member signed in before. */
  known: { name: "sign-in-known", times: 30, seconds: 900 },
  /** Codes per account after a correct passphrase or a letter's link. */
  codes: { name: "sign-in-codes", times: 10, seconds: 900 },
  /** Codes in a known browser, and codes within a session; each is counted separately. */
  codesKnown: { name: "sign-in-codes-known", times: 10, seconds: 900 },
  codesInside: { name: "step-up-codes", times: 10, seconds: 900 },
  /** Passkey answers per network; each costs a signature check. */
  passkeys: { name: "passkeys", times: 300, seconds: 900 },
  /** Links that a network opens and letters that it requests. */
  links: { name: "member-links", times: 30, seconds: 900 },
  /**
   * Letters for a new passphrase to one address: requested by one network, and by all. The second is much higher, so that
   * strangers cannot use up the member's letters.
   */
  resetPair: { name: "reset-pair", times: 5, seconds: 86_400 },
  resetAddress: { name: "reset-address", times: 50, seconds: 86_400 },
  /** Log entries about an exceeded limit per network; limited because the log is append-only. */
  noted: { name: "sign-in-noted", times: 1, seconds: 900 },
  /** Logged failures: for one account, and for unknown accounts by network and in all. */
  notedAccount: { name: "sign-in-noted-account", times: 500, seconds: 3600 },
  notedNetwork: { name: "sign-in-noted-network", times: 5, seconds: 900 },
  notedNobody: { name: "sign-in-noted-nobody", times: 500, seconds: 3600 },
} as const;

/** Milliseconds by which each attempt is delayed after too many attempts on one account from all networks. */
export const SLOW_DOWN_MS = 1500;
