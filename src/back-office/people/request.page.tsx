import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { Code } from "~/privacy/person-request";
import type { RequestKind } from "~/privacy/request-kinds";
import { answerWithCopy, proveAsMember, refuseRequest, requestById } from "~/privacy/person-requests.server";
import { orNotFound } from "~/shop/form";
import { admitLookup } from "~/shop/form-limits.server";
import { LongText } from "~/shop/form-submission";
import { isUuid } from "~/shop/is-uuid";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { spokenTime, wholeDate } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { formActions, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { Field, TextField } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { DescriptionList, Fold, Section } from "../ui/section";
import { State } from "../ui/state";
import { titled } from "../titled";
import { personAddress } from "./person-key";
import { requestState, requestWishes } from "./request-words";

export const meta = titled("Request about personal data");

const idIn = (id: string | undefined): string => orNotFound(isUuid(id ?? "") ? id : undefined);

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  await requireRight(services, member, "people.read");
  const request = orNotFound(await requestById(services.db, idIn(params.id)));
  const now = new Date();
  const zone = services.settings().timeZone;
  const { kind, email, words, notedBy, askedAt, dueAt, provedAt, answeredAt, copyUntil, memberId } = request;
  const isOpen = !answeredAt && !memberId;
  const mayChange = can(member, "people.change");
  return {
    title: requestWishes[kind],
    email,
    words,
    kind,
    submission: randomUUID(),
    state: requestState(request, now),
    person: email ? personAddress(services, email) : null,
    rows: [
      {
        name: "Came",
        value: `${spokenTime(askedAt, now, zone)}, ${notedBy ? "noted by hand" : "by the shop's page"}`,
      },
      { name: "Proved", value: provedAt ? spokenTime(provedAt, now, zone) : "Not yet" },
      answeredAt
        ? { name: "Answered", value: spokenTime(answeredAt, now, zone) }
        : { name: "Answer by", value: wholeDate(dueAt, zone) },
      ...(copyUntil ? [{ name: "Copy", value: `Can be fetched until ${wholeDate(copyUntil, zone)}` }] : []),
    ],
    mayProve: mayChange && isOpen && !provedAt,
    mayAnswer: mayChange && isOpen && provedAt !== null,
    mayErase: can(member, "erase"),
  };
}

export const action = formActions({
  prove: {
    right: "people.change",
    schema: z.object({ code: Code }),
    async act({ services, member, params, request, submission }, { code }) {
      const id = idIn(params.id);
      const { email } = orNotFound(await requestById(services.db, id));
      const lookup = { form: "your-data-code", email: email ?? "", unknown: "code-unknown" } as const;
      await admitLookup(services, request, lookup, () =>
        proveAsMember(services, member, { submission, id, code }, new Date()),
      );
      return { to: `/people/requests/${id}`, act: submission };
    },
  },
  copy: {
    right: "people.change",
    schema: Typed,
    async act({ services, member, params, submission }) {
      const id = idIn(params.id);
      await answerWithCopy(services, member, { submission, id });
      return { to: `/people/requests/${id}`, act: submission };
    },
  },
  refuse: {
    right: "people.change",
    schema: z.object({ words: LongText("Write why, for the person to read.") }),
    async act({ services, member, params, submission }, { words }) {
      const id = idIn(params.id);
      await refuseRequest(services, member, { submission, id, words }, new Date());
      return { to: `/people/requests/${id}`, act: submission };
    },
  },
});

export const clientAction = sendForm;

/** Page of one request: its clock, its proof, and the answer. */
export default function Request() {
  const { title, email, words, rows, state, person, mayProve, mayAnswer, ...page } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={title} back={{ to: "/people/requests", name: "Requests" }}>
        {email ?? "The shop has forgotten whose request it was."}
      </PageHead>
      <div className="stack">
        <p>
          <State sign={state.sign}>{state.name}</State>
        </p>
        <DescriptionList rows={rows} />
        {person && (
          <p>
            <ButtonLink to={person}>See what is there of this person</ButtonLink>
          </p>
        )}
      </div>
      {words && (
        <Section title="Refused with these words">
          <p>{words}</p>
        </Section>
      )}
      {mayProve && <Prove submission={page.submission} />}
      {mayAnswer && <Answers {...page} person={person} />}
    </>
  );
}

const Prove = ({ submission }: { submission: string }) => (
  <Section title="Proof">
    <WorkshopForm name="prove" submission={submission} className="stack" labels={{ code: "Code" }}>
      {({ field, isSending }) => (
        <>
          <Field
            {...field("code")}
            label="The code that the person tells you"
            autoComplete="off"
            note="It went to their mailbox. They can also enter it themselves, on the page Your data of the shop."
          />
          <p>
            <Button busy={isSending}>Compare</Button>
          </p>
        </>
      )}
    </WorkshopForm>
  </Section>
);

interface AnswersProps {
  kind: RequestKind;
  submission: string;
  person: string | null;
  mayErase: boolean;
}

const Answers = ({ kind, submission, person, mayErase }: AnswersProps) => (
  <>
    {kind === "copy" ? (
      <Section title="Send the copy">
        <WorkshopForm name="copy" submission={submission} className="stack">
          <p>
            A ZIP with a page to read and a file for programs. The person gets a link for a week, behind a code.
            Members&apos; notes are not in it.
          </p>
          <p>
            <Button look="main" fit>
              Make the copy and send its link
            </Button>
          </p>
        </WorkshopForm>
      </Section>
    ) : (
      <Section title="Erase">
        <div className="stack">
          {mayErase && person ? (
            <p>
              <ButtonLink look="main" fit to={`${person}/erase`}>
                Look at what goes, and erase
              </ButtonLink>
            </p>
          ) : (
            <p>An owner erases.</p>
          )}
          <p className="dust small">Once it is done, the person gets a letter, and this request is answered.</p>
        </div>
      </Section>
    )}
    <Fold title="Refuse, with the reason">
      <WorkshopForm name="refuse" submission={submission} className="stack" labels={{ words: "Reason" }}>
        {({ field, isSending }) => (
          <>
            <TextField
              {...field("words")}
              label="What the person reads"
              rows={5}
              note="For instance which order is still on its way, and that they may ask again."
            />
            <p>
              <Button busy={isSending}>Refuse and send the letter</Button>
            </p>
          </>
        )}
      </WorkshopForm>
    </Fold>
  </>
);
