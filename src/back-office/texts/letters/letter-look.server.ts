import type { Services } from "~/services";
import { chipWords, letterForm, letterKeys, type LetterKey } from "~/shop/texts/letters/letter-forms";
import {
  type LetterLook,
  lookAtLetter,
  sendLetterTest,
  shownOrder,
} from "~/shop/publishing/letters/look-at-letter.server";
import type { Member } from "~/shop/members/member";
import { shownNumber } from "~/shop/orders/order-number";
import type { TextId } from "~/shop/publishing/text-id";
import { WAITS_FOR_MAIL } from "../../count-words";
import type { FormOutcome, SentForm } from "../../forms/form-action.server";

/** Example order and case for the preview of a letter, from the address. */
export const letterLookIn = (search: URLSearchParams): LetterLook => ({
  typed: (search.get("order") ?? "").slice(0, 40),
  which: (search.get("which") ?? "").slice(0, 40),
});

const keyOf = ({ kind, id }: TextId): LetterKey | undefined =>
  kind === "letter" ? letterKeys.find((key) => key === id) : undefined;

/** Example values for the page of a letter; null for other texts. */
export async function letterExample({ db }: Services, member: Member, words: TextId, look: LetterLook) {
  const key = keyOf(words);
  const form = key && letterForm(key);
  if (!form) return null;
  const shown = await shownOrder(db, member, look.typed);
  const cases = Object.entries(form.cases ?? {}).map(([which, name]) => ({ which, name }));
  return {
    when: form.when,
    typed: look.typed,
    which: cases.some(({ which }) => which === look.which) ? look.which : (cases[0]?.which ?? ""),
    cases,
    about: shown?.isReal ? `About order ${shownNumber(shown.order.number)}` : "About an invented order",
    isUnknown: shown === undefined,
    chips: chipWords(form),
    email: member.email,
  };
}

const POLICY = (address: string): string =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src ${address} data: https:`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");

/** The letter as HTML, or as plain text if the address has `part=text`; undefined for other texts. */
export async function letterDocument(
  services: Services,
  member: Member,
  words: TextId,
  search: URLSearchParams,
): Promise<Response | undefined> {
  const key = keyOf(words);
  if (!key) return undefined;
  const { subject, html, text } = await lookAtLetter(services, member, key, letterLookIn(search));
  const isText = search.get("part") === "text";
  // The letter's links open in a new tab, because its frame may not load other pages.
  const inFrame = html.replace("<head>", '<head><base target="_blank"/>');
  return new Response(isText ? `Subject: ${subject}\n\n${text}\n` : inFrame, {
    headers: {
      "content-type": `text/${isText ? "plain" : "html"}; charset=utf-8`,
      "content-security-policy": POLICY(services.address),
    },
  });
}

/**
 * Sends a test of the letter, with its draft, to the signed-in member.
 *
 * @throws {Refusal} as `sendLetterTest`.
 */
export async function testLetter({ services, member, typed }: SentForm, words: TextId): Promise<FormOutcome> {
  const key = keyOf(words);
  if (!key) return { message: "This is no letter." };
  const look = { typed: typed.order ?? "", which: typed.which ?? "" };
  const outcome = await sendLetterTest(services, member, key, look);
  if (outcome === "enough")
    return { message: "You had ten of these in the last hour. Look at the last one before you send another." };
  if (outcome === "failed")
    return { message: `The letter to ${member.email} did not leave: the mail server did not take it.`, status: 502 };
  const said =
    outcome === "held"
      ? `The letter to ${member.email} was written. It ${WAITS_FOR_MAIL}.`
      : `A letter to ${member.email} has left.`;
  return { shown: { said } };
}
