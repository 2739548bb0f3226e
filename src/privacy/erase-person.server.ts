import { eq, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { lockFor, once } from "~/shop/audit/once.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { endLettersOf } from "~/shop/newsletter/ended-letters.server";
import { type Sign, signOf } from "~/shop/letter-endings.server";
import { Refusal } from "~/shop/refusal";
import { lockPaymentsOfAll } from "~/shop/payments/order-payments.server";
import { endConversations } from "./end-by-itself.server";
import { eraseRows } from "./erase-rows.server";
import { erasures } from "./erasures.tables";
import { endRequestsOf } from "./person-requests.server";
import { giftCardsOfPerson, unsentCardsOf } from "./person-gift-cards.server";
import { tellErased } from "./request-letters.server";
import { type OpenMatter, openMattersOf } from "./open-matters.server";

export const ERASE_PERSON = "erase-person";
export interface ErasePerson {
  id: string;
}

/** Log kind of erasures. */
export const ERASURE = "erasure";

/** Number of orders that are erased in one transaction. */
const PORTION = 200;

const ofPerson = (email: string): SQL => sql`(select number from orders where email = ${email})`;

/** Matters that are open with a person. */
const openMatters = async (db: Database, email: string): Promise<OpenMatter[]> =>
  (await db.execute<OpenMatter & Record<string, unknown>>(openMattersOf(sql`email = ${email}`))).rows;

/** Whether something keeps a person: an open matter of an order, or a gift card whose letter has not left yet. */
const isPersonOpen = async (db: Database, email: string): Promise<boolean> =>
  (await openMatters(db, email)).length > 0 || (await unsentCardsOf(db, email)).length > 0;

/** A text of a member that an erasure empties: the order, and the words. */
export interface MembersNote {
  orderNumber: string;
  words: string;
}

/** Texts that members wrote about a person's orders, which may have to be kept elsewhere before they are erased. */
async function notesAbout(db: Database, email: string): Promise<MembersNote[]> {
  const { rows } = await db.execute<{ number: string; words: string }>(sql`
    select order_number as number, note as words from order_notes where order_number in ${ofPerson(email)}
    union all select order_number, refunds.reason from payments join refunds on payment_id = payments.id
      where order_number in ${ofPerson(email)}
    union all select order_number, refunds.agreed from payments join refunds on payment_id = payments.id
      where order_number in ${ofPerson(email)}
    union all select order_number, reason from order_changes where order_number in ${ofPerson(email)}
    union all select order_number, reason from made_orders where order_number in ${ofPerson(email)}`);
  return rows.flatMap(({ number, words }) => (words.trim() ? [{ orderNumber: number, words }] : []));
}

/**
 * All that an owner sees before erasing a person.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`.
 */
export async function beforeErasure({ db }: Pick<Services, "db">, member: Member, email: string) {
  await requireRight({ db }, member, "erase");
  const { rows } = await db.execute<{ orders: number; words: number }>(sql`
    select (select count(*)::int from orders where email = ${email}) as orders,
      (select count(*)::int from reviews where order_number in ${ofPerson(email)})
        + (select count(*)::int from questions where lower(email) = ${email})
        + (select count(*)::int from comments where lower(email) = ${email}) as words`);
  const giftCards = await giftCardsOfPerson(db, email);
  return {
    open: await openMatters(db, email),
    unsentCards: giftCards.filter(({ waitsFor }) => waitsFor !== null),
    cardsThatGoOn: giftCards.filter(({ waitsFor }) => waitsFor === null),
    notes: await notesAbout(db, email),
    orders: rows[0]?.orders ?? 0,
    words: rows[0]?.words ?? 0,
  };
}

/** Wish of an owner to erase a person: the address, and whether published words go as well. */
export interface ErasureWish {
  submission: string;
  email: string;
  withWords: boolean;
}

/**
 * Asks for the erasure of a person, which a job carries out; returns its id.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`; `person-open` while an order, return, change, refund or dispute is open, or a gift
 * card is not sent yet.
 */
export async function askErasure(
  services: Pick<Services, "db" | "jobs" | "sealer">,
  member: Member,
  { submission, email, withWords }: ErasureWish,
): Promise<string> {
  await requireRight(services, member, "erase");
  const digest = services.sealer.sign("erasure", erasedText(email, withWords));
  const about = { submission, kind: ERASURE, record: digest };
  const { id } = await once(services, member, about, async (tx) => {
    const { numbers: orderNumbers } = await lockedOrders(tx, email);
    if (await isPersonOpen(tx, email)) throw new Refusal("person-open");
    const [asked] = await tx
      .insert(erasures)
      .values({ email, digest, withWords, orderNumbers, memberId: member.id })
      .returning({ id: erasures.id });
    if (!asked) throw new Error("The erasure was not stored.");
    const act = { memberId: member.id, submission, action: "erase" as const, reason: "" };
    const change = {
      kind: ERASURE,
      record: asked.id,
      version: 1,
      field: "person",
      old: null,
      new: orderNumbers.length,
    };
    await logChanges(tx, act, [change]);
    await services.jobs.enqueue(tx, ERASE_PERSON, { id: asked.id } satisfies ErasePerson, { key: asked.id });
    return { saved: true, id: asked.id };
  });
  return id;
}

/** Text of which an erasure's digest is made, also by a restore that looks for the person. */
export const erasedText = (email: string, withWords: boolean): string =>
  `${withWords ? "person-with-words" : "person"} ${email}`;

/**
 * Orders of a person, at most `most`: their numbers, with rows and payments locked, so that a payment that arrives meanwhile waits; and
 * whether there are no others. Erasures of one person wait for each other.
 */
async function lockedOrders(
  tx: Transaction,
  email: string,
  most?: number,
): Promise<{ numbers: string[]; isAll: boolean }> {
  await lockFor(tx, `erasure ${email}`);
  const numbersOf = async (statement: SQL) =>
    (await tx.execute<{ number: string }>(statement)).rows.map(({ number }) => number);
  const found = await numbersOf(
    sql`select number from orders where email = ${email} order by number limit ${most ?? sql`all`}`,
  );
  await lockPaymentsOfAll(tx, found);
  // Only orders whose payments are locked: an order's lock comes after them.
  const numbers = await numbersOf(sql`select number from orders
    where number = any(${sql.param(found)}::text[]) and email = ${email} order by number for update`);
  return { numbers, isAll: most === undefined || found.length < most };
}

/**
 * Erases a person in portions; safe to kill and to repeat. The person is found by the address until the last step, which forgets it.
 *
 * @throws {Refusal} `person-open` if something was opened since the erasure was asked for; the job tries again later.
 */
export async function erasePerson(
  services: Pick<Services, "db" | "mail" | "settings" | "address" | "sealer">,
  id: string,
  now: Date,
): Promise<void> {
  const { db, mail } = services;
  const [asked] = await db.select().from(erasures).where(eq(erasures.id, id));
  const email = asked?.email;
  if (!asked || !email) return;
  const extent = asked.withWords ? "person-with-words" : "person";
  for (;;) {
    const isLast = await db.transaction(async (tx) => {
      const { numbers, isAll } = await lockedOrders(tx, email, PORTION);
      if (await isPersonOpen(tx, email)) throw new Refusal("person-open");
      await tx
        .update(erasures)
        .set({
          orderNumbers: sql`(select jsonb_agg(distinct number order by number) from (
          select jsonb_array_elements_text(${erasures.orderNumbers}) union select unnest(${sql.param(numbers)}::text[])) as all_of(number))`,
        })
        .where(numbers.length > 0 ? eq(erasures.id, id) : sql`false`);
      await eraseRows(tx, { orders: numbers }, extent, now);
      return isAll;
    });
    if (isLast) break;
  }
  await tellErased(services, email, id);
  const letters = await mail.forget(email);
  await db.transaction(async (tx) => {
    await eraseAddress(tx, { email, extent, sign: signOf(services) }, now);
    await tx
      .update(erasures)
      .set({ doneAt: now, email: null, letters: sql`${erasures.letters} + ${letters}` })
      .where(eq(erasures.id, id));
  });
}

/** Erases what is known of an address besides its orders: messages, lists, counters, and jobs that ended. */
async function eraseAddress(
  tx: Database,
  { email, extent, sign }: { email: string; extent: "person" | "person-with-words"; sign: Sign },
  now: Date,
): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id::text as id from messages where lower(email) = ${email}`,
  );
  await endConversations(
    tx,
    rows.map(({ id }) => id),
  );
  await tx.execute(sql`select blank_shopper_data('gift-card', id::text) from gift_cards where lower(email) = ${email}`);
  await endRequestsOf(tx, email, now);
  await endLettersOf(tx, sign, email);
  await eraseRows(tx, { email }, extent, now);
  await tx.execute(sql`delete from rate_limits where strpos(lower(key), ${email}) > 0`);
  await tx.execute(sql`delete from pgboss.job
    where strpos(lower(data::text), ${email}) > 0 and state in ('completed', 'cancelled', 'failed')`);
}

/**
 * Erases a person whose erasure a restored backup does not know, in the transaction of the restore, and notes it, so that a later
 * restore does not repeat it. Nothing is refused: what was open in the backup has ended since.
 */
export async function erasePersonAgain(
  tx: Database,
  { email, withWords, sign }: Pick<ErasureWish, "email" | "withWords"> & { sign: Sign },
  now: Date,
): Promise<void> {
  const extent = withWords ? "person-with-words" : "person";
  const { rows } = await tx.execute<{ number: string }>(sql`select number from orders where email = ${email}`);
  const orderNumbers = rows.map(({ number }) => number);
  await eraseRows(tx, { orders: orderNumbers }, extent, now);
  await eraseAddress(tx, { email, extent, sign }, now);
  const digest = sign(erasedText(email, withWords));
  await tx.insert(erasures).values({ digest, withWords, orderNumbers, memberId: "restore", askedAt: now, doneAt: now });
}

/**
 * An erasure, for the page that says what stays and what is left to do; undefined for an unknown id.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function erasureOf({ db }: Pick<Services, "db">, member: Member, id: string) {
  await requireRight({ db }, member, "people.read");
  const [row] = await db.select().from(erasures).where(eq(erasures.id, id));
  if (!row) return undefined;
  const { rows } = await db.execute<{ gateway: string; gatewayId: string }>(sql`
    select gateway, gateway_id as "gatewayId" from payments
    where order_number in (select jsonb_array_elements_text(order_numbers) from erasures where id = ${id}) and gateway_id is not null
      and kind <> 'gift-card' and gateway <> 'none'
    order by requested_at limit 100`);
  const { askedAt, doneAt, withWords, orderNumbers, letters } = row;
  return { askedAt, doneAt, withWords, orderNumbers, letters, payments: rows };
}
