import { createElement, type ReactElement } from "react";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { writeDeniedCounts } from "./denied-rights.server";
import { makeLink, sweepLinks, tokenForLetter } from "./member-links.server";
import {
  AccountNotice,
  Invitation,
  invitationSubject,
  noticeSubject,
  Reset,
  resetSubject,
} from "./member-letters.email";
import {
  type AboutInvitation,
  type AboutMember,
  type AboutNotice,
  MEMBER_INVITED,
  MEMBER_RESET,
  MEMBER_TOLD,
  memberById,
} from "./members.server";
import { sweepPendingForms } from "./pending-forms.server";
import { sweepChallenges } from "./passkeys.server";
import { sweepSessions } from "./sessions.server";

const SWEEP = "sweep-members";

/**
 * Registers the jobs that send letters to members and delete expired records. Links are created in the jobs, so that no queue
 * contains a link.
 */
export async function memberJobs({ db, jobs, mail, address, backOfficeAddress, settings }: Services): Promise<void> {
  const send = async (to: string, subject: string, letter: ReactElement, key: string) =>
    mail.send({ to, subject, ...(await renderLetter(letter)), key });

  await jobs.work<AboutInvitation>(MEMBER_INVITED, async ({ link: id, email, role, by }) => {
    const token = await tokenForLetter(db, id, new Date());
    if (token === undefined) return;
    const link = `${backOfficeAddress}/welcome/invitation?token=${token}`;
    const letter = createElement(Invitation, { settings: settings(), address, link, role, by });
    await send(email, invitationSubject(settings()), letter, `invitation ${token}`);
  });

  await jobs.work<AboutMember>(MEMBER_RESET, async ({ memberId }) => {
    const member = memberId && (await memberById(db, memberId));
    if (!memberId || !member) return;
    const token = await makeLink(db, "reset", { memberId }, new Date());
    const link = `${backOfficeAddress}/sign-in/new-password?token=${token}`;
    const letter = createElement(Reset, { settings: settings(), address, link });
    await send(member.email, resetSubject, letter, `reset ${token}`);
  });

  await jobs.work<AboutNotice>(MEMBER_TOLD, async ({ id, to, name, notice }) => {
    const letter = createElement(AccountNotice, { settings: settings(), address, notice, name });
    await send(to, noticeSubject(notice), letter, `notice ${id}`);
  });

  await jobs.work(SWEEP, async () => {
    const now = new Date();
    await Promise.all([
      sweepSessions(db, now),
      sweepLinks(db, now),
      sweepPendingForms(db, now),
      sweepChallenges(db, now),
      writeDeniedCounts(db, now),
    ]);
  });
  await jobs.schedule(SWEEP, "7-59/10 * * * *");
}
