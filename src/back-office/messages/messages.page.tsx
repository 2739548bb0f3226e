import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../context";
import { ButtonLink } from "../ui/button";
import { NothingFound } from "../ui/empty";
import { KindMark } from "../ui/kind-mark";
import { Paging, Search, Views } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { type InboxAddress, inboxList, inboxViews, messageAddress } from "./inbox-view";
import { openInbox } from "./messages.server";
import { titled } from "../titled";

export const meta = titled("Messages");

export const loader = ({ context, request }: LoaderFunctionArgs) =>
  openInbox(servicesOf(context), memberOf(context), inboxList.viewIn(new URL(request.url).searchParams), new Date());

type Line = Awaited<ReturnType<typeof loader>>["lines"][number];

const standing = {
  waiting: <State sign="waits">Waits for you</State>,
  answered: <State sign="full">Answered</State>,
  done: <State sign="over">Done</State>,
};

const columns: Column<Line>[] = [
  {
    label: "From",
    place: "lead",
    cell: ({ id, name, isSample }) => (
      <>
        <RowLink to={messageAddress(id)}>{name}</RowLink>
        <KindMark>{isSample ? "Sample" : ""}</KindMark>
      </>
    ),
  },
  { label: "Message", place: "under", cell: ({ first }) => <span className="messages__first">{first}</span> },
  { label: "Came", place: "end", cell: ({ at }) => at },
  {
    label: "State",
    place: "last",
    cell: ({ state }) => standing[state],
  },
];

const viewsOf = (first: InboxAddress, waiting: number, hasApart: boolean) =>
  inboxViews
    .filter(({ view }) => hasApart || view !== "samples")
    .map(({ view, name }) => ({
      to: inboxList.addressOf({ ...first, view }),
      name,
      isCurrent: first.view === view,
      ...(view === "open" && { count: String(waiting) }),
    }));

/** Inbox: list of shoppers' messages. */
export default function Messages() {
  const { view, waiting, hasApart, lines, next } = useLoaderData<typeof loader>();
  const first = { ...view, after: null };
  return (
    <>
      <PageHead title="Messages">
        {waiting === 0
          ? "Nothing waits for an answer."
          : `${waiting} ${waiting === 1 ? "waits" : "wait"} for an answer.`}
      </PageHead>
      <Views label="Parts of the inbox" views={viewsOf(first, waiting, hasApart)} />
      <div className="tools">
        <Search
          name="q"
          label="A name or a few words"
          value={view.search}
          hidden={view.view === "open" ? {} : { view: view.view }}
        />
      </div>
      {lines.length > 0 && <Table label="Messages" columns={columns} rows={lines} keyOf={({ id }) => id} live />}
      {lines.length === 0 &&
        (view.search ? (
          <NothingFound
            title={`No message has "${view.search}"`}
            way={<ButtonLink to={inboxList.addressOf({ ...first, search: "" })}>Show all</ButtonLink>}
          >
            Names and words were searched.
          </NothingFound>
        ) : (
          <p className="calm">{view.view === "done" ? "Nothing was answered yet." : "Nothing waits for you."}</p>
        ))}
      {lines.length > 0 && (
        <Paging
          newest={view.after === null ? null : inboxList.addressOf(first)}
          older={next === null ? null : inboxList.addressOf({ ...view, after: next })}
        >
          {view.view === "done" ? "The newest first" : "The oldest first"}
        </Paging>
      )}
    </>
  );
}
