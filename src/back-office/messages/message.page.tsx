import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { CameByMail, MessageAnswer } from "~/shop/contact/thread-forms";
import { answerMessage, messageRecord } from "~/shop/contact/answer-message.server";
import { addMail } from "~/shop/contact/message-mail.server";
import { save } from "~/shop/audit/save.server";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { formActions } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { messageAddress, messageId } from "./inbox-view";
import { nextAddress, openThread } from "./messages.server";
import { Thread } from "./thread";
import { titled } from "../titled";

export const meta = titled("Message");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = orNotFound(messageId(params.id));
  return orNotFound(await openThread(servicesOf(context), memberOf(context), id, new Date()));
}

export const action = formActions({
  answer: {
    right: "messages.answer",
    schema: MessageAnswer,
    async act({ services, member, params, submission, version }, { answer }) {
      const id = orNotFound(messageId(params.id));
      const answered = await answerMessage(services, member, { id, submission, version, answer });
      return answered.saved ? { to: await nextAddress(services, member), act: answered.act } : { late: LATE };
    },
  },
  mail: {
    right: "messages.answer",
    schema: CameByMail,
    async act({ services, member, params, submission }, mail) {
      const id = orNotFound(messageId(params.id));
      return { to: messageAddress(id), act: await addMail(services, member, { id, submission, ...mail }) };
    },
  },
  move: {
    right: "messages.answer",
    schema: z.object({ state: z.enum(["waiting", "done"]) }),
    async act({ services, member, params, submission, version }, { state }) {
      const id = orNotFound(messageId(params.id));
      const edit = { kind: messageRecord, id: String(id), version, values: { state } };
      const saved = await save(services, member, { submission, edits: [edit] });
      const act = saved.saved && saved.changed > 0 ? saved.act : null;
      return { to: act && state === "done" ? await nextAddress(services, member) : messageAddress(id), act };
    },
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

const LATE =
  "Somebody dealt with this message after you opened it: it stands below as it is now. Your answer was not sent; what you wrote is still here.";

/** Page of a message with its answers and the form to answer it. */
export default function MessageScreen() {
  return <Thread thread={useLoaderData<typeof loader>()} />;
}
