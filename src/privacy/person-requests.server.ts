import { and, asc, desc, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import type { Services } from "~/services";
import type { ActionName } from "~/shop/audit/action-names";
import { type LoggedChange, logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { enqueueFormLetter } from "~/shop/form-limits.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { letterPace } from "~/shop/strangers-letters.server";
import { PROOF_DAYS } from "./person-request";
import type { RequestKind } from "./request-kinds";
import { personCopyParts, personRequests } from "./person-requests.tables";
import { isCodeOf } from "./request-code.server";

/** Name of the job queue that sends the code of a request. */
export const SEND_PERSON_CODE = "send-person-code";
/** Name of the job queue that tells a person why a request is refused. */
export const TELL_REQUEST_REFUSED = "tell-request-refused";
/** Name of the job queue that makes the copy of a person's data. */
export const MAKE_PERSON_COPY = "make-person-copy";
export interface AboutRequest {
  id: string;
}

/** Log kind of requests of people; the log never knows whose. */
export const PERSON_REQUEST = "person-request";

/** Most letters with the same code. */
const MOST_LETTERS = 3;
/** Milliseconds for which a request gets the same code again. */
const SAME_CODE = DAY;
/** Milliseconds after the answer for which a request knows whose it was, so that its letters and its copy can go. */
const KNOWN = 14 * DAY;
/** Months after the answer for which the log of requests has it. */
const LOGGED_MONTHS = 24;

export type PersonRequest = typeof personRequests.$inferSelect;

interface Asked {
  kind: RequestKind;
  email: string;
  /** Time at which the request came. */
  at: Date;
  /** Member who notes it; null for the shop's form. */
  notedBy: string | null;
  /** Whether the letter with its code waits, because strangers write many from its network. */
  isSlow?: boolean;
}

/**
 * Stores a request, or finds the open one of the same address and kind, whose code it renews after a day. Returns it with the key
 * of the letter that its code needs, undefined if it has had all of the day. Letters that wait are one more, so that they do not take
 * the place of those that go at once.
 */
async function storeRequest(
  tx: Database,
  { kind, email, at, notedBy, isSlow = false }: Asked,
  { days, now }: { days: number; now: Date },
): Promise<{ id: string; letter: string | undefined }> {
  const letters = isSlow ? 0 : 1;
  const code = { codeAt: now, codeLetters: letters };
  const isOld = sql`${personRequests.codeAt} <= ${new Date(now.getTime() - SAME_CODE).toISOString()}::timestamptz`;
  const [row] = await tx
    .insert(personRequests)
    .values({ kind, email, notedBy, askedAt: at, dueAt: new Date(at.getTime() + days * DAY), ...code })
    .onConflictDoUpdate({
      target: [personRequests.email, personRequests.kind],
      targetWhere: sql`answered_at is null`,
      set: {
        codeAt: sql`case when ${isOld} then excluded.code_at else ${personRequests.codeAt} end`,
        codeLetters: sql`case when ${isOld} then 0 else ${personRequests.codeLetters} end + ${letters}::int`,
      },
    })
    .returning();
  if (!row) throw new Error("The request was not stored.");
  return { id: row.id, letter: isSlow ? `${row.id} ${row.codeAt.toISOString()} slow` : letterOf(row) };
}

/** Key of the letter with a request's code; undefined if it has had all of them. */
const letterOf = ({ id, codeAt, codeLetters }: PersonRequest): string | undefined =>
  codeLetters > MOST_LETTERS ? undefined : `${id} ${codeAt.toISOString()} ${codeLetters}`;

/**
 * Stores a request of the shop's form and sends its code to the address. The same is done for every address, whether the shop knows
 * it or not, so that neither answer nor time tells it.
 */
export async function askForData(
  shop: Pick<Services, "db" | "jobs" | "settings">,
  { kind, email }: Pick<Asked, "kind" | "email">,
  now: Date,
  network?: string,
): Promise<{ isSlow: boolean }> {
  return shop.db.transaction(async (tx) => {
    const { isSlow, startAfter } = await letterPace(tx, { email, network }, now);
    const days = shop.settings().requestDays;
    const asked = { kind, email, at: now, notedBy: null, isSlow: startAfter > 0 };
    const { id, letter } = await storeRequest(tx, asked, { days, now });
    const payload = { id } satisfies AboutRequest;
    if (letter !== undefined)
      await enqueueFormLetter(
        shop,
        tx,
        { email, network, startAfter },
        { name: SEND_PERSON_CODE, payload, key: letter },
      );
    return { isSlow };
  });
}

/** Sends a code for the copy of a request: within a day the same one, and a few times. */
export async function codeForCopy({ db, jobs }: Pick<Services, "db" | "jobs">, id: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const { codeAt, codeLetters } = await lockedRequest(tx, id);
    const isOld = now.getTime() - codeAt.getTime() >= SAME_CODE;
    const [row] = await tx
      .update(personRequests)
      .set(isOld ? { codeAt: now, codeLetters: 1 } : { codeLetters: codeLetters + 1 })
      .where(eq(personRequests.id, id))
      .returning();
    const key = row && letterOf(row);
    if (key !== undefined) await jobs.enqueue(tx, SEND_PERSON_CODE, { id } satisfies AboutRequest, { key });
  });
}

