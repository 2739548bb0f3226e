import { randomUUID } from "node:crypto";
import { consume } from "~/platform/rate-limit.server";
import { faultOf, log } from "~/platform/log.server";
import { LATE, within } from "~/platform/within";
import type { Services } from "~/services";
import type { Member } from "./member";
import { recordMemberEvent } from "./record-member-event.server";

/**
 * Result of a test letter: `sent`; `failed`, if the mail server rejected it or was too slow; `held`, if no mail server is
 * configured and the letter is in the outbox folder; `enough`, if the hourly limit is reached.
 */
export type LetterOutcome = "sent" | "failed" | "held" | "enough";

/** Maximum number of test letters per member and hour. */
const TEST_LETTERS = { name: "test-letters", times: 10, seconds: 3600 };

/** Maximum time to wait for the mail server, in milliseconds. */
const PATIENCE = 12_000;

interface TestLetter {
  subject: string;
  html: string;
  text: string;
}

/**
 * Sends a test letter to the member's own address at once instead of enqueueing it, so that the page can show the result. The
 * caller checks the right.
 */
export async function mailTestLetter(
  { db, mail }: Pick<Services, "db" | "mail">,
  member: Pick<Member, "id" | "email">,
  write: () => Promise<TestLetter>,
): Promise<LetterOutcome> {
  if ((await consume(db, TEST_LETTERS, member.id)) > 0) return "enough";
  const letter = { to: member.email, ...(await write()), key: `test-letter ${randomUUID()}` };
  try {
    if ((await within(mail.send(letter), PATIENCE)) === LATE) throw new Error("The mail server took too long.");
  } catch (error) {
    log.warn({ error: faultOf(error) }, "a test letter did not leave");
    return "failed";
  }
  if (!mail.isDelivering) return "held";
  await recordMemberEvent(db, { kind: "letter-tested", memberId: member.id });
  return "sent";
}
