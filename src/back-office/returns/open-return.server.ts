import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";
import { nameOfVariant } from "~/shop/catalog/product";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { memberNames } from "~/shop/members/member-names.server";
import { type Cents, cents, formatCents } from "~/shop/money";
import { kindWords } from "~/shop/orders/member-state-words";
import { disputedAmong } from "~/shop/payments/disputes.server";
import { shownNumber } from "~/shop/orders/order-number";
import type { ReplacementState } from "~/shop/orders/parcels/pieces";
import { whyWords } from "~/shop/returns/return-reasons";
import { shownReturnNumber } from "~/shop/returns/return-number";
import { type ReturnFile, type ReturnFileLine, returnFile } from "~/shop/returns/return-file.server";
import { sentenceTime, spokenTime, wholeDate } from "~/shop/shop-time";
import type { TimelineEntry } from "../ui/timeline";
import { counted } from "../count-words";
import { conditionWords, returnEventWords, returnStateWords } from "./member-return-words";

/** Data of a return's page. */
export type ReturnView = NonNullable<Awaited<ReturnType<typeof openReturn>>>;

/**
 * Returns the data of a return's page; null for an unknown number.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function openReturn(services: Services, member: Member, number: string) {
  const file = await returnFile(services, member, number);
  if (!file) return null;
  const { timeZone: zone } = services.settings();
  const now = new Date();
  const images = file.lines.flatMap(({ image }) => (image ? [image] : []));
  const [pictures, disputes] = await Promise.all([
    picturesFor(services.db, images),
    disputedAmong(services.db, [file.order.number]),
  ]);
  const { state, isApproved, isAnswered } = file;
  const progress = { state, isApproved, isAnswered };
  const count = file.lines.reduce((pieces, { quantity }) => pieces + quantity, 0);
  return {
    number,
    shown: shownReturnNumber(number),
    mark: kindWords[file.order.kind],
    dispute: disputes.get(file.order.number) ?? null,
    order: file.order.number,
    shownOrder: shownNumber(file.order.number),
    progress,
    hasLabel: file.labelUrl !== "",
    isToBePaid: file.exchange !== null && !file.exchange.isPaid,
    /** Whether the difference of an exchange was asked: a return asks for one. */
    hasDifference: file.exchange !== null,
    leftToReturn: file.leftToReturn,
    state: returnStateWords(progress),
    started: sentenceTime(file.startedAt, now, zone),
    pieces: counted(count, "piece"),
    lines: file.lines.map((line) => ({
      ...lineWords(line, state, zone),
      plate: pictures.get(line.image)?.hash ?? null,
    })),
    shopper: file.shopper && {
      lines: [...file.shopper.address, ...(file.shopper.email ? [file.shopper.email] : [])],
    },
    isOver: state === "settled" || state === "refused",
    isUnconfirmed: file.refund?.state === "requested",
    outcome: outcomeOf(file, now, zone),
    /** Page of the gift card onto which the refund was given as store credit; null without one, or without the right. */
    cardPage: file.refund?.credit && can(member, "gift-cards.read") ? `/gift-cards/${file.refund.credit.cardId}` : null,
    events: await happened(services, file, now, zone),
  };
}

function lineWords(line: ReturnFileLine, state: ReturnFile["state"], zone: string) {
  const { position, name, size, color, quantity, reason, exchangeFor, arrived, refunded, exchanged, before } = line;
  const came = arrived.reduce((pieces, own) => pieces + own.quantity, 0);
  const byCondition = arrived.map((own) => `${own.quantity} ${conditionWords[own.condition]}`).join(", ");
  const restocked = arrived.reduce((pieces, own) => pieces + own.restocked, 0);
  const isHere = state === "received" || state === "settled";
  const notRefunded = came - refunded - exchanged - before.quantity;
  const settled = [
    refunded > 0 && `${refunded} refunded`,
    exchanged > 0 && `${exchanged} exchanged`,
    before.quantity > 0 && `${before.quantity} refunded before`,
    notRefunded > 0 && `${notRefunded} not refunded`,
    restocked > 0 && `${restocked} back on the shelf`,
    came > restocked && `${came - restocked} written off`,
  ].filter(Boolean);
  return {
    position,
    name,
    choice: nameOfVariant({ size, color }),
    why: whyWords({ reason, exchangeFor }),
    announced: counted(quantity, "piece"),
    came: isHere ? `${byCondition || "Nothing"}${came < quantity ? `; ${quantity - came} never came` : ""}` : "",
    settled: state === "settled" ? settled.join(", ") : "",
    before: state === "refused" || state === "settled" ? "" : beforeWords(before, zone),
  };
}

