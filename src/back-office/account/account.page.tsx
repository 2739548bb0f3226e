import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { formOf } from "~/shop/form";
import { factorsOf } from "~/shop/members/factors.server";
import { recordMemberEvent } from "~/shop/members/member-events.server";
import { endSession, endSessions, sessionsOf } from "~/shop/members/sessions.server";
import { removePasskey } from "~/shop/members/set-up-factors.server";
import { declined } from "../form-answers";
import { memberOf, servicesOf, signedInSession } from "../context";
import { isId } from "../is-id";
import { momentWords, spokenMoment } from "../format-moment";
import { Button, ButtonLink } from "../ui/button";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Facts, Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { SessionList } from "./session-list";

export const meta = () => [{ title: "My account | Workshop" }];

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { id, member } = signedInSession(context);
  const { db, settings } = servicesOf(context);
  const [zone, now] = [settings().timeZone, new Date()];
  const [factors, sessions] = await Promise.all([factorsOf(db, member.id), sessionsOf(db, member.id, now)]);
  return {
    member,
    own: id,
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

export async function action({ context, request }: ActionFunctionArgs) {
  const services = servicesOf(context);
  const member = memberOf(context);
  const { id } = signedInSession(context);
  const { intent, session = "", passkey = "" } = await formOf(request);
  if (intent === "remove-passkey") {
    const result = await removePasskey(services, member, passkey);
    if (result === "needed")
      return declined({}, { message: "You need this passkey: add a password and code, or another passkey, first." });
    return redirect("/account");
  }
  const { db } = services;
  const ended =
    intent === "session"
      ? Number(isId(session) && (await endSession(db, member.id, session)))
      : await endSessions(db, member.id, id);
  await recordMemberEvent(db, {
    kind: "session-ended",
    memberId: member.id,
    details: { of: member.id, sessions: ended },
  });
  return redirect("/account");
}

type Passkey = Awaited<ReturnType<typeof loader>>["factors"]["passkeys"][number];

const PASSKEY_COLUMNS: Column<Passkey>[] = [
  { label: "Passkey", place: "lead", cell: ({ name }) => name },
  { label: "For", place: "under", cell: ({ rpId }) => rpId },
  { label: "Last used", place: "under-end", cell: ({ used }) => used },
  { label: "Remove", labelHidden: true, place: "end", cell: (passkey) => <RemovePasskey {...passkey} /> },
];

const RemovePasskey = ({ id, name }: Passkey) => (
  <Form method="post">
    <input type="hidden" name="intent" value="remove-passkey" />
    <input type="hidden" name="passkey" value={id} />
    <Button look="bare" aria-label={`Remove ${name}`}>
      Remove
    </Button>
  </Form>
);

export default function Account() {
  const { member, factors, sessions, own, usedCode } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { passkeys, hasPassphrase, recoveryCodes } = factors;
  return (
    <>
      <PageHead title="My account">{member.email}</PageHead>
      {answer?.message && <Notice title={answer.message} isAnswer />}
      {usedCode && <Notice title={`You used a recovery code: ${recoveryCodes} of them are left.`} />}
      <Section title="Who I am">
        <Facts
          facts={[
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
          <Table label="Passkeys" rows={passkeys} keyOf={({ id }) => id} columns={PASSKEY_COLUMNS} />
        )}
        <Facts
          facts={[
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
      <SessionList sessions={sessions} own={own} all="End my other sessions" />
    </>
  );
}
