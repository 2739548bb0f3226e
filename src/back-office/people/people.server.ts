import { randomUUID } from "node:crypto";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { type AskingLetter, askingLetters } from "~/shop/asking-letters";
import { once } from "~/shop/audit/once.server";
import { logChanges } from "~/shop/audit/change-log.server";
import { save } from "~/shop/audit/save.server";
import { requestsBy } from "~/privacy/person-requests.server";
import { dropRequests, openRequests } from "~/shop/catalog/back-in-stock/person-requests.server";
import { dropReminders, hasOpenReminder } from "~/shop/checkout/reminders/reminders.server";
import { findSenders, messagesOf } from "~/shop/contact/inbox.server";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { queueKinds, type WrittenThing } from "~/shop/moderation";
import { formatCents } from "~/shop/money";
import {
  findSubscribers,
  type Subscriber,
  subscriberBy,
  subscriptionRecord,
} from "~/shop/newsletter/subscribers.server";
import { subscriptionSources } from "~/shop/newsletter/subscription-source";
import { endLetters, haveEnded, mailboxHashOf, signOf } from "~/shop/letter-endings.server";
import { asksForReviews } from "~/shop/reviews/asking/ask-for-reviews.server";
import type { OrderKind } from "~/shop/orders/order-facts";
import { kindWords, placedWords } from "~/shop/orders/member-state-words";
import { shownNumber } from "~/shop/orders/order-number";
import { findBuyers, ordersOf } from "~/shop/orders/person-orders.server";
import { shownReturnNumber } from "~/shop/returns/return-number";
import { returnsOf } from "~/shop/returns/person-returns.server";
import { spokenTime } from "~/shop/shop-time";
import { messageAddress } from "../messages/inbox-view";
import { entryAddress } from "../queue/queue-view";
import { queues } from "../queue/queues.server";
import { moderationWords } from "../queue/shown-entry";
import { counted } from "../count-words";
import { firstName } from "~/shop/first-name";
import { returnStateWords } from "../returns/member-return-words";
import { endedLetters } from "../newsletter/mail-kinds.server";
import { personAddress } from "./person-key";
import { requestState, requestWishes } from "./request-words";

/** Maximum number of records of one kind on a person's page, and of people that a search returns. */
const MOST = 50;
const FOUND = 20;

/** A person in the results of the search. */
export interface FoundPerson {
  to: string;
  name: string;
  email: string;
  /** Mark beside the name: "Sample" or "Test" for people without real records, else empty. */
  mark: string;
}

/** Smallest number of letters that are searched for. */
export const FEWEST_LETTERS = 2;

