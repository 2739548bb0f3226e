import type { Member } from "./member";

/** A member's signed-in browser. */
export interface Session {
  id: string;
  member: Member;
  /** When a factor was last shown, by which step-up is judged. */
  confirmedAt: Date;
}
