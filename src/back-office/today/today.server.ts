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

/** All waiting work that the member has the right to see. */
export async function waitingFor(services: Services, member: Member, now: Date): Promise<Waiting> {
  const ifMay = async <T>(right: Right, read: () => Promise<T>): Promise<T | null> =>
    can(member, right) ? read() : null;
  const month = new Date(now.getTime() - 30 * DAY);
  const [toShip, returns, messages, queue, low, payments, lost, links, emails, plans, late, jobs] = await Promise.all([
    ifMay("orders.read", () => ordersToShip(services, member)),
    ifMay("returns.read", () => waitingReturns(services, member)),
    ifMay("messages.read", () => waitingMessages(services, member)),
    ifMay("queue.read", () => queueCounts(services, member)),
    ifMay("stock.read", () => lowGoods(services, member, month)),
    ifMay("money.read", () => paymentHealth(services, member, now)),
    ifMay("orders.change", () => waitingLostParcels(services, member)),
    can(member, "money.read") ? ifMay("orders.change", () => endingLinks(services, member, now)) : null,
    ifMay("members.read", () => emailsCorrected(services, member, now)),
    ifMay("goods.prices", () => plansWithVariantsLeft(services, member)),
    plansThatAreLate(services, member),
    ifMay("system.read", () => failingJobs(services.db)),
  ]);
  const { mail } = services;
  const unsent = can(member, "system.read") && !mail.isDelivering ? await mail.held() : null;
  const unproven = can(member, "system.read") ? await unprovenBackups(services, now) : null;
  const machine = {
    isHeld: services.outgoing.isHeld,
    free: await ifMay("system.read", () => services.freeBytes()),
    loud: await ifMay("settings.read", () => loudHoursOf(services, now)),
    ...(await personalData(services, member, now)),
  };
  const tax = {
    rates: can(member, "settings.read") ? statesToLookAt(services, now) : null,
    limits: await ifMay("settings.read", () => nearLimits(services, member, now)),
    unreadable: services.unreadable(),
    disputes: await ifMay("money.read", () => disputesToAnswer(services, member)),
    unmatched: await ifMay("money.read", async () => (await unmatchedBalance(services, member)).length),
    untold: services.payments.taxService ? await ifMay("money.read", () => untoldTaxes(services.db, now)) : null,
    byHand: services.payments.taxService ? await ifMay("money.read", () => refundsToReverseByHand(services.db)) : null,
    untaxed: await ifMay("orders.read", () => untaxedOrders(services, member)),
  };
  return {
    toShip,
    ...(await promised(services, member, now)),
    returns,
    messages,
    queue,
    low,
    payments,
    lost,
    links,
    emails,
    plans,
    words: await ifMay("content.change", () => troubledWords(services)),
    late,
    jobs: jobs?.jobs ?? null,
    unsent,
    unproven,
    ...machine,
    ...tax,
  };
}

/** Orders that did not leave by the promised day, as far as the member may see them. */
async function promised(
  services: Services,
  member: Member,
  now: Date,
): Promise<Pick<Waiting, "owedBack" | "lateOrdersWaiting">> {
  if (!can(member, "orders.read")) return { owedBack: null, lateOrdersWaiting: null };
  const [owedBack, lateOrdersWaiting] = await Promise.all([
    ordersOwedBack(services, member, now),
    lateOrders(services, member, now),
  ]);
  return { owedBack, lateOrdersWaiting };
}

/** Personal data that end by themselves, and requests of people, as far as the member may see them. */
const personalData = async (
  { db }: Services,
  member: Member,
  now: Date,
): Promise<Pick<Waiting, "ends" | "requests">> => ({
  ends: can(member, "settings.read") ? await endsByItself({ db }, now) : null,
  requests: can(member, "people.read") ? await waitingRequests(db) : null,
});

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