/** A request that was proved: its kind, and by when it is answered. */
export type Proved = Pick<PersonRequest, "kind" | "dueAt">;

/**
 * Proves a request by its code; repeating it changes nothing.
 *
 * @throws {Refusal} `code-unknown` if no open request of the address has the code.
 */
export async function proveRequest(
  services: Pick<Services, "db" | "sealer">,
  { email, code }: { email: string; code: string },
  now: Date,
): Promise<Proved> {
  const open = await services.db
    .select()
    .from(personRequests)
    .where(and(eq(personRequests.email, email), isNull(personRequests.answeredAt)));
  const request = open.find((row) => isCodeOf(services, row, code));
  if (!request) throw wrongCode();
  await services.db
    .update(personRequests)
    .set({ provedAt: now, version: sql`${personRequests.version} + 1` })
    .where(and(eq(personRequests.id, request.id), isNull(personRequests.provedAt)));
  return request;
}

export const wrongCode = (): Refusal =>
  new Refusal("code-unknown", {
    fields: { code: "This is not the code of our newest letter. Please look at it again, or ask for a new one." },
  });

const logged = async (
  tx: Transaction,
  member: Member,
  submission: string,
  { record, field, old = null, next }: { record: string; field: ActionName; old?: unknown; next: unknown },
): Promise<void> => {
  const act = { memberId: member.id, submission, action: field, reason: "" };
  const change: LoggedChange = { kind: PERSON_REQUEST, record, version: 1, field, old, new: next };
  await logChanges(tx, act, [change]);
};

/** A request that a member notes, for instance from a letter. */
export interface NotedRequest {
  submission: string;
  kind: RequestKind;
  email: string;
  /** Time at which it came; the days to answer count from it. */
  cameAt: Date;
}

/**
 * Notes a request that came by another way than the shop's form, and sends its code to the address; returns its id. An open request of
 * the same address and kind is the same one.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function noteRequest(
  services: Pick<Services, "db" | "jobs" | "settings">,
  member: Member,
  { submission, kind, email, cameAt }: NotedRequest,
  now: Date,
): Promise<string> {
  await requireRight(services, member, "people.change");
  const about = { submission, kind: PERSON_REQUEST, record: "note" };
  const { id } = await once(services, member, about, async (tx) => {
    const days = services.settings().requestDays;
    const request = await storeRequest(tx, { kind, email, at: cameAt, notedBy: member.id }, { days, now });
    await logged(tx, member, submission, { record: request.id, field: "noted", next: kind });
    const payload = { id: request.id } satisfies AboutRequest;
    if (request.letter !== undefined)
      await services.jobs.enqueue(tx, SEND_PERSON_CODE, payload, { key: request.letter });
    return { saved: true, id: request.id };
  });
  return id;
}

/**
 * Proves a request by the code that the person told a member.
 *
 * @throws {Refusal} `right-missing`, `code-unknown`.
 */
