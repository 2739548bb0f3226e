/** Kinds of logged events of members; changes have a log of their own. */
export const memberEventKinds = [
  "right-denied",
  "signed-in",
  "sign-in-refused",
  "signed-out",
  "session-ended",
  "factor-added",
  "factor-removed",
  "recovery-code-used",
  "link-made",
  "link-taken-back",
  "member-joined",
  "member-ended",
  "role-changed",
  "email-changed",
  "name-changed",
  "letter-tested",
  "content-exported",
  "content-imported",
  "setup-checked",
  "orders-exported",
] as const;
export type MemberEventKind = (typeof memberEventKinds)[number];
