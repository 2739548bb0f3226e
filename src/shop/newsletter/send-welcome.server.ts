import { createElement } from "react";
import { log } from "~/platform/log.server";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { waysOn } from "~/shop/catalog/listing/links-to-goods.server";
import { hasAddress } from "~/shop/settings";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import { subscriptionOf, WELCOME_SUBSCRIBER, type WelcomeSubscriber } from "./newsletter.server";
import { unsubscribeAddress } from "./subscription";
import { Welcome, welcomeSubject } from "./welcome.email";

/** Seconds after which a delayed letter is tried again. */
const WAIT = 3600;

/**
 * Sends the newsletter's welcome letter, unless the shopper has unsubscribed meanwhile. A live shop must not send advertising
 * without its postal address, so the letter is delayed, repeatedly, until the setting exists.
 */
export async function sendWelcome(
  { db, jobs, mail, address, settings, mode }: Pick<Services, "db" | "jobs" | "mail" | "address" | "settings" | "mode">,
  { email, since, waited = 0 }: WelcomeSubscriber,
): Promise<void> {
  const subscription = await subscriptionOf(db, email);
  if (!subscription?.code) return;
  if (mode === "live" && !hasAddress(settings())) {
    log.warn("a welcome letter waits for the shop's postal address");
    const again: WelcomeSubscriber = { email, since, waited: waited + 1 };
    const key = `${email} ${since} ${again.waited}`;
    return jobs.enqueue(db, WELCOME_SUBSCRIBER, again, { key, startAfter: WAIT });
  }
  const leave = `${address}${unsubscribeAddress(subscription.token)}`;
  const words = await letterWords(db, "welcome", settings());
  const { "new-arrivals": newest } = await waysOn(db);
  const { code } = subscription;
  const letter = createElement(Welcome, { code, words, settings: settings(), address, newest, leave });
  await mail.send({
    to: email,
    subject: welcomeSubject(words),
    ...(await renderLetter(letter)),
    key: `welcome ${email} ${since}`,
    unsubscribe: leave,
  });
}
