import { FAILED_PROOF } from "~/backup/proof-texts";
import { shownNumber } from "~/shop/orders/order-number";
import type { WaitingLostParcels } from "~/shop/orders/parcels/waiting-lost-parcels.server";
import { sentenceTime } from "~/shop/shop-time";
import type { FailingJob } from "~/platform/failing-jobs.server";
import { wordsFor } from "../system/job-texts";
import { counted } from "../count-texts";
import { disputesToAnswer, endingLinks, overdueRefunds, refusedRefunds, unmatchedMovements } from "./payment-troubles";
import { endedByItself, endingByItself, loudHours, restingShop, scantDisk } from "./machine-troubles";
import { latePlans, notedWords, skippedPrices } from "./planned-troubles";
import { nearLimits, oldRates, reversedByHand, stoppedCheckout, takenWithoutTax, untoldTaxes } from "./tax-troubles";
import type { Clock, Wait, Waiting } from "./waits";

/** Problems that wait for a member, listed above the counted work. */
export function troubles(
  {
    payments,
    disputes,
    lost,
    links,
    emails,
    plans,
    words,
    late,
    jobs,
    unsent,
    unproven,
    rates,
    limits,
    unreadable,
    untaxed,
    untold,
    byHand,
    unmatched,
    isHeld,
    free,
    loud,
    ends,
  }: Waiting,
  { now, zone }: Clock,
): Wait[] {
  return [
    ...restingShop(isHeld),
    ...scantDisk(free),
    ...stoppedCheckout(unreadable),
    ...disputesToAnswer(disputes, { now, zone }),
    ...refusedRefunds(payments, { now, zone }),
    ...overdueRefunds(payments, { now, zone }),
    ...lostParcels(lost),
    ...endingLinks(links ?? [], { now, zone }),
    ...(emails ?? []).map(({ number, who, reason, at }, index) => ({
      key: `email-${number}-${index}`,
      count: null,
      title: "The e-mail of an order was corrected",
      text: `Of ${shownNumber(number)} by ${who}, ${sentenceTime(at, now, zone)}: ${reason || "no reason was given"}.`,
      way: { to: `/orders/${number}`, name: "See the order" },
    })),
    ...latePlans(late, { now, zone }),
    ...skippedPrices(plans ?? []),
    ...notedWords(words ?? []),
    ...(unsent ? [unsentLetters(unsent)] : []),
    ...takenWithoutTax(untaxed ?? []),
    ...untoldTaxes(untold ?? 0),
    ...reversedByHand(byHand ?? []),
    ...unmatchedMovements(unmatched ?? 0),
    ...endingByItself(ends?.soon ?? [], { now, zone }),
    ...endedByItself(ends?.ended ?? []),
    ...loudHours(loud ?? {}),
    ...oldRates(rates ?? []),
    ...nearLimits(limits ?? []),
    ...(unproven ? [untested(unproven, { now, zone })] : []),
    ...stuck(jobs ?? [], { now, zone }),
  ];
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
    const since = sentenceTime(oldest.since, now, zone).replace(/^at /, "");
    return [
      {
        key: kind,
        count: null,
        title,
        text: `${text(own.length)} since ${since}. ${after}`,
        way: { to: "/system#work", name: way },
      },
    ];
  });
}
