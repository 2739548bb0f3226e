import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { listRequests, type PersonRequest } from "~/privacy/person-requests.server";
import { can } from "~/shop/members/rights";
import { wholeDate } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { ButtonLink } from "../ui/button";
import { NothingYet } from "../ui/empty";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { titled } from "../titled";
import { requestState, requestWishes } from "./request-words";

export const meta = titled("Requests about personal data");

export async function loader({ context }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const now = new Date();
  const { waiting, unproved, answered } = await listRequests(services, member);
  const { timeZone: zone, requestDays } = services.settings();
  const lineOf = (request: PersonRequest) => ({
    id: request.id,
    wish: requestWishes[request.kind],
    email: request.email ?? "Forgotten since",
    came: wholeDate(request.askedAt, zone),
    due: request.answeredAt
      ? `Answered ${wholeDate(request.answeredAt, zone)}`
      : `By ${wholeDate(request.dueAt, zone)}`,
    state: requestState(request, now),
  });
  return {
    requestDays,
    mayChange: can(member, "people.change"),
    waiting: waiting.map(lineOf),
    unproved: unproved.map(lineOf),
    answered: answered.map(lineOf),
  };
}

type Line = ReturnType<typeof useLoaderData<typeof loader>>["waiting"][number];

const columns: Column<Line>[] = [
  { label: "Asks for", place: "lead", cell: ({ id, wish }) => <RowLink to={`/people/requests/${id}`}>{wish}</RowLink> },
  { label: "E-mail", place: "under", cell: ({ email }) => email },
  { label: "Came", place: "last-end", cell: ({ came }) => came },
  { label: "Answer", place: "under-end", cell: ({ due }) => due },
  { label: "State", place: "last", cell: ({ state: { sign, name } }) => <State sign={sign}>{name}</State> },
];

/** List of people's requests for a copy of their data or its erasure. */
export default function Requests() {
  const { requestDays, mayChange, waiting, unproved, answered } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Requests about personal data"
        back={{ to: "/people", name: "People" }}
        acts={
          mayChange && (
            <ButtonLink look="main" fit to="/people/requests/new">
              Note a request
            </ButtonLink>
          )
        }
      >
        {`To be answered within ${requestDays} days. They come from the page Your data of the shop, or you note them from a letter.`}
      </PageHead>
      {waiting.length > 0 ? (
        <Table label="To be answered" columns={columns} rows={waiting} keyOf={({ id }) => id} live />
      ) : (
        <NothingYet title="Nothing waits for an answer">
          A request stands here once its person has proved with a code that the mailbox is theirs.
        </NothingYet>
      )}
      {unproved.length > 0 && (
        <Section title="Noted, and not proved yet">
          <Table label="Not proved yet" columns={columns} rows={unproved} keyOf={({ id }) => id} live />
        </Section>
      )}
      {answered.length > 0 && (
        <Section title="Answered" note="Two years">
          <Table label="Answered" columns={columns} rows={answered} keyOf={({ id }) => id} live />
        </Section>
      )}
    </>
  );
}
