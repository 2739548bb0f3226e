import { randomUUID } from "node:crypto";
import type { ReactNode } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { roles, roleWords } from "~/shop/members/member";
import { renewAsOwner } from "~/shop/audit/invite-member.server";
import { endSessionsOf, memberById } from "~/shop/members/members.server";
import { requireRight } from "~/shop/members/rights.server";
import { sessionsOf } from "~/shop/members/sessions.server";
import { UNDO_DAYS } from "~/shop/undo-days";
import { memberOf, servicesOf } from "../context";
import { formActions } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm } from "../forms/send-form";
import { useShown } from "../forms/use-unsaved";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { isUuid } from "~/shop/is-uuid";
import { spokenMoment } from "../format-moment";
import { SessionList } from "../account/session-list";
import { Button, ButtonLink } from "../ui/button";
import { SelectField } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { LinkToHandOver } from "./link-to-hand-over";
import { saveMember } from "./save-member.server";
import { titled } from "../titled";

export const meta = titled("A member");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  const me = memberOf(context);
  await requireRight(services, me, "members");
  const { id = "" } = params;
  const member = orNotFound(isUuid(id) ? await memberById(services.db, id) : undefined);
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

/** Id of the member in the address; throws a response with status 404 if it is not valid. */
const idOf = ({ id = "" }: LoaderFunctionArgs["params"]): string => orNotFound(isUuid(id) ? id : undefined);

const right = "members" as const;

export const action = formActions({
  role: {
    right,
    schema: z.object({ role: z.enum(roles, "Choose one of the roles.") }),
    act: (sent, values) => saveMember(sent, { id: idOf(sent.params), values, to: `/members/${sent.params.id}` }),
  },
  end: {
    right,
    schema: z.object({}),
    act: (sent) =>
      saveMember(sent, { id: idOf(sent.params), values: { endedAt: new Date().toISOString() }, to: "/members" }),
  },
  renew: {
    right,
    schema: z.object({}),
    async act({ services, member, params, submission }) {
      const { token } = await renewAsOwner(services, member, { id: idOf(params), submission }, new Date());
      return { shown: { link: token && `${services.backOfficeAddress}/welcome/invitation?token=${token}` } };
    },
  },
  session: {
    right,
    schema: z.object({ session: z.guid() }),
    async act({ services, member, params }, { session }) {
      await endSessionsOf(services, member, idOf(params), session);
      return { to: `/members/${params.id}` };
    },
  },
  sessions: {
    right,
    schema: z.object({}),
    async act({ services, member, params }) {
      await endSessionsOf(services, member, idOf(params));
      return { to: `/members/${params.id}` };
    },
  },
});

export const clientAction = sendForm;

export default function MemberPage() {
  const { member, sessions, isMe, submission } = useLoaderData<typeof loader>();
  const renewed = useShown<{ link: string | undefined }>();
  return (
    <>
      <PageHead
        title={member.name}
        back={{ to: "/members", name: "Members" }}
        acts={<ButtonLink to={`/log?who=${member.id}`}>What {isMe ? "you" : member.name} changed</ButtonLink>}
      >
        {member.email}
      </PageHead>
      <FormMessage of={["session", "sessions"]} />
      {renewed && <LinkToHandOver link={renewed.link} email={member.email} isRenewal />}
      <Section title="Role">
        <MemberForm name="role">
          {({ field, isSending }) => (
            <>
              <SelectField {...field("role")} label="Role" note={roleWords[member.role].does}>
                {roles.map((role) => (
                  <option key={role} value={role}>
                    {roleWords[role].name}
                  </option>
                ))}
              </SelectField>
              <div>
                <Button busy={isSending}>Change the role</Button>
              </div>
            </>
          )}
        </MemberForm>
      </Section>
      <SessionList sessions={sessions} all="End all their sessions" submission={submission} />
      <Section title="Cannot get in?">
        <MemberForm name="renew">
          <p>
            Ends all sessions and makes a link by which {isMe ? "you set" : `${member.name} sets`} up a new way in. Once
            it is used, the old passkeys, password and codes count no more.
          </p>
          <div>
            <Button>Make a link</Button>
          </div>
        </MemberForm>
      </Section>
      <Section title="No longer here?">
        <MemberForm name="end">
          <p>
            Removing ends all sessions at once and forgets every way in. What {member.name} did stays in the log. Taken
            back within {UNDO_DAYS} days, {member.name} needs a new link to come in.
          </p>
          <div>
            <Button look="rust">Remove {member.name}</Button>
          </div>
        </MemberForm>
      </Section>
    </>
  );
}

interface MemberFormProps {
  name: string;
  children: ReactNode | ((parts: FormParts) => ReactNode);
}

/** Form that changes the member, with the submission id and version of the page. */
function MemberForm({ name, children }: MemberFormProps) {
  const { member, submission } = useLoaderData<typeof loader>();
  return (
    <WorkshopForm
      name={name}
      className="stack"
      submission={submission}
      version={member.version}
      stored={{ role: member.role }}
      labels={{ role: "Role" }}
      thing="this member"
    >
      {children}
    </WorkshopForm>
  );
}
