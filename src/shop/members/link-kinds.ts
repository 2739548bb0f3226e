const HOUR = 3600;

/** Kinds of links, with the seconds for which each works. */
export const linkKinds = {
  /** Creates the first owner. */
  owner: 24 * HOUR,
  /** Creates a member. */
  invitation: 24 * HOUR,
  /** Proves the mailbox; a factor is still required. */
  reset: HOUR / 2,
  /** Sets up a new way to sign in; handed out by an owner or by the operator. */
  renewal: 24 * HOUR,
} as const;
export type LinkKind = keyof typeof linkKinds;
