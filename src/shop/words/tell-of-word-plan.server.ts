import { eq } from "drizzle-orm";
import { createElement } from "react";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { emailOfMember } from "~/shop/members/members.server";
import { wholeMoment } from "~/shop/shop-time";
import { WordPlanLetter, wordPlanSubject } from "./word-plan.email";
import { wordPlans, wordPlanTexts } from "./word-plans.tables";
import type { WordsKind } from "./words-id";
import { nameOfWords } from "./words-names";

/** Sends the letter that a plan was published, is over, or failed. */
export async function tellOfWordPlan(
  { db, mail, settings, address, backOfficeAddress }: Services,
  id: string,
): Promise<void> {
  const [plan] = await db.select().from(wordPlans).where(eq(wordPlans.id, id));
  if (plan?.state !== "out" && plan?.state !== "over" && plan?.state !== "failed") return;
  const to = await emailOfMember(db, plan.memberId);
  if (to === undefined) return;
  const texts = await db.select().from(wordPlanTexts).where(eq(wordPlanTexts.planId, id));
  const letter = createElement(WordPlanLetter, {
    state: plan.state,
    note: plan.note,
    when: wholeMoment(plan.goesOutAt, settings().timeZone),
    texts: texts.map(({ kind, record }) => nameOfWords({ kind: kind as WordsKind, id: record })),
    settings: settings(),
    address,
    plans: `${backOfficeAddress}/words/plans`,
  });
  await mail.send({
    ...(await renderLetter(letter)),
    to,
    subject: wordPlanSubject(plan.state),
    key: `word-plan-${id}-${plan.state}`,
  });
}
