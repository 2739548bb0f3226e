import { Link } from "react-router";
import { ChooseAll } from "../ui/choose-all";
import { KindMark } from "../ui/kind-mark";
import { Plate } from "../ui/plate";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { DisputeMark } from "./dispute-mark";
import type { OrderRow } from "./orders.server";
import { firstPage, ordersAddress, type OrdersView } from "./orders-view";

interface OrdersTableProps {
  rows: OrderRow[];
  view: OrdersView;
  maySeeMoney: boolean;
  /** Whether rows have checkboxes. */
  hasTicks: boolean;
  chosen: string[];
}

/** Table of the orders on a page. */
export const OrdersTable = ({ rows, ...shown }: OrdersTableProps) => (
  <Table label="Orders" live rows={rows} keyOf={keyOf} columns={columnsFor(choosable(rows), shown)} />
);

/** Number of orders on the page that can be chosen. */
export const choosable = (rows: OrderRow[]): number => rows.filter(({ isChoosable }) => isChoosable).length;

const keyOf = ({ number }: OrderRow): string => number;

const columnsFor = (
  count: number,
  { view, maySeeMoney, hasTicks, chosen }: Omit<OrdersTableProps, "rows">,
): Column<OrderRow>[] => [
  ...(hasTicks ? [tickColumn(count, chosen)] : []),
  NUMBER,
  timeColumn(view),
  SHOPPER,
  THINGS,
  PIECES,
  ...(maySeeMoney ? [totalColumn(view)] : []),
  STATE,
];

const NUMBER: Column<OrderRow> = {
  label: "Order",
  place: "under",
  cell: ({ number, shown, mark, dispute }) => (
    <span className="orders__number">
      <RowLink to={`/orders/${number}`}>{shown}</RowLink>
      <KindMark>{mark}</KindMark>
      <DisputeMark dispute={dispute} />
    </span>
  ),
};

const SHOPPER: Column<OrderRow> = {
  label: "Shopper",
  place: "lead",
  cell: ({ name, place }) => (
    <span className="cut orders__who">
      {name}
      {place && <span className="orders__place">, {place}</span>}
    </span>
  ),
};

const THINGS: Column<OrderRow> = {
  label: "What",
  place: "last-end",
  cell: ({ things, plates }) => (
    <span className="orders__what">
      <span className="plates">
        {plates.map((hash, index) => (
          <Plate key={index} hash={hash} small />
        ))}
      </span>
      <span className="cut orders__things">{things}</span>
    </span>
  ),
};

const PIECES: Column<OrderRow> = { label: "Pieces", place: "wide", numeric: true, cell: ({ pieces }) => pieces };

const STATE: Column<OrderRow> = {
  label: "State",
  place: "last",
  cell: ({ state: { name, sign } }) => <State sign={sign}>{name}</State>,
};

const tickColumn = (count: number, chosen: string[]): Column<OrderRow> => ({
  label: <ChooseAll name="order" count={count} />,
  place: "tick",
  cell: ({ number, seen, shown, piecesLeft, isChoosable }) =>
    isChoosable && (
      <input
        type="checkbox"
        className="tick__box"
        name="order"
        value={seen}
        data-pieces={piecesLeft}
        defaultChecked={chosen.includes(number)}
        aria-label={`Choose ${shown}`}
      />
    ),
});

const totalColumn = (view: OrdersView): Column<OrderRow> => ({
  label: (
    <SortLink view={view} sorts={["highest", "lowest"]}>
      Total
    </SortLink>
  ),
  place: "end",
  numeric: true,
  cell: ({ total }) => total,
});

const timeColumn = (view: OrdersView): Column<OrderRow> => ({
  label: (
    <SortLink view={view} sorts={["newest", "oldest"]}>
      Paid
    </SortLink>
  ),
  place: "under-end",
  cell: ({ at }) => <span className="orders__at">{at}</span>,
});

interface SortLinkProps {
  view: OrdersView;
  /** Descending and ascending sort order of the column; a click chooses the first one, or the second if the first is in use. */
  sorts: readonly [OrdersView["sort"], OrdersView["sort"]];
  children: string;
}

function SortLink({ view, sorts: [down, up], children }: SortLinkProps) {
  const isDown = view.sort === down;
  const isUp = view.sort === up;
  return (
    <Link className="link" to={ordersAddress(firstPage({ ...view, sort: isDown ? up : down }))} preventScrollReset>
      {children}
      {(isDown || isUp) && (
        <>
          <span aria-hidden="true"> {isDown ? "↓" : "↑"}</span>
          <span className="vh">, {sortName[view.sort]}</span>
        </>
      )}
    </Link>
  );
}

/** Names of the sort orders of the list. */
export const sortName: Record<OrdersView["sort"], string> = {
  newest: "the newest first",
  oldest: "the oldest first",
  highest: "the highest first",
  lowest: "the lowest first",
};