export async function proveAsMember(
  services: Pick<Services, "db" | "sealer">,
  member: Member,
  { submission, id, code }: { submission: string; id: string; code: string },
  now: Date,
): Promise<void> {
  await requireRight(services, member, "people.change");
  await once(services, member, { submission, kind: PERSON_REQUEST, record: id }, async (tx) => {
    const request = await lockedRequest(tx, id);
    if (!isCodeOf(services, request, code)) throw wrongCode();
    if (request.provedAt) return { saved: false };
    await change(tx, request, { provedAt: now });
    await logged(tx, member, submission, { record: id, field: "proved", next: request.kind });
    return { saved: true };
  });
}

/** A member's answer to a request. */
interface Answer {
  submission: string;
  id: string;
}

/**
 * Answers a request with a copy, which a job makes and a letter tells of.
 *
 * @throws {Refusal} `right-missing`, `factor-missing`; `whole-newer` if it is not open, not proved or not for a copy.
 */
export async function answerWithCopy(
  services: Pick<Services, "db" | "jobs">,
  member: Member,
  { submission, id }: Answer,
): Promise<void> {
  await requireRight(services, member, "people.change", "export");
  await once(services, member, { submission, kind: PERSON_REQUEST, record: id }, async (tx) => {
    const request = await openRequest(tx, id);
    if (request.kind !== "copy" || request.memberId) throw new Refusal("whole-newer");
    await change(tx, request, { memberId: member.id });
    await logged(tx, member, submission, { record: id, field: "answer", next: "copy" });
    await services.jobs.enqueue(tx, MAKE_PERSON_COPY, { id } satisfies AboutRequest, { key: id });
    return { saved: true };
  });
}

/**
 * Refuses a request with words to the person, which a letter says.
 *
 * @throws {Refusal} `right-missing`; `whole-newer` if it is not open or not proved.
 */
export async function refuseRequest(
  services: Pick<Services, "db" | "jobs">,
  member: Member,
  { submission, id, words }: Answer & { words: string },
  now: Date,
): Promise<void> {
  await requireRight(services, member, "people.change");
  await once(services, member, { submission, kind: PERSON_REQUEST, record: id }, async (tx) => {
    const request = await openRequest(tx, id);
    if (request.memberId) throw new Refusal("whole-newer");
    await change(tx, request, { memberId: member.id, answeredAt: now, outcome: "refused", words });
    await logged(tx, member, submission, { record: id, field: "answer", next: "refused" });
    await services.jobs.enqueue(tx, TELL_REQUEST_REFUSED, { id } satisfies AboutRequest, { key: id });
    return { saved: true };
  });
}

async function lockedRequest(tx: Transaction, id: string): Promise<PersonRequest> {
  const [row] = await tx.select().from(personRequests).where(eq(personRequests.id, id)).for("update");
  if (!row) throw new Refusal("whole-newer");
  return row;
}

/** A proved request that has no answer, locked. */
async function openRequest(tx: Transaction, id: string): Promise<PersonRequest> {
  const request = await lockedRequest(tx, id);
  if (request.answeredAt || !request.provedAt) throw new Refusal("whole-newer");
  return request;
}

async function change(tx: Transaction, { id, version }: PersonRequest, set: Partial<PersonRequest>): Promise<void> {
  await tx
    .update(personRequests)
    .set({ ...set, version: version + 1 })
    .where(eq(personRequests.id, id));
}

/** Request by its id; undefined for an unknown one. The caller checks the right. */
export async function requestById(db: Database, id: string): Promise<PersonRequest | undefined> {
  const [row] = await db.select().from(personRequests).where(eq(personRequests.id, id));
  return row;
}

const isOpen = isNull(personRequests.answeredAt);
const isProved = isNotNull(personRequests.provedAt);

/**
 * Parts of the list of requests, each with its condition and order: those that wait for an answer, the first due first; noted ones
 * without a proof; and answered ones, the newest first.
 */
