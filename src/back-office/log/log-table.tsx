import { Link } from "react-router";
import { counted } from "../count-words";
import { WorkshopForm } from "../forms/workshop-form";
import type { Sign } from "../ui/state";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { FromTo } from "./from-to";
import type { ActLine } from "./log.server";

const undoneWords = {
  yes: "",
  "too-late": "Too old to take back",
  undone: "Taken back",
  countered: "Cannot be taken back",
  "not-yours": "",
};

const moreWords = (count: number, isWhole: boolean): string => {
  if (count < 1) return "";
  return isWhole ? `, ${counted(count, "change")}` : ` and ${count} more`;
};

/** Columns of the table of acts; `back` is the address of the list, to which a row's Undo returns. */
const actColumns = (back: string): Column<ActLine>[] => [
  {
    label: "What",
    place: "lead",
    cell: ({ act, what, changes, more, isWhole }) => (
      <RowLink to={`/log/${act}`}>
        {what && `${what}: `}
        {changes[0]?.what ?? "Nothing"}
        {moreWords(more + changes.length - 1, isWhole)}
      </RowLink>
    ),
  },
  { label: "From, to", place: "under", cell: ({ changes: [first] }) => first && <FromTo {...first} /> },
  { label: "Who", place: "last", cell: ({ who }) => who },
  { label: "When", place: "end", cell: ({ at }) => at },
  {
    label: "See it, take it back",
    labelHidden: true,
    place: "last-end",
    cell: (line) => <RowActs line={line} back={back} />,
  },
];

const RowActs = ({ line: { act, standing, way, changes, submission }, back }: { line: ActLine; back: string }) => (
  <span className="row-acts">
    {way && (
      <Link className="link small" to={way}>
        See it<span className="vh">: {changes[0]?.what}</span>
      </Link>
    )}
    {standing === "yes" && (
      <WorkshopForm name="all" submission={submission} isBare action={`/log/${act}`}>
        <input type="hidden" name="back" value={back} />
        <button className="link small">
          Undo<span className="vh">: {changes[0]?.what}</span>
        </button>
      </WorkshopForm>
    )}
    {undoneWords[standing] && <State sign="over">{undoneWords[standing]}</State>}
  </span>
);

/** Table of acts by members; `back` is the address of this page. */
export const ActTable = ({ lines, back }: { lines: ActLine[]; back: string }) => (
  <Table label="What changed" columns={actColumns(back)} rows={lines} keyOf={({ act }) => act} live />
);

interface EventLine {
  id: number;
  words: string;
  sign: Sign;
  who: string;
  at: string;
}

const eventColumns: Column<EventLine>[] = [
  { label: "What", place: "lead", cell: ({ words, sign }) => <State sign={sign}>{words}</State> },
  { label: "Who", place: "under", cell: ({ who }) => who },
  { label: "When", place: "end", cell: ({ at }) => at },
];

/** Table of members' events, such as sign-ins and refused attempts. */
export const EventTable = ({ lines }: { lines: EventLine[] }) => (
  <Table label="At the door" columns={eventColumns} rows={lines} keyOf={({ id }) => id} />
);
