import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { isRole, roles, roleWords } from "~/shop/members/member";
import { changeRole, endMember, memberById, type Refused, renewWaysIn } from "~/shop/members/members.server";
import { recordMemberEvent } from "~/shop/members/member-events.server";
import { requireRight } from "~/shop/members/rights.server";
import { endSession, endSessions, sessionsOf } from "~/shop/members/sessions.server";
import { declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { momentWords } from "../format-moment";
import { SessionList } from "../account/session-list";
import { Button } from "../ui/button";
import { SelectField } from "../ui/field";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { LinkToHandOver } from "./link-to-hand-over";

export const meta = () => [{ title: "A member | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  const me = memberOf(context);
  await requireRight(services, me, "members");
  const { id = "" } = params;
  const member = orNotFound(isId(id) ? await memberById(services.db, id) : undefined);
  const sessions = await sessionsOf(services.db, id, new Date());
  return {
    member,
    isMe: me.id === id,
    sessions: sessions.map(({ seenAt, ...session }) => ({ ...session, seen: momentWords(seenAt) })),
  };
}

const WORDS: Record<Refused, string> = {
  "last-owner": "This is the last owner. Make somebody else an owner first.",
  changed: "Somebody changed this after you opened it. Look again, then decide.",
  gone: "This member was removed meanwhile.",
  taken: "This address is another member's.",
};

export async function action({ context, params, request }: ActionFunctionArgs) {
  const services = servicesOf(context);
  const me = memberOf(context);
  await requireRight(services, me, "members");
  const values = await formOf(request);
  const { id = "" } = params;
  if (!isId(id)) throw data(null, { status: 404 });
  const { db, backOfficeAddress } = services;
  const here = redirect(`/members/${id}`);
  if (values.intent === "role") {
    const { role, version } = values;
    if (!isRole(role)) return declined(values, { message: "Choose one of the roles." });
    const result = await changeRole(services, me, { id, role, version: Number(version) || 0 });
    if (!result.ok)
      return declined(values, { message: WORDS[result.why], status: result.why === "changed" ? 409 : 422 });
    return here;
  }
  if (values.intent === "end") {
    const result = await endMember(services, me, id, new Date());
    return result.ok ? redirect("/members") : declined({}, { message: WORDS[result.why] });
  }
  if (values.intent === "renew") {
    const token = await renewWaysIn(services, me, id, new Date());
    if (!token) return declined({}, { message: WORDS.gone });
    return { link: `${backOfficeAddress}/welcome/invitation?token=${token}`, message: undefined };
  }
  const ended = values.session
    ? Number(isId(values.session) && (await endSession(db, id, values.session)))
    : await endSessions(db, id);
  await recordMemberEvent(db, { kind: "session-ended", memberId: me.id, details: { of: id, sessions: ended } });
  return here;
}

export default function MemberPage() {
  const { member, sessions, isMe } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <>
      <PageHead title={member.name} back={{ to: "/members", name: "Members" }}>
        {member.email}
      </PageHead>
      {answer?.message && <Notice title={answer.message} isAnswer />}
      {answer && "link" in answer && <LinkToHandOver link={answer.link} email={member.email} />}
      <Section title="Role">
        <Form method="post" className="stack">
          <input type="hidden" name="version" value={member.version} />
          <SelectField
            label="Role"
            name="role"
            defaultValue={member.role}
            key={member.version}
            note={roleWords[member.role].does}
          >
            {roles.map((role) => (
              <option key={role} value={role}>
                {roleWords[role].name}
              </option>
            ))}
          </SelectField>
          <div>
            <Button name="intent" value="role">
              Change the role
            </Button>
          </div>
        </Form>
      </Section>
      <SessionList sessions={sessions} all="End all their sessions" />
      <Section title="Cannot get in?">
        <Form method="post" className="stack">
          <p>
            Ends all sessions and makes a link by which {isMe ? "you set" : `${member.name} sets`} up a new way in. Once
            it is used, the old passkeys, password and codes count no more.
          </p>
          <div>
            <Button name="intent" value="renew">
              Make a link
            </Button>
          </div>
        </Form>
      </Section>
      <Section title="No longer here?">
        <Form method="post" className="stack">
          <p>Removing ends all sessions at once. What {member.name} did stays in the log.</p>
          <div>
            <Button look="rust" name="intent" value="end">
              Remove {member.name}
            </Button>
          </div>
        </Form>
      </Section>
    </>
  );
}
