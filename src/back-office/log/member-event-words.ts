import type { MemberEventKind } from "~/shop/members/member-event";
import type { Sign } from "../ui/state";

/** Texts of members' events, such as signing in or saving a file of orders; `waits` marks events that an owner should look at. */
export const memberEventWords: Record<MemberEventKind, { words: string; sign: Sign }> = {
  "right-denied": { words: "Was refused something their role may not do", sign: "waits" },
  "signed-in": { words: "Signed in", sign: "full" },
  "sign-in-refused": { words: "A sign-in was refused", sign: "waits" },
  "signed-out": { words: "Signed out", sign: "over" },
  "session-ended": { words: "A session was ended", sign: "over" },
  "factor-added": { words: "Added a way to sign in", sign: "here" },
  "factor-removed": { words: "Removed a way to sign in", sign: "here" },
  "recovery-code-used": { words: "Used a recovery code", sign: "waits" },
  "link-made": { words: "A link was made", sign: "here" },
  "link-taken-back": { words: "A link was taken back", sign: "over" },
  "member-joined": { words: "Joined", sign: "full" },
  "member-ended": { words: "No longer works here", sign: "over" },
  "role-changed": { words: "Has another role", sign: "here" },
  "email-changed": { words: "Has another e-mail address", sign: "here" },
  "name-changed": { words: "Has another name", sign: "here" },
  "letter-tested": { words: "Sent a test letter", sign: "here" },
  "content-exported": { words: "Exported the whole content", sign: "here" },
  "content-imported": { words: "Imported the content of a shop", sign: "here" },
  "setup-checked": { words: "Checked a step before the shop opens", sign: "here" },
  "orders-exported": { words: "Saved orders as a spreadsheet", sign: "here" },
};
