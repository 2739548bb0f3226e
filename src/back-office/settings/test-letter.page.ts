import { createElement } from "react";
import { type ActionFunctionArgs, redirect } from "react-router";
import type { Services } from "~/services";
import { type LetterOutcome, mailTestLetter } from "~/shop/members/mail-test-letter.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";

/** Sends a test letter to the signed-in member at once. */
export async function action({ context }: ActionFunctionArgs) {
  const outcome = await sendTestLetter(servicesOf(context), memberOf(context));
  return redirect(`/settings/mail?letter=${outcome}`);
}

export const loader = () => redirect("/settings/mail");

/**
 * Sends a test letter immediately instead of through the job queue, so that the page can show the result.
 *
 * @throws {Refusal} `right-missing`.
 */
async function sendTestLetter(services: Services, member: Member): Promise<LetterOutcome> {
  await requireRight(services, member, "settings.change");
  const { settings, address } = services;
  return mailTestLetter(services, member, async () => {
    // Loaded on demand: the letter renderer is large, and no other page needs it.
    const [{ TestLetterMail, testLetterSubject }, { renderLetter }] = await Promise.all([
      import("./test-letter.email"),
      import("~/platform/render-letter.server"),
    ]);
    const element = createElement(TestLetterMail, { settings: settings(), address, name: member.name });
    return { subject: testLetterSubject(settings()), ...(await renderLetter(element)) };
  });
}
