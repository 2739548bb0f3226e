import { randomUUID } from "node:crypto";
import { failingJobs } from "~/platform/failing-jobs.server";
import type { Services } from "~/services";
import { answerKey, SEND_ANSWER } from "~/shop/contact/answer-message.server";
import {
  hasMessagesApart,
  inbox,
  type InboxMessage,
  messageThread,
  type ThreadMail,
} from "~/shop/contact/inbox.server";
import { waitingMessages } from "~/shop/contact/count-waiting-messages.server";
import type { Member } from "~/shop/members/member";
import { memberNames } from "~/shop/members/member-names.server";
import { can } from "~/shop/members/rights";
import { disputeWords, kindWords, placedWords } from "~/shop/orders/member-state-words";
import { shownNumber } from "~/shop/orders/order-number";
import { isLost } from "~/shop/orders/parcels/pieces";
import { parcelsOf } from "~/shop/orders/parcels/parcels.server";
import { ordersOf } from "~/shop/orders/person-orders.server";
import { piecesInReturns } from "~/shop/returns/pieces-in-returns.server";
import { dayIn, dayWords, sentenceTime, spokenTime } from "~/shop/shop-time";
import { parcelsBack } from "../orders/order-parcels.server";
import { lostActName, parcelName } from "../orders/order-words";
import { personAddress } from "../people/person-key";
import { type InboxAddress, messageAddress } from "./inbox-view";
import { pageSizes } from "../page-sizes";

/** Maximum number of the sender's orders that are shown beside the message. */
const ORDERS = 3;

/** Data of a page of the inbox. */
export async function openInbox(services: Services, member: Member, view: InboxAddress, now: Date) {
  const zone = services.settings().timeZone;
  const [found, waiting, hasApart] = await Promise.all([
    inbox(services, member, {
      ...view,
      isDone: view.view === "done",
      isApart: view.view === "samples",
      most: pageSizes.messages + 1,
    }),
    waitingMessages(services, member),
    hasMessagesApart(services, member),
  ]);
  const lines = found.slice(0, pageSizes.messages);
  return {
    view,
    hasApart,
    waiting: waiting.count,
    lines: lines.map((message) => ({ ...lineOf(message), at: spokenTime(message.at, now, zone) })),
    next: found.length > pageSizes.messages ? (lines.at(-1)?.id ?? null) : null,
  };
}

const lineOf = ({ id, name, email, message, state, isSample }: InboxMessage) => ({
  id,
  name,
  email,
  first: message.replace(/\s+/g, " ").slice(0, 160),
  state,
  isSample,
});

/** Data of a message's page with its thread; null for an unknown id. */
export async function openThread(services: Services, member: Member, id: number, now: Date) {
  const thread = await messageThread(services, member, id);
  if (!thread) return null;
  const { timeZone: zone, supportEmail } = services.settings();
  const { email } = thread;
  const maySeeOrders = email !== null && can(member, "orders.read");
  const [names, orders, failing] = await Promise.all([
    memberNames(services.db),
    maySeeOrders ? ordersOf(services, member, email, ORDERS) : [],
    thread.answers.some(({ sentAt }) => sentAt === null) ? failingJobs(services.db) : { jobs: [] },
  ]);
  const isStuck = failing.jobs.some(({ queue }) => queue === SEND_ANSWER);
  const { mail } = services;
  const held = new Set<number>();
  for (const answer of thread.answers) if (await mail.isHeld(answerKey(answer.id))) held.add(answer.id);
  const { orderNumber, source } = thread;
  return {
    ...lineOf(thread),
    message: thread.message,
    isOurs: source === "shop",
    about:
      orderNumber && can(member, "orders.read")
        ? { to: `/orders/${orderNumber}`, name: shownNumber(orderNumber) }
        : null,
    today: dayIn(now, zone),
    person: email === null ? null : personAddress(services, email),
    version: thread.version,
    at: sentenceTime(thread.at, now, zone),
    supportEmail,
    isDelivering: services.mail.isDelivering,
    submission: randomUUID(),
    mayAnswer: can(member, "messages.answer"),
    entries: [
      ...thread.answers.map(({ id: answerId, memberId, answer, writtenAt, sentAt }) => ({
        id: `answer ${answerId}`,
        isOurs: true,
        head: `${names.get(memberId) ?? "Somebody"} ${source === "shop" ? "wrote" : "answered"}, ${spokenTime(writtenAt, now, zone)}`,
        words: answer,
        standing: held.has(answerId) ? "held" : sentAt !== null ? "sent" : isStuck ? "stuck" : "leaving",
        place: `${dayIn(writtenAt, zone)} ${writtenAt.toISOString()}`,
      })),
      ...thread.mails.map((mail) => mailEntry(thread, mail, names, { now, zone })),
    ]
      .toSorted((one, other) => (one.place < other.place ? -1 : 1))
      .map(({ place: _place, ...entry }) => entry),
    orders: await Promise.all(
      orders.map(async ({ number, at, kind, dispute, ...placed }) => ({
        to: `/orders/${number}`,
        name: shownNumber(number),
        note: `${dispute ? `${disputeWords[dispute]}, ` : ""}${kindWords[kind] && `${kindWords[kind]}, `}${placedWords(placed).name}, ${spokenTime(at, now, zone)}`,
        lost: can(member, "orders.ship") ? await lostLinks(services, member, number) : [],
      })),
    ),
  };
}

/** Entry for a shopper's mail in the thread, sorted by the day on which it arrived, then by the time of its entry. */
const mailEntry = (
  { name }: Pick<InboxMessage, "name">,
  { id, memberId, words, cameOn, putInAt }: ThreadMail,
  names: Map<string, string>,
  { now, zone }: { now: Date; zone: string },
) => ({
  id: `mail ${id}`,
  isOurs: false,
  head: `${name} wrote by mail, ${dayWords(cameOn)}. Put in by ${names.get(memberId) ?? "somebody"} ${sentenceTime(putInAt, now, zone)}`,
  words,
  standing: "",
  place: `${cameOn} ${putInAt.toISOString()}`,
});

/**
 * Links to the forms that report a parcel of an order as lost. Omits parcels already reported as lost, which the order's page
 * handles, and parcels whose pieces all came back.
 */
async function lostLinks(services: Services, member: Member, number: string) {
  const [parcels, inReturns] = await Promise.all([
    parcelsOf(services.db, number),
    can(member, "returns.read") ? piecesInReturns(services, member, number) : new Map(),
  ]);
  const back = parcelsBack({ parcels }, inReturns);
  return parcels.flatMap((parcel, index) =>
    isLost(parcel) || back.has(parcel.id)
      ? []
      : [{ to: `/orders/${number}/parcels/${parcel.id}/lost`, name: lostActName(parcelName(index)) }],
  );
}

/** Address of the page after a message is done: the message that has waited longest, or the empty inbox. */
export async function nextAddress(services: Services, member: Member): Promise<string> {
  const [next] = await inbox(services, member, { isDone: false, isApart: false, search: "", after: null, most: 1 });
  return next ? messageAddress(next.id) : "/messages";
}

/** Data of a message's page. */
export type OpenThread = NonNullable<Awaited<ReturnType<typeof openThread>>>;
