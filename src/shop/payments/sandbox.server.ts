import { randomBytes } from "node:crypto";
import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { SECOND } from "~/platform/durations";
import type { JobRequest } from "~/platform/jobs.server";
import type { Services } from "~/services";
import { Refusal } from "~/shop/refusal";
import { isUuid } from "~/shop/is-uuid";
import {
  isReturnAddress,
  type ListedRequest,
  PaymentMethod,
  type PaymentGateway,
  type PaymentRequest,
  requestIdIn,
  returnAddress,
} from "./gateway";
import { payments, sandboxRequests } from "./payments.tables";
import { sandboxBooks } from "./sandbox-books.server";
import { SANDBOX_DISPUTE_OPENS, sandboxDisputedSince, sandboxDisputes } from "./sandbox-disputes.server";
import { sandboxRefund, sandboxRefunds } from "./sandbox-refunds.server";
import {
  answerTo,
  cardNamed,
  type CardConfirmation,
  type Confirmation,
  disputeBehaviorOf,
  fingerprintOf,
  notConfirmed,
  type PayLater,
  type PayLaterDecision,
  refundBehaviorOf,
  SECRET_PARAMETER,
  type Step,
} from "./sandbox";

type Row = typeof sandboxRequests.$inferSelect;

/** The job that settles a payment which the sandbox received, even if the browser was closed. */
export const PAYMENT_CHANGED = "payment-heard";
export interface PaymentChanged {
  requestId: string;
  /** True if a dispute of the payment was opened. */
  isDisputed?: boolean;
}

/** Gateway that moves no money and works offline; behaves like Stripe's test mode. */
export const sandboxGateway = (db: Database): PaymentGateway => ({
  name: "sandbox",
  isLive: false,
  browser: { script: "/sandbox/pay.js", publishableKey: "pk_test_sandbox" },

  async request(amount, method, key) {
    const id = `pi_${randomBytes(12).toString("hex")}`;
    const clientSecret = `${id}_secret_${randomBytes(16).toString("hex")}`;
    // The payment is in the same database as the sandbox, so one statement also stores the request's id in it. A key that is no
    // UUID belongs to no payment.
    const { rows } = await db.execute<{ isNoted: boolean }>(sql`
      with made as (
        insert into ${sandboxRequests} (id, key, client_secret, amount_cents, currency, method)
        values (${id}, ${key}, ${clientSecret}, ${amount}, 'usd', ${method}) on conflict (key) do nothing returning id
      ), noted as (
        update ${payments} set gateway_id = made.id from made
        where payments.id = ${isUuid(key) ? key : null}::uuid and gateway = 'sandbox' and gateway_id is null returning made.id
      )
      select exists (select from noted) as "isNoted" from made`);
    const [made] = rows;
    if (made)
      return {
        id,
        clientSecret,
        amount,
        currency: "usd",
        status: "open",
        wasTried: false,
        isLive: false,
        ...(made.isNoted && { isNoted: true }),
      };

    const [row] = await db.select().from(sandboxRequests).where(eq(sandboxRequests.key, key));
    if (row?.amount !== amount || row.method !== method) throw new Error("A key was used for two different requests.");
    return requestOf(row);
  },

  find: (requestId) => findRequest(db, requestId),

  async cancel(requestId) {
    await db
      .update(sandboxRequests)
      .set({ status: "canceled" })
      .where(
        and(
          eq(sandboxRequests.id, requestId),
          inArray(sandboxRequests.status, ["requires_payment_method", "requires_action"]),
        ),
      );
    return findRequest(db, requestId);
  },

  requestsSince: (at) => requestsSince(db, at),
  books: sandboxBooks(db),

  refund: (requestId, amount, key) => sandboxRefund(db, requestId, amount, key, Date.now()),
  refunds: (requestId) => db.transaction((tx) => sandboxRefunds(tx, requestId, Date.now())),
  disputes: (requestId) => sandboxDisputes(db, requestId, Date.now()),
  disputedSince: (at) => sandboxDisputedSince(db, at),
});

async function findRequest(db: Database, requestId: string): Promise<PaymentRequest | undefined> {
  const [row] = await db.select().from(sandboxRequests).where(eq(sandboxRequests.id, requestId));
  return row && requestOf(row);
}

