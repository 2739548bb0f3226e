import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, inArray, isNull, lt, lte } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { MINUTE } from "~/platform/durations";
import { addToHour } from "~/platform/hourly-sum.server";
import { log } from "~/platform/log.server";
import { claim, freeClaim } from "~/platform/rate-limit.server";
import { LATE, within } from "~/platform/within";
import { networkWait } from "~/shop/form-limits.server";
import { Refusal } from "~/shop/refusal";
import { questionOf, quoteByService } from "./quote-by-service";
import type { TaxGoods, TaxQuote } from "./quote-tax";
import { taxAnswers } from "./tax-answers.tables";
import { type Destination, type ServiceAnswer, type ServiceQuestion, type TaxService } from "./tax-service";
import type { TaxKind } from "~/shop/catalog/kinds-for-tax";
import type { TaxState } from "./tax-table";

/**
 * Milliseconds for which a missing answer of the service is remembered: the shop's own rates are used for this bag and address
 * until then.
 */
const SILENCE = 10 * MINUTE;
/** Milliseconds for which answers are stored: the day on which they are valid, and one more day, because clocks may differ. */
const KEPT = 2 * 24 * 60 * MINUTE;

interface Asked {
  goods: TaxGoods;
  codes: Partial<Record<TaxKind, string>>;
  to: Destination;
  state: TaxState;
  /** Day in the shop's time zone, as 2026-08-01. */
  day: string;
  now: Date;
}

/**
 * For what the service is asked. A quote asks about the ZIP alone, once for a bag and a day, and counts a question for its network
 * (as `addressPrefix` returns it). An order asks about the whole address; `mayAsk` decides whether it may, and throws if not.
 */
export type Asking = { for: "quote"; network: string | undefined } | { for: "order"; mayAsk?: () => Promise<void> };

/** Returned in place of a quote if its network has asked too many questions. */
export const BOUNDED = "bounded";

/** New questions of a network for quotes: `times` in `seconds`. Each is paid by the merchant. */
export const QUOTE_QUESTIONS = { name: "tax-questions", times: 20, seconds: 600 };

/** Questions of the whole shop in an hour, above which Today and a letter say so. Nothing stops at it. */
export const HOUR_OF_QUESTIONS = { name: "tax-questions", most: 300 };

interface Service {
  db: Database;
  service: TaxService;
}

/**
 * Quotes the tax by the tax service. Its first answer for a bag and an address is reused for the whole day; an answer to an order
 * of the same address is preferred to that about its ZIP. Returns null if nothing is paid for the goods, a kind of goods has no
 * code, or the service does not take so many lines. Also returns null if the shop is not registered in the state, or the service
 * fails or does not answer within its `patience`: then it is not asked again about this bag and address for ten minutes.
 *
 * @throws {Refusal} as `mayAsk` of an order.
 */
export async function serviceQuote(
  at: Service,
  { goods, codes, to, state, day, now }: Asked,
  asking: Asking,
): Promise<TaxQuote | null | typeof BOUNDED> {
  const exact = questionOf(goods, codes, to);
  if (!exact || exact.lines.length > at.service.mostLines) return null;
  const ofZip = { ...exact, to: { ...to, street: "", city: "" } };
  const answer = await answerTo(
    at,
    { exact: [keyOf(exact, day), exact], ofZip: [keyOf(ofZip, day), ofZip] },
    asking,
    now,
  );
  if (answer === BOUNDED) return BOUNDED;
  return answer && quoteByService(answer, goods, state, to, day);
}

type Keyed = [key: string, question: ServiceQuestion];

async function answerTo(
  at: Service,
  { exact, ofZip }: Record<"exact" | "ofZip", Keyed>,
  asking: Asking,
  now: Date,
): Promise<ServiceAnswer | null | typeof BOUNDED> {
  const rows = await at.db
    .select()
    .from(taxAnswers)
    .where(inArray(taxAnswers.key, [exact[0], ofZip[0]]));
  const known = rows.filter(({ answer, at }) => answer !== null || now.getTime() - at.getTime() < SILENCE);
  const ofOrder = known.find(({ key }) => key === exact[0]);
  if (ofOrder) return ofOrder.answer;
  const ofQuote = known.find(({ key }) => key === ofZip[0]);
  // An order is not kept waiting for a service that has just been silent about its ZIP.
  if (ofQuote && (asking.for === "quote" || ofQuote.answer === null)) return ofQuote.answer;
  if (asking.for === "order") {
    await asking.mayAsk?.();
    return askOnce(at, exact, now);
  }
  const wait = await networkWait(at.db, QUOTE_QUESTIONS, asking.network);
  return wait > 0 ? BOUNDED : askOnce(at, ofZip, now);
}

