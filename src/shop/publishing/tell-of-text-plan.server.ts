import { eq } from "drizzle-orm";
import { createElement } from "react";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import { emailOfMember } from "~/shop/members/members.server";
import { wholeMoment } from "~/shop/shop-time";
import { TextPlanLetter, textPlanSubject } from "./text-plan.email";
import { textPlans, textPlanTexts } from "./text-plans.tables";
import type { TextKind } from "./text-id";
import { nameOfText } from "./text-names";

/** Sends the letter that a plan was published, is over, or failed. */
export async function tellOfTextPlan(
  { db, mail, settings, address, backOfficeAddress }: Services,
  id: string,
): Promise<void> {
  const [plan] = await db.select().from(textPlans).where(eq(textPlans.id, id));
  if (plan?.state !== "out" && plan?.state !== "over" && plan?.state !== "failed") return;
  const to = await emailOfMember(db, plan.memberId);
  if (to === undefined) return;
  const texts = await db.select().from(textPlanTexts).where(eq(textPlanTexts.planId, id));
  const letter = createElement(TextPlanLetter, {
    state: plan.state,
    note: plan.note,
    when: wholeMoment(plan.goesOutAt, settings().timeZone),
    texts: texts.map(({ kind, record }) => nameOfText({ kind: kind as TextKind, id: record })),
    settings: settings(),
    address,
    plans: `${backOfficeAddress}/words/plans`,
  });
  await mail.send({
    ...(await renderLetter(letter)),
    to,
    subject: textPlanSubject(plan.state),
    key: `word-plan-${id}-${plan.state}`,
  });
}
