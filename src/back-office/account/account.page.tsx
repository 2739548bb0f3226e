import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import type { Services } from "~/services";
import { factorsOf } from "~/shop/members/factors.server";
import { recordMemberEvent } from "~/shop/members/record-member-event.server";
import { endSession, endSessions, sessionsOf } from "~/shop/members/sessions.server";
import { removePasskey } from "~/shop/members/set-up-factors.server";
import { servicesOf, signedInSession } from "../context";
import { type SentForm, formActions } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { momentWords, spokenMoment } from "../format-moment";
import { Button, ButtonLink } from "../ui/button";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { DescriptionList, Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { SessionList } from "./session-list";
import { titled } from "../titled";

export const meta = titled("My account");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { id, member } = signedInSession(context);
  const { db, settings } = servicesOf(context);
  const [zone, now] = [settings().timeZone, new Date()];
  const [factors, sessions] = await Promise.all([factorsOf(db, member.id), sessionsOf(db, member.id, now)]);
  return {
    member,
    own: id,
    submission: randomUUID(),
    usedCode: new URL(request.url).searchParams.has("codes"),
    factors: {
      ...factors,
      passkeys: factors.passkeys.map(({ usedAt, createdAt, ...passkey }) => ({
        ...passkey,
        used: usedAt ? momentWords(usedAt, zone) : `Made ${momentWords(createdAt, zone)}`,
      })),
    },
    sessions: sessions.map(({ seenAt, ...session }) => ({ ...session, seen: spokenMoment(seenAt, now, zone) })),
  };
}

export const action = formActions({
  "remove-passkey": {
    schema: z.object({ passkey: z.string() }),
    async act({ services, member }, { passkey }) {
      const removed = await removePasskey(services, member, passkey);
      return removed === "needed" ? { message: NEEDED } : { to: "/account" };
    },
  },
  session: {
    schema: z.object({ session: z.guid() }),
    act: (sent, { session }) => sessionsEnded(sent, ({ db }) => endSession(db, sent.member.id, session).then(Number)),
  },
  sessions: {
    schema: z.object({}),
    act: (sent) => sessionsEnded(sent, ({ db }) => endSessions(db, sent.member.id, signedInSession(sent.context).id)),
  },
});

export const clientAction = sendForm;

const NEEDED = "You need this passkey: add a password and code, or another passkey, first.";

/** Ends sessions of the signed-in member and logs their number. */
async function sessionsEnded({ services, member }: SentForm, end: (services: Services) => Promise<number>) {
  const details = { of: member.id, sessions: await end(services) };
  await recordMemberEvent(services.db, { kind: "session-ended", memberId: member.id, details });
  return { to: "/account" };
}

type Passkey = Awaited<ReturnType<typeof loader>>["factors"]["passkeys"][number];

const passkeyColumns = (submission: string): Column<Passkey>[] => [
  { label: "Passkey", place: "lead", cell: ({ name }) => name },
  { label: "For", place: "under", cell: ({ rpId }) => rpId },
  { label: "Last used", place: "under-end", cell: ({ used }) => used },
  {
    label: "Remove",
    labelHidden: true,
    place: "end",
    cell: ({ id, name }) => (
      <WorkshopForm name={`remove-passkey:${id}`} submission={submission} isBare>
        <Button look="bare" name="passkey" value={id} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </WorkshopForm>
    ),
  },
];

export default function Account() {
  const { member, factors, sessions, own, usedCode, submission } = useLoaderData<typeof loader>();
  const { passkeys, hasPassphrase, recoveryCodes } = factors;
  return (
    <>
      <PageHead title="My account">{member.email}</PageHead>
      <FormMessage of={["remove-passkey", "session", "sessions"]} />
      {usedCode && <Notice title={`You used a recovery code: ${recoveryCodes} of them are left.`} />}
      <Section title="Who I am">
        <DescriptionList
          rows={[
            { name: "Name", value: member.name },
            { name: "E-mail", value: member.email },
          ]}
        />
        <p className="sec__acts">
          <ButtonLink to="/account/details">Change name or e-mail</ButtonLink>
        </p>
      </Section>
      <Section title="My ways in">
        {passkeys.length > 0 && (
          <Table label="Passkeys" rows={passkeys} keyOf={({ id }) => id} columns={passkeyColumns(submission)} />
        )}
        <DescriptionList
          rows={[
            { name: "Password and code", value: hasPassphrase ? "Set" : "Not set" },
            { name: "Recovery codes", value: `${recoveryCodes} left`, note: "Each stands in for your app once." },
          ]}
        />
        <p className="sec__acts">
          <ButtonLink to="/account/passkey">Add a passkey</ButtonLink>
          <ButtonLink to="/account/password">
            {hasPassphrase ? "Change my password or app" : "Add a password and code"}
          </ButtonLink>
          <ButtonLink to="/account/codes">New recovery codes</ButtonLink>
        </p>
      </Section>
      <SessionList sessions={sessions} own={own} all="End my other sessions" submission={submission} />
    </>
  );
}
