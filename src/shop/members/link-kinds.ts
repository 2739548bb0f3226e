import { DAY, HOUR, MINUTE, SECOND } from "~/platform/durations";

/** Kinds of links, with the seconds for which each is valid. */
export const linkKinds = {
  /** Creates the account of the first owner. */
  owner: DAY / SECOND,
  /** Creates a member's account. */
  invitation: DAY / SECOND,
  /** Sets a new passphrase; the link proves only the mailbox, so a second factor is still required. */
  reset: HOUR / 2 / SECOND,
  /** Sets up a new way to sign in; created by an owner or by the operator. */
  renewal: DAY / SECOND,
} as const;
export type LinkKind = keyof typeof linkKinds;

/** How long a link is valid, as text: "24 hours", "30 minutes". */
export function linkLasts(kind: LinkKind): string {
  const lasts = linkKinds[kind] * SECOND;
  return lasts >= HOUR ? `${lasts / HOUR} hours` : `${lasts / MINUTE} minutes`;
}
