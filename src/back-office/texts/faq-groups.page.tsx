import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { save } from "~/shop/audit/save.server";
import { can } from "~/shop/members/rights";
import { faqGroupRecord, memberFaqGroups } from "~/shop/texts/faq-group-record.server";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { type FormOutcome, formActions, type SentForm } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm, showNewest } from "../forms/send-form";
import { PageHead } from "../ui/page-head";
import { titled } from "../titled";
import { RenameForm } from "./rename-form";

export const meta = titled("Groups of the FAQ");

export async function loader({ context }: LoaderFunctionArgs) {
  const member = memberOf(context);
  return {
    groups: await memberFaqGroups(servicesOf(context), member),
    mayChange: can(member, "content.change"),
    submission: randomUUID(),
  };
}

const schema = z.object({ id: z.string().min(1).max(64), name: z.string() });

async function renameGroup(
  { services, member, submission, version }: SentForm,
  { id, name }: z.output<typeof schema>,
): Promise<FormOutcome> {
  const edits = [{ kind: faqGroupRecord, id, version, values: { name } }];
  const saved = await save(services, member, { submission, edits });
  if (!saved.saved) return { late: "Somebody renamed this group meanwhile. Look again, then decide." };
  return { to: "/words/faq/groups", act: saved.changed > 0 ? saved.act : null };
}

export const action = formActions({
  rename: { right: "content.change", schema, act: renameGroup },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page of the groups of the FAQ, which are its tabs. */
export default function FaqGroups() {
  const { groups, submission, mayChange } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Groups" back={{ to: "/words/faq", name: "Questions and answers" }}>
        The tabs of the FAQ, in its order. A new name is on the shop at once. A group without questions on the shop is
        not shown.
      </PageHead>
      {!mayChange && <p className="read-only">You may read this. Changing it takes another role.</p>}
      <FormMessage of={groups.map(({ id }) => `rename:${id}`)} />
      {groups.map((group) => (
        <RenameForm
          key={group.id}
          of={group}
          note={counted(group.questions, "question")}
          submission={submission}
          mayChange={mayChange}
        />
      ))}
    </>
  );
}