async function requestsSince(db: Database, at: Date): Promise<ListedRequest[]> {
  const rows = await db
    .select()
    .from(sandboxRequests)
    .where(gte(sandboxRequests.createdAt, at))
    .orderBy(desc(sandboxRequests.createdAt));
  return rows.map(({ id, key, amount, currency, status, createdAt }) => ({
    id,
    key,
    amount,
    currency,
    status: statuses[status],
    at: createdAt,
  }));
}

const statuses = {
  requires_payment_method: "open",
  requires_action: "needs-confirmation",
  succeeded: "received",
  canceled: "cancelled",
} as const;

const requestOf = ({ id, clientSecret, amount, currency, status, memory }: Row): PaymentRequest => ({
  id,
  clientSecret,
  amount,
  currency,
  status: statuses[status],
  wasTried: memory?.billing !== undefined,
  isLive: false,
  ...(status === "succeeded" && memory?.card && { card: memory.card }),
  ...(status === "succeeded" && memory?.cardFingerprint && { cardFingerprint: memory.cardFingerprint }),
});

/**
 * Answers the browser's script when a card is entered. The card number decides the answer; only its last digits are stored.
 *
 * @throws {Refusal} `payment-unknown` when no open card payment and no paid payment has this secret.
 */
export async function confirmCard(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  { clientSecret, card: entered, billing }: CardConfirmation,
): Promise<Confirmation> {
  const id = requestIdIn(clientSecret);
  const answer = answerTo(entered.number);
  const refundBehavior = refundBehaviorOf(entered.number);
  const disputeBehavior = disputeBehaviorOf(entered.number);
  const status = answer.status === "declined" ? "requires_payment_method" : answer.status;
  const card = cardNamed(entered.number);
  const remembered = JSON.stringify({
    billing,
    card,
    ...(status !== "requires_payment_method" && { cardFingerprint: fingerprintOf(entered) }),
    ...(refundBehavior && { refundBehavior }),
    ...(disputeBehavior && { disputeBehavior, paidAt: Date.now() }),
  });
  const news = [newsOf(id), ...(disputeBehavior ? [newsOfDispute(id)] : [])];
  const isAnswered = await jobs.enqueueWith(status === "succeeded" ? news : [], async (asked) => {
    const { rows } = await db.execute(sql`
      with answered as (
        update ${sandboxRequests} set status = ${status}, billing = coalesce(billing, '{}') || ${remembered}::jsonb
        where id = ${id} and client_secret = ${clientSecret} and method = ${PaymentMethod.enum["Credit Card"]}
          and status in ('requires_payment_method', 'requires_action') returning id
      )
      select enqueue_jobs(${asked}) from answered`);
    return rows.length > 0;
  });
  if (isAnswered) return answer;

  const ofSecret = and(eq(sandboxRequests.id, id), eq(sandboxRequests.clientSecret, clientSecret));
  const [row] = await db.select({ status: sandboxRequests.status }).from(sandboxRequests).where(ofSecret);
  if (row?.status !== "succeeded") throw new Refusal("payment-unknown");
  return { status: "succeeded" };
}

/**
 * Second step of a payment (3-D Secure), which the shopper confirms or rejects.
 *
 * @throws {Refusal} `payment-unknown` when no payment with this secret awaits the step or has had it.
 */
export const answerStep = (
  { db, jobs }: Pick<Services, "db" | "jobs">,
  { clientSecret, approved }: Step,
): Promise<Confirmation> =>
  db.transaction(async (tx) => {
    const row = await lockedBySecret(tx, clientSecret);
    return decide(tx, jobs, row, approved);
  });

/**
 * Starts paying later; returns the address of the sandbox's page. The given return address must be one of the shop's.
 *
 * @throws {Refusal} `payment-unknown` when no payment of this kind has the secret, or it is cancelled; `input-invalid` for any
 * other return address.
 */
