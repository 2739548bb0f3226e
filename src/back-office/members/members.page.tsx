import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { roleWords } from "~/shop/members/member";
import { openInvitations } from "~/shop/members/member-links.server";
import { listMembers, takeInvitationBack } from "~/shop/members/members.server";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { formActions } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { momentWords, spokenMoment } from "../format-moment";
import { Button, ButtonLink } from "../ui/button";
import { Moment } from "../ui/moment";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { type Column, RowLink, Table } from "../ui/table";
import { titled } from "../titled";

export const meta = titled("Members");

export async function loader({ context }: LoaderFunctionArgs) {
  const services = servicesOf(context);
  await requireRight(services, memberOf(context), "members.read");
  const now = new Date();
  const zone = services.settings().timeZone;
  const [members, invitations] = await Promise.all([listMembers(services.db), openInvitations(services.db, now)]);
  return {
    submission: randomUUID(),
    members: members.map(({ seenAt, ...member }) => ({
      ...member,
      seen: seenAt && spokenMoment(seenAt, now, zone),
    })),
    invitations: invitations.map(({ expiresAt, ...link }) => ({ ...link, until: momentWords(expiresAt, zone) })),
  };
}

export const action = formActions({
  "take-back": {
    schema: z.object({ invitation: z.guid() }),
    async act({ services, member }, { invitation }) {
      await takeInvitationBack(services, member, invitation);
      return { to: "/members" };
    },
  },
});

export const clientAction = sendForm;

type Loaded = Awaited<ReturnType<typeof loader>>;
type Invited = Loaded["invitations"][number];

const MEMBER_COLUMNS: Column<Loaded["members"][number]>[] = [
  { label: "Name", place: "lead", cell: ({ id, name }) => <RowLink to={`/members/${id}`}>{name}</RowLink> },
  { label: "E-mail", place: "under", cell: ({ email }) => email },
  { label: "Role", place: "end", cell: ({ role }) => roleWords[role].name },
  { label: "Last here", place: "under-end", cell: ({ seen }) => (seen ? <Moment {...seen} /> : "Never") },
  { label: "Way in", place: "last", cell: ({ hasWayIn }) => (hasWayIn ? "Set up" : "Not set up yet") },
];

const invitationColumns = (submission: string): Column<Invited>[] => [
  { label: "E-mail", place: "lead", cell: ({ email }) => email },
  { label: "Role", place: "end", cell: ({ role }) => (role ? roleWords[role].name : "") },
  { label: "Opens until", place: "under", cell: ({ until }) => until },
  {
    label: "Take back",
    labelHidden: true,
    place: "last-end",
    cell: ({ id, email }) => (
      <WorkshopForm name={`take-back:${id}`} submission={submission} isBare>
        <Button look="bare" name="invitation" value={id} aria-label={`Take back the invitation of ${email ?? ""}`}>
          Take back
        </Button>
      </WorkshopForm>
    ),
  },
];

export default function Members() {
  const { members, invitations, submission } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Members"
        acts={
          <ButtonLink look="main" to="/members/invite">
            Invite a member
          </ButtonLink>
        }
      >
        Who works here, and what each may do.
      </PageHead>
      <FormMessage of={["take-back"]} />
      <Table label="Members" rows={members} keyOf={({ id }) => id} live columns={MEMBER_COLUMNS} />
      {invitations.length > 0 && (
        <Section title="Invited" note="Not here yet">
          <Table
            label="Invitations"
            rows={invitations}
            keyOf={({ id }) => id}
            columns={invitationColumns(submission)}
          />
        </Section>
      )}
    </>
  );
}
