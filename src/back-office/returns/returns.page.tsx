import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { picturesFor } from "~/platform/media.server";
import { listReturns } from "~/shop/returns/list-returns.server";
import { shownReturnNumber } from "~/shop/returns/return-number";
import { kindsApart } from "~/shop/orders/kinds-apart.server";
import { kindWords } from "~/shop/orders/member-state-words";
import { shownNumber } from "~/shop/orders/order-number";
import { spokenTime } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { DisputeMark } from "../orders/dispute-mark";
import { ButtonLink } from "../ui/button";
import { NothingFound, NothingYet } from "../ui/empty";
import { KindMark } from "../ui/kind-mark";
import { Paging, Search, Views } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { Plate } from "../ui/plate";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { counted } from "../count-words";
import { returnStateWords } from "./member-return-words";
import { returnsAddress, type ReturnsView, returnsView, returnViews, viewNames } from "./returns-view";
import { pageSizes } from "../page-sizes";
import { titled } from "../titled";

export const meta = titled("Returns");

/** Maximum number of pictures in a row of the list. */
const PICTURED = 3;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const view = returnsView(new URL(request.url).searchParams);
  const [{ returns, next }, apart] = await Promise.all([
    listReturns(services, member, view, pageSizes.returns),
    kindsApart(services.db),
  ]);
  const { timeZone } = services.settings();
  const now = new Date();
  const images = returns.flatMap(({ things }) => things.slice(0, PICTURED).flatMap(({ image }) => image ?? []));
  const pictures = await picturesFor(services.db, images);
  return {
    view,
    next,
    views: returnViews.filter((name) => (name !== "test" && name !== "sample") || apart.includes(name)),
    rows: returns.map(({ number, orderNumber, startedAt, pieces, name, things, kind, dispute, ...progress }) => ({
      number,
      shown: shownReturnNumber(number),
      order: shownNumber(orderNumber),
      at: spokenTime(startedAt, now, timeZone),
      pieces,
      name,
      what: things.map((thing) => thing.name).join(", "),
      plates: things.slice(0, PICTURED).map(({ image }) => (image && pictures.get(image)?.hash) || null),
      state: returnStateWords(progress),
      mark: kindWords[kind],
      dispute,
    })),
  };
}

type Row = Awaited<ReturnType<typeof loader>>["rows"][number];

const COLUMNS: Column<Row>[] = [
  {
    label: "Return",
    place: "lead",
    cell: ({ number, shown, mark, dispute }) => (
      <>
        <RowLink to={`/returns/${number}`}>{shown}</RowLink>
        <KindMark>{mark}</KindMark>
        <DisputeMark dispute={dispute} />
      </>
    ),
  },
  { label: "Asked", place: "under-end", cell: ({ at }) => at },
  {
    label: "Shopper",
    place: "under",
    cell: ({ name, order }) => (
      <>
        {name && `${name}, `}
        <span className="returned-order">
          {name ? "order" : "Order"} {order}
        </span>
      </>
    ),
  },
  {
    label: "What",
    place: "last",
    cell: ({ plates, what }) => (
      <span className="returned-things">
        <span className="plates">
          {plates.map((hash, index) => (
            <Plate key={index} hash={hash} small />
          ))}
        </span>
        <span className="returned-things__names">{what}</span>
      </span>
    ),
  },
  { label: "Pieces", numeric: true, place: "end", cell: ({ pieces }) => counted(pieces, "piece") },
  { label: "State", place: "last-end", cell: ({ state }) => <State sign={state.sign}>{state.name}</State> },
];

/** List of the returns of a view, newest first; view, search and page are in the address. */
export default function Returns() {
  const { view, views, rows, next } = useLoaderData<typeof loader>();
  const first = { ...view, after: null };
  return (
    <>
      <PageHead title="Returns">What shoppers send back, from their asking to what goes back to them.</PageHead>
      <Views
        label="Views"
        views={views.map((name) => ({
          to: returnsAddress({ ...first, view: name }),
          name: viewNames[name],
          isCurrent: name === view.view,
        }))}
      />
      <div className="tools">
        <Search
          name="q"
          label="Return, order, name, e-mail"
          value={view.text}
          hidden={view.text !== "" && view.view !== "all" ? { view: view.view } : {}}
        />
      </div>
      {rows.length > 0 ? (
        <>
          <Table label="Returns" columns={COLUMNS} rows={rows} keyOf={({ number }) => number} live />
          <Paging
            newest={view.after === null ? null : returnsAddress(first)}
            older={next === null ? null : returnsAddress({ ...view, after: next })}
          >
            The newest first
          </Paging>
        </>
      ) : (
        <NoReturns view={view} />
      )}
    </>
  );
}

/** Message of an empty list: no return waits, no return matches, or no return exists. */
function NoReturns({ view: { view, text, after } }: { view: ReturnsView }) {
  if (view === "waits" && text === "" && after === null) return <p className="calm">No return waits for you.</p>;
  if (view === "all" && text === "" && after === null)
    return <NothingYet title="No returns yet">The first one stands here as soon as a shopper starts it.</NothingYet>;
  const everywhere = { view: "all", text, after: null } as const;
  return (
    <NothingFound
      title={text === "" ? "Nothing here" : `No return has "${text}"`}
      way={<ButtonLink to={returnsAddress(everywhere)}>{text === "" ? "Show all returns" : "Search all"}</ButtonLink>}
    >
      {text === ""
        ? "No return is in this state now."
        : "Returns are found by their number, the order's number, and the shopper's name and e-mail."}
    </NothingFound>
  );
}
