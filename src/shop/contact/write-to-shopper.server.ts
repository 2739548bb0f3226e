import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { admitLetterByHand } from "~/shop/letters-by-hand.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { orderByNumber } from "~/shop/orders/orders.server";
import { Refusal } from "~/shop/refusal";
import { ANSWER_KIND, SEND_ANSWER, type SendAnswer } from "./answer-message.server";
import { messageAnswers, messages } from "./contact.tables";

interface Writing {
  submission: string;
  /** Number of the order whose shopper gets the letter. */
  orderNumber: string;
  words: string;
}

/**
 * Sends a letter to the shopper of a paid order and returns the id of its new thread, which waits for no answer. A form that is
 * sent twice sends one letter.
 *
 * @throws {Refusal} `right-missing`, `order-unknown`, `order-state` for an order that was never paid, `submission-foreign`, and
 * as `admitLetterByHand`.
 */
export async function writeToShopper(
  services: Pick<Services, "db" | "jobs">,
  member: Member,
  { submission, orderNumber, words }: Writing,
): Promise<{ id: number; act: string }> {
  await requireRight(services, member, "messages.answer", "people.read", "orders.read");
  const about = { submission, kind: ANSWER_KIND, record: `order ${orderNumber}` };
  const { id } = await once(services, member, about, async (tx) => {
    const order = await orderByNumber(tx, orderNumber);
    if (!order) throw new Refusal("order-unknown");
    if (!order.paidAt) throw new Refusal("order-state");
    const { name, email } = order;
    const [thread] = await tx
      .insert(messages)
      .values({
        name,
        email,
        message: "",
        source: "shop",
        orderNumber,
        requestKey: `shop ${submission}`,
        state: "answered",
      })
      .returning({ id: messages.id, version: messages.version });
    if (!thread) throw new Error("The thread was not stored.");
    const [stored] = await tx
      .insert(messageAnswers)
      .values({ messageId: thread.id, submission, memberId: member.id, answer: words })
      .returning({ id: messageAnswers.id });
    if (!stored) throw new Error("The letter was not stored.");
    await admitLetterByHand(tx, { memberId: member.id, to: email });
    await services.jobs.enqueue(tx, SEND_ANSWER, stored satisfies SendAnswer, { key: String(stored.id) });
    await logChanges(tx, { memberId: member.id, submission, action: "write", reason: "" }, [
      {
        kind: ANSWER_KIND,
        record: String(thread.id),
        version: thread.version,
        field: "first",
        old: null,
        new: stored.id,
      },
    ]);
    return { saved: true, id: thread.id };
  });
  return { id, act: submission };
}