/**
 * Finds buyers, senders of messages and subscribers whose name or e-mail address contains the text.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function findPeople(
  services: Services,
  member: Member,
  text: string,
  most = FOUND,
): Promise<FoundPerson[]> {
  await requireRight(services, member, "people.read");
  const letters = text.trim().replaceAll("\0", "");
  if (letters.length < FEWEST_LETTERS) return [];
  const like = `%${letters.replace(/[\\%_]/g, "\\$&")}%`;
  const [buyers, senders, subscribers] = await Promise.all([
    findBuyers(services, member, like, most),
    findSenders(services, member, like, most),
    findSubscribers(services, member, { like, text: letters, most }),
  ]);
  const people = new Map(subscribers.map((email) => [email, { name: "", kind: "real" as OrderKind }]));
  for (const { email, name, kind } of [...senders.map(senderOf), ...buyers])
    people.set(email, { name, kind: people.get(email)?.kind === "real" ? "real" : kind });
  return [...people].slice(0, most).map(([email, { name, kind }]) => ({
    to: personAddress(services, email),
    name: name || email,
    email,
    mark: kindWords[kind],
  }));
}

const senderOf = ({ isSample, ...sender }: { email: string; name: string; isSample: boolean }) => ({
  ...sender,
  kind: isSample ? ("sample" as const) : ("real" as const),
});

type PersonOrder = Awaited<ReturnType<typeof ordersOf>>[number];
type PersonReturn = Awaited<ReturnType<typeof returnsOf>>[number];

const marksOf = (order: Pick<PersonOrder, "kind" | "dispute"> | undefined) => ({
  mark: kindWords[order?.kind ?? "real"],
  dispute: order?.dispute ?? null,
});

const returnLine = (
  { number, orderNumber, at: startedAt, ...progress }: PersonReturn,
  at: (moment: Date) => string,
) => ({
  to: `/returns/${number}`,
  name: shownReturnNumber(number),
  note: `of ${shownNumber(orderNumber)}, ${at(startedAt)}`,
  state: returnStateWords(progress),
});

/**
 * Returns the records of an e-mail address that the member may read, at most `MOST` of most kinds.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function openPerson(services: Services, member: Member, email: string, now: Date) {
  await requireRight(services, member, "people.read");
  const zone = services.settings().timeZone;
  const at = (moment: Date) => spokenTime(moment, now, zone);
  const orders = can(member, "orders.read") ? await ordersOf(services, member, email, MOST) : [];
  const numbers = orders.map(({ number }) => number);
  const [returns, messages, subscriber, requests, wishes, ...written] = await Promise.all([
    can(member, "returns.read") ? returnsOf(services, member, numbers) : [],
    messagesOf(services, member, email, MOST),
    subscriberBy(services, member, email),
    openRequests(services, member, email),
    requestsBy(services, member, email, MOST),
    ...queueKinds.map((kind) => queues[kind].writtenBy(services, member, kind === "review" ? numbers : [email], MOST)),
  ]);
  const name = orders[0]?.name ?? messages[0]?.name ?? email;
  // A letter to the person is about the newest order; without orders it continues the thread of the newest message.
  const thread = orders[0] ? `/orders/${orders[0].number}/write` : messages[0] && messageAddress(messages[0].id);
  return {
    email,
    name,
    write: thread && can(member, "messages.answer") ? { to: thread, name: firstName(name) } : null,
    submission: randomUUID(),
    mayChange: can(member, "people.change"),
    everything: can(member, "people.change") ? `${personAddress(services, email)}/everything` : null,
    erase: can(member, "erase") ? `${personAddress(services, email)}/erase` : null,
    orders: orders.map(({ number, pieces, total, at: paidAt, kind, dispute, ...placed }) => ({
      to: `/orders/${number}`,
      name: shownNumber(number),
      note: [counted(pieces, "piece"), total === null ? "" : formatCents(total), at(paidAt)].filter(Boolean).join(", "),
      state: placedWords(placed),
      mark: kindWords[kind],
      dispute,
    })),
    returns: returns.map((back) => ({
      ...returnLine(back, at),
      ...marksOf(orders.find((order) => order.number === back.orderNumber)),
    })),
    messages: messages.map(({ id, message, at: sentAt, isSample }) => ({
      to: messageAddress(id),
      name: shortened(message),
      note: at(sentAt),
      mark: isSample ? kindWords.sample : "",
    })),
    written: written.flat().map((thing) => writtenLine(thing, at)),
    wishes: wishes.map((wish) => ({
      to: `/people/requests/${wish.id}`,
      name: requestWishes[wish.kind],
      note: `Came ${at(wish.askedAt)}`,
      mark: "",
      state: requestState(wish, now),
    })),
    newsletter: subscriber ? subscriberLine(subscriber, at) : null,
    requests,
    ...(await askingLettersOf(services, email, orders)),
  };
}

const subscriberLine = (
  { subscribedAt, leftAt, source, agreedTo }: Pick<Subscriber, "subscribedAt" | "leftAt" | "source" | "agreedTo">,
  at: (moment: Date) => string,
) => ({
  isOn: leftAt === null,
  words: leftAt
    ? `Left the list, ${at(leftAt)}`
    : `On the list since ${at(subscribedAt)}${source ? `, by: ${subscriptionSources[source].toLowerCase()}` : ""}`,
  agreedTo: agreedTo?.split("\n") ?? null,
});

const askingLettersOf = async (services: Services, email: string, orders: { kind: OrderKind }[]) => ({
  reviewLetters: await reviewLettersOf(
    services,
    email,
    orders.some(({ kind }) => kind === "real"),
  ),
  reminder: await reminderOf(services, email),
});

/** Whether the mailbox of an address has ended letters that ask for reviews, or else gets them; null if it neither has nor does. */
async function reviewLettersOf(
  services: Services,
  email: string,
  hasBought: boolean,
): Promise<"ended" | "asked" | null> {
  if (await haveEnded(services.db, "review", mailboxHashOf(signOf(services), email))) return "ended";
  return hasBought && asksForReviews(services.settings()) ? "asked" : null;
}

