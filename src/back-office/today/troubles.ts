import { FAILED_PROOF } from "~/backup/proof-words";
import { shownNumber } from "~/shop/orders/order-number";
import type { WaitingLostParcels } from "~/shop/orders/parcels/waiting-lost-parcels.server";
import { sentenceTime, sinceTime } from "~/shop/shop-time";
import type { FailingJob } from "~/platform/failing-jobs.server";
import { wordsFor } from "../system/job-words";
import { counted } from "../count-words";
import { disputesToAnswer, endingLinks, overdueRefunds, refusedRefunds, unmatchedMovements } from "./payment-troubles";
import { endedByItself, endingByItself, loudHours, restingShop, scantDisk } from "./machine-troubles";
import { guessedCards, unmadeCards, unsentCards } from "./gift-card-troubles";
import { latePlans, notedWords, skippedPrices } from "./planned-troubles";
import { nearLimits, oldRates, reversedByHand, stoppedCheckout, takenWithoutTax, untoldTaxes } from "./tax-troubles";
import type { Clock, CountedKey, Wait, Waiting } from "./waits";

/** Kinds of waiting work that are problems: all that neither the counted work nor the next step lists. */
type TroubleKey = Exclude<keyof Waiting, CountedKey | "toShip">;

/** Lines of each kind of problem, in the order of the list; a kind without its lines does not compile. */
const LINES = {
  isHeld: restingShop,
  free: scantDisk,
  unreadable: stoppedCheckout,
  disputes: disputesToAnswer,
  payments: (payments, clock) => [...refusedRefunds(payments, clock), ...overdueRefunds(payments, clock)],
  lost: lostParcels,
  links: (links, clock) => endingLinks(links ?? [], clock),
  emails: correctedEmails,
  late: latePlans,
  plans: (plans) => skippedPrices(plans ?? []),
  words: (words) => notedWords(words ?? []),
  unsent: (unsent) => (unsent ? [unsentLetters(unsent)] : []),
  untaxed: (untaxed) => takenWithoutTax(untaxed ?? []),
  untold: (untold) => untoldTaxes(untold ?? 0),
  byHand: (byHand) => reversedByHand(byHand ?? []),
  unmatched: (unmatched) => unmatchedMovements(unmatched ?? 0),
  ends: (ends, clock) => [...endingByItself(ends?.soon ?? [], clock), ...endedByItself(ends?.ended ?? [])],
  guesses: (guesses) => (guesses ? [guessedCards(guesses)] : []),
  unsentCards: (unsent) => unsentCards(unsent ?? []),
  unmadeCards: (unmade) => unmadeCards(unmade ?? []),
  loud: (loud) => loudHours(loud ?? {}),
  rates: (rates) => oldRates(rates ?? []),
  limits: (limits) => nearLimits(limits ?? []),
  unproven: (unproven, clock) => (unproven ? [untested(unproven, clock)] : []),
  jobs: (jobs, clock) => stuck(jobs ?? [], clock),
} satisfies { [Key in TroubleKey]: (waiting: Waiting[Key], clock: Clock) => Wait[] };

/** Problems that wait for a member, listed above the counted work. */
export const troubles = (waiting: Waiting, { now, zone }: Clock): Wait[] =>
  Object.entries(LINES).flatMap(([key, lines]) =>
    (lines as (waits: never, clock: Clock) => Wait[])(waiting[key as TroubleKey] as never, { now, zone }),
  );

function correctedEmails(emails: Waiting["emails"], { now, zone }: Clock): Wait[] {
  return (emails ?? []).map(({ number, who, reason, at }, index) => ({
    key: `email-${number}-${index}`,
    count: null,
    title: "The e-mail of an order was corrected",
    text: `Of ${shownNumber(number)} by ${who}, ${sentenceTime(at, now, zone)}: ${reason || "no reason was given"}.`,
    way: { to: `/orders/${number}`, name: "See the order" },
  }));
}

const unsentLetters = (unsent: number): Wait => ({
  key: "outbox",
  count: null,
  title: "No mail server is set up",
  text: `${counted(unsent, "letter lies", "letters lie")} in the outbox folder and ${unsent === 1 ? "was" : "were"} sent to nobody.`,
  way: { to: "/settings/mail", name: "Set up mail" },
});

function untested({ failed, proven, words }: NonNullable<Waiting["unproven"]>, { now, zone }: Clock): Wait {
  const before = proven
    ? `The last test without a fault was ${sentenceTime(proven, now, zone)}.`
    : "No backup was restored as a test yet.";
  return {
    key: "unproven",
    count: null,
    title: failed ? FAILED_PROOF : "No backup was tested for too long",
    text: [failed && `Tried ${sentenceTime(failed, now, zone)}.`, words, before].filter(Boolean).join(" "),
    way: { to: "/system", name: "See health" },
  };
}

/** Lines about lost parcels: those without a decision, and those that arrived after their pieces were sent again or refunded. */
function lostParcels(lost: WaitingLostParcels | null): Wait[] {
  if (!lost) return [];
  const done = (sentAgain: number, refunded: number): string =>
    [
      sentAgain > 0 && `${counted(sentAgain, "piece was", "pieces were")} sent again`,
      refunded > 0 && `${counted(refunded, "piece was", "pieces were")} paid back`,
    ]
      .filter(Boolean)
      .join(", ");
  return [
    ...lost.found.map(({ number, parcelId, sentAgain, refunded }) => ({
      key: `found-${parcelId}`,
      count: null,
      title: "A lost parcel arrived after all",
      text: `Of ${shownNumber(number)}: ${done(sentAgain, refunded)}. Leave it with the shopper, or ask for it.`,
      way: { to: `/orders/${number}/parcels/${parcelId}/found`, name: "Decide" },
    })),
    ...lost.undecided.map(({ number }) => ({
      key: `lost-${number}`,
      count: null,
      title: "A parcel is lost",
      text: `Of ${shownNumber(number)}: nobody has decided yet whether it is sent again or paid back.`,
      way: { to: `/orders/${number}`, name: "Decide" },
    })),
  ];
}

const STUCK = {
  letter: {
    title: "Mail is not leaving",
    text: (count: number) => `${counted(count, "letter waits", "letters wait")}`,
    after: "Orders go on.",
    way: "See the mail",
  },
  money: {
    title: "Payments are not in step",
    text: (count: number) => `${counted(count, "task waits", "tasks wait")}`,
    after: "No order is lost: each is settled as soon as the gateway answers.",
    way: "See payments",
  },
  house: {
    title: "Work behind the counter is stuck",
    text: (count: number) => `${counted(count, "task waits", "tasks wait")}`,
    after: "Shoppers notice nothing yet.",
    way: "See the work",
  },
} as const;

function stuck(jobs: FailingJob[], { now, zone }: Clock): Wait[] {
  return (["letter", "money", "house"] as const).flatMap((kind) => {
    const own = jobs.filter(({ queue }) => wordsFor(queue).kind === kind);
    const [oldest] = own;
    if (!oldest) return [];
    const { title, text, after, way } = STUCK[kind];
    return [
      {
        key: kind,
        count: null,
        title,
        text: `${text(own.length)} ${sinceTime(oldest.since, now, zone)}. ${after}`,
        way: { to: "/system#work", name: way },
      },
    ];
  });
}
