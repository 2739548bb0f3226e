import { createHash } from "node:crypto";
import { and, eq, isNull, lt, lte } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { MINUTE } from "~/platform/durations";
import { log } from "~/platform/log.server";
import { LATE, within } from "~/platform/within";
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
 * Quotes the tax by the tax service. Its first answer for a bag and an address is reused for the whole day. Returns null if
 * nothing is paid for the goods, a kind of goods has no code, or the service does not take so many lines. Also returns null if the
 * shop is not registered in the state, or the service fails or does not answer within its `patience`: then it is not asked again
 * about this bag and address for ten minutes.
 */
export async function serviceQuote(
  { db, service }: { db: Database; service: TaxService },
  { goods, codes, to, state, day, now }: Asked,
): Promise<TaxQuote | null> {
  const question = questionOf(goods, codes, to);
  if (!question || question.lines.length > service.mostLines) return null;
  const key = keyOf(question, day);
  const [known] = await db.select().from(taxAnswers).where(eq(taxAnswers.key, key));
  const isKnown = known && (known.answer !== null || now.getTime() - known.at.getTime() < SILENCE);
  const answer = isKnown ? known.answer : await firstAnswer(db, key, await ask(service, question), now);
  return answer && quoteByService(answer, goods, state, to, day);
}

const keyOf = ({ lines, deliveryFee, to }: ServiceQuestion, day: string): string => {
  const place = [to.street, to.city, to.zip, to.state].map((part) => part.trim().toUpperCase());
  const goods = lines.map(({ reference, amount, quantity, code }) => [reference, amount, quantity, code]);
  return createHash("sha256")
    .update(JSON.stringify([goods, deliveryFee, place, day]))
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
