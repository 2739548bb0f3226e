import { isProofLate } from "~/backup/proof";
import { DAY } from "~/platform/durations";
import { failingJobs } from "~/platform/failing-jobs.server";
import { loudHour } from "~/platform/hourly-sum.server";
import { endsByItself } from "~/privacy/end-by-itself.server";
import { waitingRequests } from "~/privacy/person-requests.server";
import type { Services } from "~/services";
import { plansWithVariantsLeft } from "~/shop/catalog/price-plans/price-plans.server";
import { waitingMessages } from "~/shop/contact/count-waiting-messages.server";
import { salesByDay } from "~/shop/figures/sales-by-day.server";
import { totalOf } from "~/shop/figures/sums";
import type { Member } from "~/shop/members/member";
import { can, type Right } from "~/shop/members/rights";
import { kindCounted } from "~/shop/orders/kinds-apart.server";
import { memberNames } from "~/shop/members/member-names.server";
import { correctedEmails } from "~/shop/orders/order-email.server";
import { ordersOfUnmade } from "~/shop/orders/gift-cards/return-cards-beyond.server";
import { endingLinks } from "~/shop/orders/ending-links.server";
import { waitingLostParcels } from "~/shop/orders/parcels/waiting-lost-parcels.server";
import { ordersToShip } from "~/shop/orders/count-orders-to-ship.server";
import { ordersOwedBack } from "~/shop/orders/delays/order-delays.server";
import { lateOrders } from "~/shop/orders/list/late-orders.server";
import { untaxedOrders } from "~/shop/orders/untaxed-orders.server";
import { refundsToReverseByHand, untoldTaxes } from "~/shop/orders/report-taxes.server";
import { unmatchedBalance } from "~/shop/payments/payouts.server";
import { disputesToAnswer } from "~/shop/payments/disputes.server";
import { paymentHealth } from "~/shop/payments/payment-health.server";
import { waitingReturns } from "~/shop/returns/list-returns.server";
import { HOUR_OF_GUESSES } from "~/shop/gift-cards/gift-card-guesses.server";
import { unsentGiftCards } from "~/shop/gift-cards/gift-card-list.server";
import { HOUR_OF_LETTERS } from "~/shop/strangers-letters.server";
import { HOUR_OF_QUESTIONS } from "~/shop/tax/tax-answers.server";
import { dayBefore, dayIn } from "~/shop/shop-time";
import { openPlans } from "~/shop/publishing/planned-texts.server";
import { nameOfText } from "~/shop/publishing/text-names";
import { queueCounts } from "../queue/queue.server";
import { notTested } from "../system/not-tested";
import { ageWords } from "../tax/rates-age";
import { nearLimits } from "../tax/watch.server";
import { bestSellers } from "./best-sellers.server";
import { plansThatAreLate } from "./late-plans.server";
import { lowGoods } from "./low-goods.server";
import { CHART_DAYS } from "./sales";
import type { OldRates } from "./tax-troubles";
import type { Waiting } from "./waits";

/** Arguments of a reader of waiting work. */
interface Asked {
  services: Services;
  member: Member;
  now: Date;
}
/** Reader of a kind of waiting work, and the rights without which it is not read; none if everybody sees the kind. */
interface Reader<Kind> {
  rights: readonly Right[];
  read: (asked: Asked) => Kind | Promise<Kind>;
}
/** A kind that some members may not see is null for them. */
type ReaderOf<Kind> = Reader<Kind> & (null extends Kind ? { rights: readonly [Right, ...Right[]] } : { rights: [] });

