import { counted } from "../count-texts";
import type { Sign } from "../ui/state";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import type { ChangeWords } from "./change-text";
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

const actColumns: Column<ActLine>[] = [
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
    label: "Taken back",
    labelHidden: true,
    place: "last-end",
    cell: ({ standing }) => undoneWords[standing] && <State sign="over">{undoneWords[standing]}</State>,
  },
];

/** Old and new value. */
export const FromTo = ({ from, to }: Pick<ChangeWords, "from" | "to">) => (
  <span className="from-to">
    <del className="old">{from}</del> {to}
  </span>
);

/** Table of acts by members. */
export const ActTable = ({ lines }: { lines: ActLine[] }) => (
  <Table label="What changed" columns={actColumns} rows={lines} keyOf={({ act }) => act} live />
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

/** Table of sign-ins and refused attempts. */
export const EventTable = ({ lines }: { lines: EventLine[] }) => (
  <Table label="At the door" columns={eventColumns} rows={lines} keyOf={({ id }) => id} />
);
