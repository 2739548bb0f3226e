import { createElement } from "react";
import type { Services } from "~/services";
import { type LetterOutcome, mailMember } from "~/shop/members/mail-member.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";

export type { LetterOutcome } from "~/shop/members/mail-member.server";

/**
 * Sends a test letter immediately instead of through the job queue, so that the page can show the result.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function sendTestLetter(services: Services, member: Member): Promise<LetterOutcome> {
  await requireRight(services, member, "settings.change");
  const { settings, address } = services;
  return mailMember(services, member, async () => {
    // Loaded on demand: the letter renderer is large, and no other page needs it.
    const [{ TestLetterMail, testLetterSubject }, { renderLetter }] = await Promise.all([
      import("./test-letter.email"),
      import("~/platform/render-letter.server"),
    ]);
    const element = createElement(TestLetterMail, { settings: settings(), address, name: member.name });
    return { subject: testLetterSubject(settings()), ...(await renderLetter(element)) };
  });
}
