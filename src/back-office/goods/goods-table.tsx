import { Link } from "react-router";
import { ChooseAll } from "../ui/choose-all";
import { Plate } from "../ui/plate";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { counted, listed } from "../count-words";
import type { GoodsLine } from "./goods-screen.server";
import { needPlaces, statusWords } from "./status-words";

interface GoodsTableProps {
  rows: GoodsLine[];
  mayChange: boolean;
  /** Address of the list, to which the linked pages return. */
  back: string;
}

/** Table of products; price and status link to pages that change only them. */
export const GoodsTable = ({ rows, mayChange, back }: GoodsTableProps) => (
  <Table
    label="Goods"
    columns={[...(mayChange ? [tick(rows.length)] : []), ...columns(mayChange, back)]}
    rows={rows}
    keyOf={({ id }) => id}
    live
  />
);

const tick = (count: number): Column<GoodsLine> => ({
  label: <ChooseAll name="product" count={count} />,
  place: "tick",
  cell: ({ id, name }) => (
    <input
      type="checkbox"
      className="tick__box"
      name="product"
      value={id}
      aria-label={`Choose ${name || "the product without a name"}`}
    />
  ),
});

const lowWords = (left: number | null, variants: number): string =>
  left === 0 ? "sold out" : variants > 1 ? "some low" : "low";

const ownColumns: Column<GoodsLine>[] = [
  {
    label: "Product",
    place: "lead",
    cell: ({ id, name, picture }) => (
      <span className="goods__lead">
        <Plate hash={picture} small />
        <RowLink to={`/goods/${id}`}>{name || "Without a name"}</RowLink>
      </span>
    ),
  },
  { label: "Category", place: "under", cell: ({ category }) => <span className="goods__under">{category}</span> },
  {
    label: "Left",
    numeric: true,
    place: "under-end",
    cell: ({ left, variants }) => (
      <>
        {left === null ? "no limit" : counted(left, "piece")}
        {variants > 1 && <span className="dust goods__variants"> in {counted(variants, "variant")}</span>}
      </>
    ),
  },
  {
    label: "Price",
    numeric: true,
    place: "end",
    cell: ({ price, salePrice }) =>
      salePrice ? (
        <>
          <span className="vh">Now </span>
          {salePrice}{" "}
          <s className="old">
            <span className="vh">Was </span>
            {price}
          </s>
        </>
      ) : (
        price || "none"
      ),
  },
  {
    label: "Status",
    place: "last",
    cell: ({ status, isPlanned, missing, left, variants, isLow }) => (
      <span className="goods__status">
        {/* The comma belongs to the word before it, at which a line may end. */}
        <State sign={statusWords[status].sign}>{`${statusWords[status].name}${isLow ? "," : ""}`}</State>
        {isLow && <b className="goods__low"> {lowWords(left, variants)}</b>}
        {isPlanned && <span className="dust small"> planned</span>}
        {status !== "published" && missing.length > 0 && (
          <span className="dust small">
            {" "}
            without {listed(missing.map((need) => needPlaces[need].name.toLowerCase()))}
          </span>
        )}
      </span>
    ),
  },
];

const columns = (mayChange: boolean, back: string): Column<GoodsLine>[] => [
  ...ownColumns,
  {
    label: "Change",
    labelHidden: true,
    numeric: true,
    place: "last-end",
    cell: ({ id, name }) =>
      mayChange && (
        <Link className="link goods__quick" to={`/goods/${id}/quick?${new URLSearchParams({ back })}`}>
          Price, status<span className="vh"> of {name}</span>
        </Link>
      ),
  },
];
