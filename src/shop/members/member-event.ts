/** What the log knows about members, besides what they changed. */
export const memberEventKinds = ["right-denied"] as const;
export type MemberEventKind = (typeof memberEventKinds)[number];