const READERS = {
  toShip: { rights: ["orders.read"], read: ({ services, member }) => ordersToShip(services, member) },
  owedBack: {
    rights: ["orders.read", "money.read"],
    read: ({ services, member, now }) => ordersOwedBack(services, member, now),
  },
  lateOrdersWaiting: {
    rights: ["orders.read"],
    read: ({ services, member, now }) => lateOrders(services, member, now),
  },
  returns: { rights: ["returns.read"], read: ({ services, member }) => waitingReturns(services, member) },
  messages: { rights: ["messages.read"], read: ({ services, member }) => waitingMessages(services, member) },
  queue: { rights: ["queue.read"], read: ({ services, member }) => queueCounts(services, member) },
  requests: { rights: ["people.read"], read: ({ services }) => waitingRequests(services.db) },
  low: {
    rights: ["stock.read"],
    read: ({ services, member, now }) => lowGoods(services, member, new Date(now.getTime() - 30 * DAY)),
  },
  payments: { rights: ["money.read"], read: ({ services, member, now }) => paymentHealth(services, member, now) },
  disputes: { rights: ["money.read"], read: ({ services, member }) => disputesToAnswer(services, member) },
  lost: { rights: ["orders.change"], read: ({ services, member }) => waitingLostParcels(services, member) },
  links: {
    rights: ["money.read", "orders.change"],
    read: ({ services, member, now }) => endingLinks(services, member, now),
  },
  emails: { rights: ["members.read"], read: ({ services, member, now }) => emailsCorrected(services, member, now) },
  plans: { rights: ["goods.prices"], read: ({ services, member }) => plansWithVariantsLeft(services, member) },
  words: { rights: ["content.change"], read: ({ services }) => troubledWords(services) },
  late: { rights: [], read: ({ services, member }) => plansThatAreLate(services, member) },
  jobs: { rights: ["system.read"], read: async ({ services }) => (await failingJobs(services.db)).jobs },
  unsent: {
    rights: ["system.read"],
    read: ({ services: { mail } }) => (mail.isDelivering ? null : mail.held()),
  },
  unproven: { rights: ["system.read"], read: ({ services, now }) => unprovenBackups(services, now) },
  isHeld: { rights: [], read: ({ services }) => services.outgoing.isHeld },
  free: { rights: ["system.read"], read: ({ services }) => services.freeBytes() },
  loud: { rights: ["settings.read"], read: ({ services, now }) => loudHoursOf(services, now) },
  ends: { rights: ["settings.read"], read: ({ services, now }) => endsByItself(services, now) },
  guesses: {
    rights: ["gift-cards.read"],
    read: async ({ services, now }) => (await loudHour(services.db, HOUR_OF_GUESSES, now)) ?? null,
  },
  unsentCards: { rights: ["gift-cards.read"], read: ({ services, now }) => unsentGiftCards(services, now) },
  unmadeCards: { rights: ["gift-cards.read"], read: ({ services, now }) => ordersOfUnmade(services.db, now) },
  rates: { rights: ["settings.read"], read: ({ services, now }) => statesToLookAt(services, now) },
  limits: { rights: ["settings.read"], read: ({ services, member, now }) => nearLimits(services, member, now) },
  unreadable: { rights: [], read: ({ services }) => services.unreadable() },
  untaxed: { rights: ["orders.read"], read: ({ services, member }) => untaxedOrders(services, member) },
  unmatched: {
    rights: ["money.read"],
    read: async ({ services, member }) => (await unmatchedBalance(services, member)).length,
  },
  untold: {
    rights: ["money.read"],
    read: ({ services, now }) => (services.payments.taxService ? untoldTaxes(services.db, now) : null),
  },
  byHand: {
    rights: ["money.read"],
    read: ({ services }) => (services.payments.taxService ? refundsToReverseByHand(services.db) : null),
  },
} as const satisfies { [Key in keyof Waiting]: ReaderOf<Waiting[Key]> };

/** All waiting work that the member has the right to see. */
export async function waitingFor(services: Services, member: Member, now: Date): Promise<Waiting> {
  const found = Object.entries<Reader<unknown>>(READERS).map(async ([key, { rights, read }]) => [
    key,
    rights.every((right) => can(member, right)) ? await read({ services, member, now }) : null,
  ]);
  return Object.fromEntries(await Promise.all(found)) as unknown as Waiting;
}

async function loudHoursOf({ db }: Services, now: Date) {
  const [questions, letters] = await Promise.all([
    loudHour(db, HOUR_OF_QUESTIONS, now),
    loudHour(db, HOUR_OF_LETTERS, now),
  ]);
  return { questions, letters };
}

/** States whose rates are older than a quarter. None while prices or rates are unreadable, which has its own line on Today. */
function statesToLookAt(services: Services, now: Date): OldRates[] {
  if (services.unreadable().length > 0) return [];
  const today = dayIn(now, services.settings().timeZone);
  return Object.values(services.taxes()?.states ?? {}).flatMap(({ state, day }) => {
    const age = ageWords(day, today);
    return age === undefined ? [] : [{ state, age }];
  });
}

/** Last restore test of the backups if it failed, or if the last successful one is too old or missing; null otherwise. */
async function unprovenBackups({ backups }: Services, now: Date): Promise<Waiting["unproven"]> {
  const [proofs, made] = await Promise.all([backups.proofs(), backups.list()]);
  if (proofs?.last.outcome !== "failed" && !isProofLate(proofs, made.at(-1)?.at, now)) return null;
  const failed = proofs?.last.outcome === "failed" ? new Date(proofs.last.at) : null;
  return {
    failed,
    proven: proofs?.proven ? new Date(proofs.proven.at) : null,
    words: (failed ? "" : notTested(await backups.testing())) || (proofs?.last.words ?? ""),
  };
}

/** Orders whose e-mail address was corrected, with the name of the member who did it. */
async function emailsCorrected(services: Services, member: Member, now: Date): Promise<NonNullable<Waiting["emails"]>> {
  const corrected = await correctedEmails(services, member, now);
  if (corrected.length === 0) return [];
  const names = await memberNames(services.db);
  return corrected.map(({ memberId, ...own }) => ({ ...own, who: (memberId && names.get(memberId)) || "somebody" }));
}

/** Sales by day of twice the days of the chart, and best sellers of a week; null without `money.read` and `figures.read`. */
export async function salesFor(services: Services, member: Member, now: Date) {
  if (!can(member, "money.read") || !can(member, "figures.read")) return null;
  const today = dayIn(now, services.settings().timeZone);
  const last = (days: number) => ({ from: dayBefore(today, days - 1), to: today });
  const [[days = []], best, kind] = await Promise.all([
    salesByDay(services, member, [last(2 * CHART_DAYS)]),
    bestSellers(services, member, last(7)),
    kindCounted(services.db),
  ]);
  return {
    days: days.map(({ day, sums }) => ({ day, sold: totalOf(sums), orders: sums.orders })),
    kind,
    best,
  };
}

/** Planned texts with a problem that no member has confirmed: not published, or not fully withdrawn at their end. */
async function troubledWords({ db }: Services): Promise<Waiting["words"]> {
  return (await openPlans(db)).flatMap(({ id, state, note, texts }) =>
    note === "" ? [] : [{ id, isFailed: state === "failed", note, texts: texts.map(nameOfText) }],
  );
}