/** Sentence about pieces of a line that were refunded before they arrived; empty if there are none. */
function beforeWords({ quantity, refunds }: ReturnFileLine["before"], zone: string): string {
  if (quantity === 0) return "";
  const how = refunds.map(({ at, amount, isConfirmed }) =>
    [amount !== null && formatCents(amount), `on ${wholeDate(at, zone)}`, !isConfirmed && "(not yet confirmed)"]
      .filter(Boolean)
      .join(" "),
  );
  return `${quantity} refunded already: ${how.join(", ")}. No more is due for ${quantity === 1 ? "it" : "them"}.`;
}

const REFUND_WORDS = {
  requested: "asked, not yet confirmed",
  done: "given back",
  failed: "refused by the bank",
} as const;
/** Cards onto which a refund went of which at least a part is store credit. */
const creditWords = ({ lastFour, amount }: { lastFour: string; amount: Cents }, all: Cents): string =>
  amount < all
    ? `${formatCents(amount)} on the gift card ending ${lastFour}, the rest on the one that had paid it`
    : `on the gift card ending ${lastFour}`;

const SENT_WORDS: Record<ReplacementState, string> = {
  reserved: "kept until it is here",
  waiting: "to be sent",
  sent: "sent",
  ended: "not sent",
};

/** Rows about the outcome of a return, such as refund and replacements. */
function outcomeOf({ refund, replacements, exchange, words, labelUrl, state }: ReturnFile, now: Date, zone: string) {
  return [
    ...(refund
      ? [
          {
            name: refund.credit ? "Store credit" : "Refund",
            value: formatCents(refund.amount),
            note: refund.credit ? creditWords(refund.credit, refund.amount) : REFUND_WORDS[refund.state],
          },
        ]
      : []),
    ...replacements.map(({ name, size, color, quantity, state: sent, difference }) => ({
      name: "Instead",
      value: [`${quantity} ${name}`, nameOfVariant({ size, color })].filter(Boolean).join(", "),
      note: [SENT_WORDS[sent], differenceWords(difference)].filter(Boolean).join(", "),
    })),
    ...(exchange
      ? [
          {
            name: "Difference",
            value: exchange.amount === null ? "To be paid by the shopper" : formatCents(exchange.amount),
            note: exchange.isPaid
              ? "paid"
              : `waits for its payment${exchange.endsAt ? `, ends ${sentenceTime(exchange.endsAt, now, zone)}` : ""}`,
          },
        ]
      : []),
    ...(words ? [{ name: state === "refused" ? "Why" : "Words to the shopper", value: words, note: "" }] : []),
    ...(labelUrl ? [{ name: "Label", value: labelUrl, note: "" }] : []),
  ];
}

function differenceWords(difference: Cents | null): string {
  if (!difference) return "";
  return `${formatCents(cents(Math.abs(difference)))} ${difference > 0 ? "more" : "less"}`;
}

const ACTORS = { shopper: "Shopper", gateway: "Payments", job: "Mail", system: "The shop", staff: "Staff" } as const;

/** Events of the return, newest first, each with the person or service that caused it. */
async function happened({ db }: Services, { events }: ReturnFile, now: Date, zone: string): Promise<TimelineEntry[]> {
  const names = await memberNames(db);
  return events
    .map(({ kind, actor, at, isInOutbox }, index) => ({
      id: index,
      at: spokenTime(at, now, zone),
      what: returnEventWords(kind, isInOutbox),
      who: (actor.name && actor.kind === "staff" && (names.get(actor.name) ?? actor.name)) || ACTORS[actor.kind],
    }))
    .toReversed();
}
