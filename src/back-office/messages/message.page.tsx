import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { z } from "zod";
import { MessageAnswer } from "~/shop/contact/answer";
import { answerMessage, messageRecord } from "~/shop/contact/answer-message.server";
import { save } from "~/shop/audit/save.server";
import { faultOf, log } from "~/platform/log.server";
import { formOf, orNotFound } from "~/shop/form";
import { Refusal } from "~/shop/refusal";
import type { Member } from "~/shop/members/member";
import type { Services } from "~/services";
import { declined, readFields } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { messageAddress, messageId } from "./inbox-view";
import { nextAddress, openThread } from "./messages.server";
import { NOT_SENT, sendOrKeep } from "../send-form";
import { Thread } from "./thread";

export const meta = () => [{ title: "Message | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = orNotFound(messageId(params.id));
  return orNotFound(await openThread(servicesOf(context), memberOf(context), id, new Date()));
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const id = orNotFound(messageId(params.id));
  const values = await formOf(request);
  if (values.state !== undefined) return redirect(await moved(services, member, id, values));
  const { fields, errors } = readFields(MessageAnswer, values);
  if (!fields) return declined(values, { errors });
  const answered = await answerMessage(services, member, { id, ...fields }).catch((error: unknown) => {
    if (error instanceof Refusal) throw error;
    log.error({ error: faultOf(error), message: id }, "an answer was not stored");
  });
  if (!answered) return declined(values, { message: NOT_SENT, status: 500 });
  if (!answered.saved) return declined(values, { message: LATE, status: 409 });
  return redirect(`${await nextAddress(services, member)}?done=${answered.act}`);
}

export const clientAction = (args: ClientActionFunctionArgs) =>
  sendOrKeep(args, (typed) => declined(typed, { message: NOT_SENT, status: 503 }));

const LATE =
  "Somebody dealt with this message after you opened it: it stands below as it is now. Your answer was not sent; what you wrote is still here.";

const Moved = z.object({
  submission: z.uuid(),
  version: z.coerce.number().int().positive(),
  state: z.enum(["waiting", "done"]),
});

/** Puts a message away, or opens it again; of two members who do so the later one sees what became of it. */
async function moved(services: Services, member: Member, id: number, values: Record<string, string>): Promise<string> {
  const { data: form } = Moved.safeParse(values);
  if (!form) throw data(null, { status: 400 });
  const edit = { kind: messageRecord, id: String(id), version: form.version, values: { state: form.state } };
  const saved = await save(services, member, { submission: form.submission, edits: [edit] });
  const done = saved.saved && saved.changed > 0 ? `?done=${saved.act}` : "";
  return done && form.state === "done"
    ? `${await nextAddress(services, member)}${done}`
    : `${messageAddress(id)}${done}`;
}

/** A message, what was written back, and the way to answer it. */
export default function MessageScreen() {
  const thread = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <Thread key={thread.version} thread={thread} declined={answer && "errors" in answer ? answer : undefined} />;
}
