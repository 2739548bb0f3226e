import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { listRequests, type PersonRequest, waitingRequests } from "~/privacy/person-requests.server";
import { can } from "~/shop/members/rights";
import { wholeDate } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { ButtonLink } from "../ui/button";
import { NothingYet } from "../ui/empty";
import { Paging } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { titled } from "../titled";
import { pageSizes } from "../page-sizes";
import { requestState, requestWishes } from "./request-words";
import { requestParts, requestsList } from "./requests-view";

export const meta = titled("Requests about personal data");

export async function loader({ context, request: asked }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const now = new Date();
  const view = requestsList.viewIn(new URL(asked.url).searchParams);
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
  const partOf = async ({ part, name }: (typeof requestParts)[number]) => {
    const after = view.part === part ? view.after : null;
    const found = await listRequests(services, member, { part, after, most: pageSizes.requests + 1 });
    const shown = found.slice(0, pageSizes.requests);
    const last = found.length > shown.length ? (shown.at(-1)?.id ?? null) : null;
    return { part, name, lines: shown.map(lineOf), after, last };
  };
  const parts = requestParts.filter(({ part }) => view.part === null || view.part === part);
  return {
    requestDays,
    view,
    count: (await waitingRequests(services.db)).count,
    mayChange: can(member, "people.change"),
    parts: await Promise.all(parts.map(partOf)),
  };
}

type Part = ReturnType<typeof useLoaderData<typeof loader>>["parts"][number];
type Line = Part["lines"][number];

const columns: Column<Line>[] = [
  { label: "Asks for", place: "lead", cell: ({ id, wish }) => <RowLink to={`/people/requests/${id}`}>{wish}</RowLink> },
  { label: "E-mail", place: "under", cell: ({ email }) => email },
  { label: "Came", place: "last-end", cell: ({ came }) => came },
  { label: "Answer", place: "under-end", cell: ({ due }) => due },
  { label: "State", place: "last", cell: ({ state: { sign, name } }) => <State sign={sign}>{name}</State> },
];

const NOTHING_WAITS = (
  <NothingYet title="Nothing waits for an answer">
    A request stands here once its person has proved with a code that the mailbox is theirs.
  </NothingYet>
);

const notes: Record<Part["part"], { title: string; note?: string } | null> = {
  waiting: null,
  unproved: { title: "Noted, and not proved yet" },
  answered: { title: "Answered", note: "Two years" },
};

/** List of people's requests for a copy of their data or its erasure. */
export default function Requests() {
  const { requestDays, view, count, mayChange, parts } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Requests about personal data"
        back={view.part === null ? { to: "/people", name: "People" } : { to: "/people/requests", name: "All requests" }}
        acts={
          mayChange && (
            <ButtonLink look="main" fit to="/people/requests/new">
              Note a request
            </ButtonLink>
          )
        }
      >
        {count > 0 && `${count === 1 ? "One waits" : `${count.toLocaleString("en-US")} wait`} for an answer. `}
        {`To be answered within ${requestDays} days. They come from the page Your data of the shop, or you note them from a letter.`}
      </PageHead>
      {parts.map((part) => (
        <PartOfList key={part.part} {...part} isAlone={view.part !== null} />
      ))}
    </>
  );
}

/** A part of the list; the first of its pages leads to the others, which show that part alone. */
function PartOfList({ part, name, lines, after, last, isAlone }: Part & { isAlone: boolean }) {
  const section = notes[part];
  if (lines.length === 0 && !isAlone) return part === "waiting" ? NOTHING_WAITS : null;
  const list = (
    <>
      {lines.length > 0 ? (
        <Table label={name} columns={columns} rows={lines} keyOf={({ id }) => id} live />
      ) : (
        <p className="calm">Nothing more.</p>
      )}
      {(after !== null || last !== null) && (
        <Paging
          newest={after === null ? null : requestsList.addressOf({ part, after: null })}
          older={last === null ? null : requestsList.addressOf({ part, after: last })}
        >
          {part === "answered" ? "The newest first" : part === "waiting" ? "The first due first" : "The oldest first"}
        </Paging>
      )}
    </>
  );
  return section ? <Section {...section}>{list}</Section> : list;
}
