import { eq, isNull, and } from "drizzle-orm";
import { createElement } from "react";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import type { Saved, Stale } from "~/shop/audit/saving";
import { save } from "~/shop/audit/save.server";
import { namedProducts } from "~/shop/catalog/named-products.server";
import { productAddress } from "~/shop/catalog/product";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import type { Member } from "~/shop/members/member";
import { moderatedQuestions, wantsAnswer } from "./moderated-reviews.server";
import { QuestionAnswered, questionAnsweredSubject } from "./question-answered.email";
import { questions } from "./reviews.tables";

/** Job that mails the shop's answer to a question. */
export const MAIL_ANSWER = "mail-question-answer";
export interface MailAnswer {
  id: string;
}

interface Answering {
  id: string;
  version: number;
  submission: string;
  answer: string;
}

/**
 * Publishes a question with the shop's answer and enqueues the letter to an asker who wants one, only once.
 *
 * @throws {Refusal} as `save`.
 */
export async function answerQuestion(
  services: Pick<Services, "db" | "jobs" | "settings">,
  member: Member,
  { id, version, submission, answer }: Answering,
  now: Date,
): Promise<Saved | Stale> {
  const { jobs, settings } = services;
  const staffAnswer = { author: settings().shopName, date: now.toISOString(), content: answer };
  return save(services, member, {
    submission,
    action: "answer",
    edits: [{ kind: moderatedQuestions.record, id, version, values: { standing: "approved", answer: staffAnswer } }],
    async also(tx) {
      if (await wantsAnswer(tx, id)) await jobs.enqueue(tx, MAIL_ANSWER, { id } satisfies MailAnswer, { key: id });
    },
  });
}

/** Mails the shop's answer to the asker, unless the answer was withdrawn before. */
export async function mailAnswer(
  { db, mail, settings, address }: Pick<Services, "db" | "mail" | "settings" | "address">,
  { id }: MailAnswer,
): Promise<void> {
  const [question] = await db.select().from(questions).where(eq(questions.id, id));
  const answer = question?.answers.find(({ staff }) => staff);
  if (!question?.email || question.answerMailedAt || question.state !== "approved" || !answer) return;
  const product = (await namedProducts(db, [question.productId])).get(question.productId);
  const props = {
    question: question.question,
    answer: answer.content,
    product: { name: product?.name ?? "", href: product ? address + productAddress(product) : address },
    words: await letterWords(db, "question-answered", settings()),
    settings: settings(),
    address,
  };
  await mail.send({
    to: question.email,
    replyTo: settings().supportEmail,
    subject: questionAnsweredSubject(props),
    ...(await renderLetter(createElement(QuestionAnswered, props))),
    key: `question-answered ${id}`,
  });
  await db
    .update(questions)
    .set({ answerMailedAt: new Date() })
    .where(and(eq(questions.id, id), isNull(questions.answerMailedAt)));
}
