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

/** How long a link works, in words: "24 hours", "30 minutes". */
export const linkLasts = (kind: LinkKind): string =>
  linkKinds[kind] >= HOUR ? `${linkKinds[kind] / HOUR} hours` : `${linkKinds[kind] / 60} minutes`;
