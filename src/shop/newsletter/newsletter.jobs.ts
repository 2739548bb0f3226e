import { createElement } from "react";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { subscriptionOf, WELCOME_SUBSCRIBER, type WelcomeSubscriber } from "./newsletter.server";
import { unsubscribeAddress } from "./subscription";
import { Welcome, welcomeSubject } from "./welcome.email";

/** Job of the newsletter's welcome letter; not sent to those who have left. */
export async function newsletterJobs({ db, jobs, mail, address, settings }: Services): Promise<void> {
  await jobs.work<WelcomeSubscriber>(WELCOME_SUBSCRIBER, async ({ email, since }) => {
    const subscription = await subscriptionOf(db, email);
    if (!subscription?.code) return;
    const leave = `${address}${unsubscribeAddress(subscription.token)}`;
    const letter = createElement(Welcome, { code: subscription.code, settings: settings(), address, leave });
    await mail.send({
      to: email,
      subject: welcomeSubject(settings()),
      ...(await renderLetter(letter)),
      key: `welcome ${email} ${since}`,
      unsubscribe: leave,
    });
  });
}