const PARTS = {
  waiting: { which: and(isOpen, isProved), by: personRequests.dueAt, isNewestFirst: false },
  unproved: {
    which: and(isOpen, isNull(personRequests.provedAt), isNotNull(personRequests.notedBy)),
    by: personRequests.askedAt,
    isNewestFirst: false,
  },
  answered: { which: isNotNull(personRequests.answeredAt), by: personRequests.answeredAt, isNewestFirst: true },
} as const;

export type RequestPart = keyof typeof PARTS;

/**
 * Requests of a part of the list, at most `most`, of which `after` is the id of the last one of the page before; null for the first
 * page.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function listRequests(
  { db }: Pick<Services, "db">,
  member: Member,
  { part, after, most }: { part: RequestPart; after: string | null; most: number },
): Promise<PersonRequest[]> {
  await requireRight({ db }, member, "people.read");
  const { which, by, isNewestFirst } = PARTS[part];
  const { id } = personRequests;
  const place = sql`(${by}, ${id})`;
  const last = sql`(select ${by}, ${id} from ${personRequests} where ${id} = ${after})`;
  const beyond = isNewestFirst ? sql`${place} < ${last}` : sql`${place} > ${last}`;
  const order = isNewestFirst ? [desc(by), desc(id)] : [asc(by), asc(id)];
  return db
    .select()
    .from(personRequests)
    .where(and(which, after === null ? undefined : beyond))
    .orderBy(...order)
    .limit(most);
}

/**
 * Requests of an address, at most `most`, the newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function requestsBy(
  { db }: Pick<Services, "db">,
  member: Member,
  email: string,
  most: number,
): Promise<PersonRequest[]> {
  await requireRight({ db }, member, "people.read");
  return db
    .select()
    .from(personRequests)
    .where(eq(personRequests.email, email))
    .orderBy(desc(personRequests.askedAt))
    .limit(most);
}

/** Number of requests that wait for an answer, and by when the first has to be answered. The caller checks the right. */
export async function waitingRequests(db: Database): Promise<{ count: number; due: Date | null }> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int`, due: sql<string | null>`min(${personRequests.dueAt})` })
    .from(personRequests)
    .where(and(isNull(personRequests.answeredAt), isNotNull(personRequests.provedAt), isNull(personRequests.memberId)));
  return { count: row?.count ?? 0, due: row?.due ? new Date(row.due) : null };
}

/**
 * Ends requests: those without a proof are deleted after two weeks, copies when their time is over; two weeks after the answer a row
 * forgets whose it was, and goes after two years.
 */
export async function endRequests(db: Database, now: Date): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const r = personRequests;
  await db
    .delete(r)
    .where(
      and(
        isNull(r.answeredAt),
        isNull(r.provedAt),
        lt(r.askedAt, before(PROOF_DAYS * DAY)),
        lt(r.codeAt, before(PROOF_DAYS * DAY)),
      ),
    );
  await db.execute(sql`delete from ${personCopyParts} using ${r}
    where request_id = id and copy_until < ${now.toISOString()}`);
  await db
    .update(r)
    .set({ email: null, words: "" })
    .where(and(lt(r.answeredAt, before(KNOWN)), isNotNull(r.email)));
  await db.execute(sql`delete from ${r}
    where answered_at < ${now.toISOString()}::timestamptz - make_interval(months => ${LOGGED_MONTHS})`);
}

/**
 * Ends the requests of a person who is erased: open ones are answered by it, and copies go. The marks empty their address.
 */
export async function endRequestsOf(tx: Database, email: string, now: Date): Promise<void> {
  await tx.execute(
    sql`delete from ${personCopyParts} using ${personRequests} where request_id = id and email = ${email}`,
  );
  await tx
    .update(personRequests)
    .set({ answeredAt: now, outcome: "erased", copyUntil: null })
    .where(and(eq(personRequests.email, email), isNull(personRequests.answeredAt)));
}

/** Whether a person with this address has proved a request to be erased that is not answered. */
export async function wantsErasure(db: Database, email: string): Promise<boolean> {
  const rows = await db
    .select({ id: personRequests.id })
    .from(personRequests)
    .where(
      and(
        eq(personRequests.email, email),
        eq(personRequests.kind, "erase"),
        isNotNull(personRequests.provedAt),
        isNull(personRequests.answeredAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
