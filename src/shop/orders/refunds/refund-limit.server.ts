import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { lockFor } from "~/shop/audit/once.server";
import { requireFactor } from "~/shop/members/factor";
import type { Member } from "~/shop/members/member";
import { isConfirmed } from "~/shop/members/session";
import { type Cents, cents, sum } from "~/shop/money";
import { attributeRefunds, refundableMoney, refundsOf } from "~/shop/payments/refunds.server";
import { exchangedOf } from "../parcels/exchanged.server";
import type { Pieces } from "../parcels/pieces";
import { sentAgainOf, wereLostBefore } from "../parcels/sent-again.server";
import { givenByMember } from "./given-by-member.server";

type Inside = Pick<Services, "settings"> & { db: Transaction };

/**
 * Checks a refund that a member's act requested in this transaction, and records the member with it. A recent second factor is
 * needed if what went back of the order, or what the member gave within 24 hours, exceeds the setting `refundLimit`. Does nothing
 * if `cause` has no refund. Called last, because it blocks the member's other refunds until the transaction ends.
 *
 * @throws {Refusal} `factor-missing`; the caller's transaction is then rolled back with the refund.
 */
export async function requireFactorToRefund(
  inside: Inside,
  member: Member,
  orderNumber: string,
  cause: string,
): Promise<void> {
  const refunds = await refundsOf(inside.db, orderNumber);
  const own = refunds.filter((refund) => refund.cause === cause && refund.state !== "failed");
  if (own.length === 0) return;
  const ids = own.map(({ id }) => id);
  await attributeRefunds(inside.db, ids, member.id);
  await requireFactorAboveLimit(inside, member, orderNumber);
}

/**
 * Checks a member's act that will refund all money left of an order, before anything of it is done.
 *
 * @throws {Refusal} `factor-missing`.
 */
export const requireFactorToRefundAll = (
  { db, settings }: Pick<Services, "db" | "settings">,
  member: Member,
  orderNumber: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    const money = await refundableMoney(tx, orderNumber);
    if (money && money.left > 0) await requireFactorAboveLimit({ db: tx, settings }, member, orderNumber, money.left);
  });

/**
 * Checks lost pieces that a member's act sent again in this transaction: they count like a refund. Pieces lost a second time
 * always need a recent second factor. Called last, like `requireFactorToRefund`.
 *
 * @throws {Refusal} `factor-missing`.
 */
export async function requireFactorToSendAgain(
  inside: Inside,
  member: Member,
  orderNumber: string,
  { parcelId, pieces }: { parcelId: number; pieces: Pieces[] },
): Promise<void> {
  if (await wereLostBefore(inside.db, parcelId, pieces)) requireFactor(member);
  await requireFactorAboveLimit(inside, member, orderNumber);
}

/**
 * Checks what a member's act gave in this transaction without a refund, such as reduced prices. Called last, like
 * `requireFactorToRefund`.
 *
 * @throws {Refusal} `factor-missing`.
 */
export const requireFactorToGive = (inside: Inside, member: Member): Promise<void> =>
  requireFactorAboveLimit(inside, member, null);

/**
 * Requires a recent second factor if what went back of the order, or what the member gave within 24 hours, exceeds the setting
 * `refundLimit`, that of this transaction included and `more` added. Called last, like `requireFactorToRefund`.
 *
 * @throws {Refusal} `factor-missing`.
 */
export async function requireFactorAboveLimit(
  inside: Inside,
  member: Member,
  orderNumber: string | null,
  more: Cents = cents(0),
): Promise<void> {
  // Serializes what a member gives, so that each act sees what was committed before.
  await lockFor(inside.db, `refunds of ${member.id}`);
  if (await isAboveLimit(inside, member, orderNumber, { refunded: more, given: more })) requireFactor(member);
}

/**
 * Whether the limit of the setting `refundLimit` is exceeded after an act that refunds `refunded` of the order and gives `given`
 * in all, in cents. Of an order without number only what the member gave counts. Locks nothing.
 */
export async function isAboveLimit(
  { db, settings }: Pick<Services, "db" | "settings">,
  { id }: Pick<Member, "id">,
  orderNumber: string | null,
  { refunded, given }: { refunded: Cents; given: Cents },
): Promise<boolean> {
  const { refundLimit } = settings();
  if (orderNumber !== null && (await goneBackOf(db, orderNumber)) + refunded > refundLimit) return true;
  return (await givenByMember(db, id, new Date())) + given > refundLimit;
}

/**
 * Whether an act that gives will be refused for want of a recent factor, for its preview; of an order that gets a refund, pass its
 * number. Arguments as `isAboveLimit`.
 */
export async function asksFactorToGive(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  orderNumber: string | null,
  amounts: { refunded: Cents; given: Cents },
): Promise<boolean> {
  const { confirmedAt } = member;
  if (amounts.given <= 0 || (confirmedAt && isConfirmed({ confirmedAt }, new Date()))) return false;
  return isAboveLimit(services, member, orderNumber, amounts);
}

/** Amount in cents that went back of an order: refunds that did not fail, lost pieces sent again, and exchanged pieces. */
async function goneBackOf(db: Database, orderNumber: string): Promise<Cents> {
  const refunds = (await refundsOf(db, orderNumber)).filter(({ state }) => state !== "failed");
  return sum([
    ...refunds.map(({ amount }) => amount),
    await sentAgainOf(db, orderNumber),
    await exchangedOf(db, orderNumber),
  ]);
}