export const startPayLater = (
  { db, address }: Pick<Services, "db" | "address">,
  { clientSecret, billing, returnUrl }: PayLater,
  reachedAt = address,
): Promise<{ redirect: string }> =>
  db.transaction(async (tx) => {
    if (!isReturnAddress(returnUrl, [address, reachedAt]))
      throw new Refusal("input-invalid", { fields: { returnUrl: "This is no address of the shop." } });

    const row = await lockedBySecret(tx, clientSecret);
    if (row.method !== PaymentMethod.enum.Klarna || row.status === "canceled") throw new Refusal("payment-unknown");

    const memory = { ...row.memory, billing, returnUrl };
    const status = row.status === "succeeded" ? row.status : "requires_action";
    await tx.update(sandboxRequests).set({ status, memory }).where(eq(sandboxRequests.id, row.id));
    return { redirect: `/sandbox/pay-later/${row.id}?${new URLSearchParams({ [SECRET_PARAMETER]: clientSecret })}` };
  });

/** Request that the page for paying later shows, by its secret; undefined when paying later was not started. */
export async function payLaterRequest(
  db: Database,
  requestId: string,
  clientSecret: string,
): Promise<PaymentRequest | undefined> {
  const [row] = await db.select().from(sandboxRequests).where(eq(sandboxRequests.id, requestId));
  return row?.memory?.returnUrl && row.clientSecret === clientSecret ? requestOf(row) : undefined;
}

/**
 * Applies the shopper's choice on the page for paying later; returns the return address.
 *
 * @throws {Refusal} `payment-unknown` when no such payment has the secret, or paying later was not started.
 */
export const decidePayLater = (
  { db, jobs }: Pick<Services, "db" | "jobs">,
  requestId: string,
  { clientSecret, approved }: PayLaterDecision,
): Promise<string> =>
  db.transaction(async (tx) => {
    const row = await locked(tx, requestId, clientSecret);
    if (!row.memory?.returnUrl) throw new Refusal("payment-unknown");
    const waits = row.status === "requires_action";
    const { status } = waits ? await decide(tx, jobs, row, approved) : row;
    return returnAddress(row, status === "succeeded");
  });

async function decide(tx: Transaction, jobs: Services["jobs"], row: Row, approved: boolean): Promise<Confirmation> {
  if (row.status === "succeeded") return { status: "succeeded" };
  if (row.status === "requires_payment_method" && !approved) return notConfirmed;
  if (row.status !== "requires_action") throw new Refusal("payment-unknown");

  const status = approved ? "succeeded" : "requires_payment_method";
  await tx.update(sandboxRequests).set({ status }).where(eq(sandboxRequests.id, row.id));
  if (approved) await notifyShop(tx, jobs, row.id);
  return approved ? { status: "succeeded" } : notConfirmed;
}

/**
 * Delay of the sandbox's notice in seconds. As with a real provider, the browser mostly calls first, and the notice is then
 * withdrawn.
 */
const NEWS_AFTER = 3;

/** Job in place of a webhook: settles the payment even if the browser was closed. */
const newsOf = (requestId: string): JobRequest => ({
  name: PAYMENT_CHANGED,
  payload: { requestId } satisfies PaymentChanged,
  key: requestId,
  startAfter: NEWS_AFTER,
});

/** Job in place of a webhook about the dispute of a payment, once it was opened. */
const newsOfDispute = (requestId: string): JobRequest => ({
  name: PAYMENT_CHANGED,
  payload: { requestId, isDisputed: true } satisfies PaymentChanged,
  key: `${requestId} disputed`,
  startAfter: SANDBOX_DISPUTE_OPENS / SECOND + 1,
});

const notifyShop = (tx: Transaction, jobs: Services["jobs"], requestId: string): Promise<void> => {
  const { name, payload, ...options } = newsOf(requestId);
  return jobs.enqueue(tx, name, payload, options);
};

/** Reads and locks a request for this transaction. */
async function locked(tx: Transaction, requestId: string, clientSecret?: string): Promise<Row> {
  const [row] = await tx.select().from(sandboxRequests).where(eq(sandboxRequests.id, requestId)).for("update");
  if (!row || (clientSecret !== undefined && row.clientSecret !== clientSecret)) throw new Refusal("payment-unknown");
  return row;
}

const lockedBySecret = (tx: Transaction, clientSecret: string): Promise<Row> =>
  locked(tx, requestIdIn(clientSecret), clientSecret);