/** Whether the mailbox of an address has ended reminders of unfinished checkouts, or else waits for one; null if it does neither. */
async function reminderOf(services: Services, email: string): Promise<"ended" | "asked" | null> {
  if (await haveEnded(services.db, "reminder", mailboxHashOf(signOf(services), email))) return "ended";
  return (await hasOpenReminder(services.db, email)) ? "asked" : null;
}

const shortened = (text: string): string => text.replace(/\s+/g, " ").slice(0, 120);

const writtenLine = (
  { kind, id, words, standing, at: writtenAt, isSample }: WrittenThing,
  at: (moment: Date) => string,
) => ({
  to: entryAddress("all", { kind, id }),
  name: shortened(words),
  note: `${moderationWords(standing)}, ${at(writtenAt)}`,
  mark: isSample ? kindWords.sample : "",
});

/** Data of a person's page. */
export type OpenPerson = Awaited<ReturnType<typeof openPerson>>;

/**
 * Ends the newsletter, letters about goods that are back or that ask for reviews, and reminders of unfinished checkouts, for an address.
 * Letters about its orders are still sent.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`.
 */
export async function stopMail(
  services: Services,
  member: Member,
  { email, submission }: { email: string; submission: string },
  now: Date,
): Promise<string> {
  await requireRight(services, member, "people.change");
  const mailbox = mailboxHashOf(signOf(services), email);
  const subscriber = await subscriberBy(services, member, email);
  if (subscriber?.leftAt === null) {
    await save(services, member, {
      submission,
      edits: [
        {
          kind: subscriptionRecord,
          id: String(subscriber.id),
          version: subscriber.version,
          values: { leftAt: now.toISOString() },
        },
      ],
      also: async (tx) => {
        await dropRequests(tx, email);
        await endAsking(tx, email, mailbox);
      },
    });
    return submission;
  }
  const about = { submission, kind: "stock-requests", record: "stop" };
  await once(services, member, about, async (tx) => {
    const dropped = await dropRequests(tx, email);
    const ended = await endAsking(tx, email, mailbox);
    const act = { memberId: member.id, submission, action: "stop" as const, reason: "" };
    const stopped = [
      { field: "letters", old: dropped },
      ...ended.map((letter) => ({ field: endedLetters[letter].field, old: 1 })),
    ].filter(({ old }) => old > 0);
    const { kind, record } = about;
    if (stopped.length > 0)
      await logChanges(
        tx,
        act,
        stopped.map((each) => ({ kind, record, version: 1, ...each, new: 0 })),
      );
    return { saved: true };
  });
  return submission;
}

/** Ends all letters that ask for something; returns the kinds that had not ended before. */
async function endAsking(tx: Database, email: string, mailbox: string): Promise<AskingLetter[]> {
  await dropReminders(tx, email);
  const ended: AskingLetter[] = [];
  for (const letter of askingLetters) if (await endLetters(tx, letter, mailbox)) ended.push(letter);
  return ended;
}
