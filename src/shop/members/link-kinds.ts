const HOUR = 3600;

/** Kinds of links of the back office, and for how many seconds each opens. */
export const linkKinds = {
  /** Makes the first owner. */
  owner: 24 * HOUR,
  /** Makes a member. */
  invitation: 24 * HOUR,
  /** Shows who asked that the mailbox is theirs; a factor is still asked for. */
  reset: HOUR / 2,
  /** Lets a member set up a new way in: handed out by an owner or on the server itself. */
  renewal: 24 * HOUR,
} as const;
export type LinkKind = keyof typeof linkKinds;