const CLAIM = "tax-question";
/** Milliseconds between two looks for the answer to a question that another process has asked. */
const LOOK_EVERY_MS = 100;
/** Questions that this process is asking, by their keys. */
const underWay = new WeakMap<Database, Map<string, Promise<ServiceAnswer | null>>>();

/** Asks a question whose answer is not stored; requests for the same answer wait for one question, over all processes. */
function askOnce(at: Service, keyed: Keyed, now: Date): Promise<ServiceAnswer | null> {
  const [key] = keyed;
  const own = underWay.get(at.db) ?? new Map<string, Promise<ServiceAnswer | null>>();
  underWay.set(at.db, own);
  const begun = own.get(key);
  if (begun) return begun;
  const answer = askOfProcess(at, keyed, now).finally(() => own.delete(key));
  own.set(key, answer);
  return answer;
}

async function askOfProcess(
  { db, service }: Service,
  [key, question]: Keyed,
  now: Date,
): Promise<ServiceAnswer | null> {
  const ends = performance.now() + 2 * service.patience;
  while (!(await claim(db, CLAIM, key, (2 * service.patience) / 1000))) {
    if (performance.now() > ends) return null;
    await pause(LOOK_EVERY_MS);
  }
  try {
    // The process that had the claim may have stored its answer meanwhile.
    const [known] = await db.select().from(taxAnswers).where(eq(taxAnswers.key, key));
    if (known && (known.answer !== null || now.getTime() - known.at.getTime() < SILENCE)) return known.answer;
    await addToHour(db, HOUR_OF_QUESTIONS, now);
    return await firstAnswer(db, key, await ask(service, question), now);
  } finally {
    await freeClaim(db, CLAIM, key);
  }
}

const keyOf = ({ lines, delivery, to }: ServiceQuestion, day: string): string => {
  const place = [to.street, to.city, to.zip, to.state].map((part) => part.trim().toUpperCase());
  const goods = lines.map(({ reference, amount, quantity, code }) => [reference, amount, quantity, code]);
  return createHash("sha256")
    .update(JSON.stringify([goods, delivery, place, day]))
    .digest("hex");
};

/** Stores an answer unless one is stored already, and returns the stored one. */
async function firstAnswer(
  db: Database,
  key: string,
  answer: ServiceAnswer | null,
  now: Date,
): Promise<ServiceAnswer | null> {
  const isOpen = and(isNull(taxAnswers.answer), lte(taxAnswers.at, new Date(now.getTime() - SILENCE)));
  const [stored] = await db
    .insert(taxAnswers)
    .values({ key, answer, at: now })
    // Replaces only a failure older than SILENCE; an answer that another process has stored meanwhile is kept.
    .onConflictDoUpdate({ target: taxAnswers.key, set: { answer, at: now }, setWhere: isOpen })
    .returning();
  if (stored) return stored.answer;
  const [other] = await db.select().from(taxAnswers).where(eq(taxAnswers.key, key));
  return other?.answer ?? null;
}

async function ask(service: TaxService, question: ServiceQuestion): Promise<ServiceAnswer | null> {
  try {
    const answer = await within(service.calculate(question), service.patience);
    if (answer !== LATE) return answer ?? null;
    log.warn({ state: question.to.state }, "the tax service did not answer in time: own rates count");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.warn({ state: question.to.state }, "the tax service refused: own rates count");
  }
  return null;
}

/** Deletes answers that are not used any more. */
export async function sweepTaxAnswers(db: Database, now: Date): Promise<void> {
  await db.delete(taxAnswers).where(lt(taxAnswers.at, new Date(now.getTime() - KEPT)));
}
