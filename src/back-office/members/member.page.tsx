import { randomUUID } from "node:crypto";
import type { ReactNode } from "react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import { isRole, roles, roleWords } from "~/shop/members/member";
import { renewAsOwner } from "~/shop/audit/member-acts.server";
import { endSessionsOf, memberById } from "~/shop/members/members.server";
import { requireRight } from "~/shop/members/rights.server";
import { sessionsOf } from "~/shop/members/sessions.server";
import { declined } from "../form-answers";
import { actId } from "../act-id.server";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { spokenMoment } from "../format-moment";
import { SessionList } from "../account/session-list";
import { Button, ButtonLink } from "../ui/button";
import { SelectField } from "../ui/field";
import { GuardedForm } from "../ui/guarded-form";
import { KeptNotice } from "../ui/pending-form-notice";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { useKept } from "../use-pending-form";
import { LinkToHandOver } from "./link-to-hand-over";
import { MemberConflict } from "./member-conflict";
import { saveMember } from "./save-member.server";

export const meta = () => [{ title: "A member | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  const me = memberOf(context);
  await requireRight(services, me, "members");
  const { id = "" } = params;
  const member = orNotFound(isId(id) ? await memberById(services.db, id) : undefined);
  const now = new Date();
  const sessions = await sessionsOf(services.db, id, now);
  const zone = services.settings().timeZone;
  return {
    member,
    submission: randomUUID(),
    isMe: me.id === id,
    sessions: sessions.map(({ seenAt, ...session }) => ({ ...session, seen: spokenMoment(seenAt, now, zone) })),
  };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [services, me] = [servicesOf(context), memberOf(context)];
  await requireRight(services, me, "members");
  const typed = await formOf(request);
  const { id = "" } = params;
  if (!isId(id)) throw data(null, { status: 404 });
  const { intent = "", role, submission: page = "", session } = typed;
  const submission = isId(page) ? actId(page, intent) : "";
  if (intent === "role" || intent === "end") {
    if (intent === "role" && !isRole(role)) return declined(typed, { message: "Choose one of the roles." });
    const values = intent === "role" ? { role } : { endedAt: new Date().toISOString() };
    const result = await saveMember(services, me, id, { ...typed, submission }, values);
    if (result.kind === "saved") return redirect(`/members${intent === "role" ? `/${id}` : ""}?done=${result.act}`);
    if (result.kind === "stale") return data({ stale: result, typed }, { status: 409 });
    return declined(typed, { message: result.message ?? Object.values(result.errors).join(" ") });
  }
  if (intent === "renew") {
    const { token } = await renewAsOwner(services, me, { id, submission }, new Date());
    return { link: token && `${services.backOfficeAddress}/welcome/invitation?token=${token}` };
  }
  if (session !== undefined && !isId(session)) throw data(null, { status: 400 });
  await endSessionsOf(services, me, id, session);
  return redirect(`/members/${id}`);
}

export default function MemberPage() {
  const { member, sessions, isMe, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const kept = useKept();
  if (answer && "stale" in answer)
    return (
      <MemberConflict
        action={`/members/${member.id}`}
        title={member.name}
        thing="this member"
        submission={submission}
        {...answer}
      />
    );
  return (
    <>
      <PageHead
        title={member.name}
        back={{ to: "/members", name: "Members" }}
        acts={<ButtonLink to={`/log?who=${member.id}`}>What {isMe ? "you" : member.name} changed</ButtonLink>}
      >
        {member.email}
      </PageHead>
      <KeptNotice kept={kept} />
      {answer && "message" in answer && <Notice title={answer.message} isAnswer />}
      {answer && "link" in answer && <LinkToHandOver link={answer.link} email={member.email} isRenewal />}
      <RoleSection />
      <SessionList sessions={sessions} all="End all their sessions" />
      <Section title="Cannot get in?">
        <MemberForm>
          <p>
            Ends all sessions and makes a link by which {isMe ? "you set" : `${member.name} sets`} up a new way in. Once
            it is used, the old passkeys, password and codes count no more.
          </p>
          <div>
            <Button name="intent" value="renew">
              Make a link
            </Button>
          </div>
        </MemberForm>
      </Section>
      <Section title="No longer here?">
        <MemberForm>
          <p>
            Removing ends all sessions at once and forgets every way in. What {member.name} did stays in the log. Taken
            back within 90 days, {member.name} needs a new link to come in.
          </p>
          <div>
            <Button look="rust" name="intent" value="end">
              Remove {member.name}
            </Button>
          </div>
        </MemberForm>
      </Section>
    </>
  );
}

/** A form about the member, with what it was opened with. */
function MemberForm({ children }: { children: ReactNode }) {
  const { member, submission } = useLoaderData<typeof loader>();
  return (
    <GuardedForm className="stack">
      <input type="hidden" name="submission" value={submission} />
      <input type="hidden" name="version" value={member.version} />
      {children}
    </GuardedForm>
  );
}

function RoleSection() {
  const { member } = useLoaderData<typeof loader>();
  const kept = useKept();
  return (
    <Section title="Role">
      <MemberForm>
        <SelectField
          label="Role"
          name="role"
          defaultValue={kept.role ?? member.role}
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
      </MemberForm>
    </Section>
  );
}
