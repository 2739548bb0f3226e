import { folded } from "~/shop/folded-text";
import { randomBytes } from "node:crypto";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { faqGroups, faqsWith } from "~/shop/texts/faq-lines.server";
import { draftedValues } from "~/shop/publishing/drafts.server";
import type { Sign } from "../ui/state";
import { recordState } from "./text-line";

/** A question in the list of the FAQ. */
export interface FaqListed {
  id: string;
  question: string;
  answer: string;
  state: { sign: Sign; text: string };
}

/**
 * Questions of the FAQ by group with the values of their drafts; with a search text only questions that contain it.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function faqPage(services: Services, member: Member, text: string) {
  await requireRight(services, member, "content.read");
  const { db } = services;
  const drafted = new Map(
    (await draftedValues(db)).flatMap(({ kind, id, values }) => (kind === "faq" ? [[id, values] as const] : [])),
  );
  const [groups, rows] = await Promise.all([faqGroups(db), faqsWith(db, drafted)]);
  const wanted = folded(text);
  return {
    groups: groups
      .map(({ id, name }) => ({
        id,
        name,
        questions: rows
          .filter(({ categoryId }) => categoryId === id)
          .filter(({ question, answer }) => folded(`${question}\n${answer}`).includes(wanted))
          // A row without a question and without a draft is unused.
          .filter((row) => row.question !== "" || drafted.has(row.id))
          .map(({ id: own, question, answer, isShown }): FaqListed => {
            const changes = Object.keys(drafted.get(own) ?? {}).length;
            return { id: own, question: question || "Without a text", answer, state: recordState(changes, isShown) };
          }),
      }))
      .filter(({ questions }) => questions.length > 0 || wanted === ""),
    drafts: drafted.size,
    /** Id to give to a new question. */
    next: randomBytes(12).toString("hex"),
    mayChange: can(member, "content.change"),
  };
}
