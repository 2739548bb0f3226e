import { Plate } from "../ui/plate";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import type { LevelLine } from "./stock.server";

const columns: Column<LevelLine>[] = [
  {
    label: "Product, color, size",
    place: "lead",
    cell: ({ id, name, choice, picture }) => (
      <span className="thing">
        <Plate hash={picture} small />
        <RowLink to={`/stock/${id}`}>{choice ? `${name}, ${choice}` : name}</RowLink>
      </span>
    ),
  },
  { label: "SKU", place: "under", cell: ({ sku }) => sku },
  { label: "Shelf", place: "under-end", cell: ({ shelf }) => shelf },
  { label: "To sell", numeric: true, place: "end", cell: ({ number }) => number },
  {
    label: "State",
    place: "last",
    cell: ({ state }) => state && <State sign={state.sign}>{state.name}</State>,
  },
];

/** Table of variants with their levels. */
export const LevelTable = ({ lines }: { lines: LevelLine[] }) => (
  <Table label="Levels" columns={columns} rows={lines} keyOf={({ id }) => id} live />
);
