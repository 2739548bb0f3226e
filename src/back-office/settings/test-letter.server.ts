import { randomUUID } from "node:crypto";
import { createElement } from "react";
import { consume } from "~/platform/rate-limit.server";
import { faultOf, log } from "~/platform/log.server";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { recordMemberEvent } from "~/shop/members/record-member-event.server";
import { requireRight } from "~/shop/members/rights.server";

/**
 * Result of a test letter: sent, refused by the mail server, written to the outbox folder without one, or refused because of the hourly
 * limit.
 */
export type LetterOutcome = "sent" | "failed" | "held" | "enough";

/** Test letters a member may send in an hour. */
const TEST_LETTERS = { name: "test-letters", times: 10, seconds: 3600 };

/** Longest wait for the mail server, in milliseconds. */
const PATIENCE = 12_000;

/**
 * Sends a test letter now, without the queue, so that the result can be shown.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function sendTestLetter(services: Services, member: Member): Promise<LetterOutcome> {
  await requireRight(services, member, "settings.change");
  const { settings, address, mail } = services;
  if ((await consume(services.db, TEST_LETTERS, member.id)) > 0) return "enough";
  // Loaded on demand: the letter renderer is large, and no other page needs it.
  const [{ TestLetterMail, testLetterSubject }, { renderLetter }] = await Promise.all([
    import("./test-letter.email"),
    import("~/platform/render-letter.server"),
  ]);
  const element = createElement(TestLetterMail, { settings: settings(), address, name: member.name });
  const letter = {
    to: member.email,
    subject: testLetterSubject(settings()),
    ...(await renderLetter(element)),
    key: `test-letter ${randomUUID()}`,
  };
  try {
    await Promise.race([mail.send(letter), rejectAfter(PATIENCE)]);
  } catch (error) {
    log.warn({ error: faultOf(error) }, "a test letter did not leave");
    return "failed";
  }
  if (!mail.isDelivering) return "held";
  await recordMemberEvent(services.db, { kind: "letter-tested", memberId: member.id });
  return "sent";
}

const rejectAfter = (milliseconds: number): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error("The mail server took too long.")), milliseconds).unref();
  });
