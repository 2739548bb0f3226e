const HOUR = 3600;

/** Kinds of links, with the seconds for which each is valid. */
export const linkKinds = {
  /** Creates the account of the first owner. */
  owner: 24 * HOUR,
  /** Creates a member's account. */
  invitation: 24 * HOUR,
  /** Sets a new passphrase; the link proves only the mailbox, so a second factor is still required. */
  reset: HOUR / 2,
  /** Sets up a new way to sign in; created by an owner or by the operator. */
  renewal: 24 * HOUR,
} as const;
export type LinkKind = keyof typeof linkKinds;

/** How long a link is valid, as text: "24 hours", "30 minutes". */
export const linkLasts = (kind: LinkKind): string =>
  linkKinds[kind] >= HOUR ? `${linkKinds[kind] / HOUR} hours` : `${linkKinds[kind] / 60} minutes`;
