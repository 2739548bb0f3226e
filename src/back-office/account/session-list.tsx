import { Form } from "react-router";
import { Button } from "../ui/button";
import { Moment, type SpokenMoment } from "../ui/moment";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { counted } from "../count-texts";

interface SessionListProps {
  sessions: { id: string; agent: string; seen: SpokenMoment }[];
  /** The session of this very browser, which is not ended here. */
  own?: string;
  /** The words of the button that ends all of them. */
  all: string;
}

interface Row {
  id: string;
  agent: string;
  seen: SpokenMoment;
  isOwn: boolean;
}

const COLUMNS: Column<Row>[] = [
  { label: "Browser", place: "lead", cell: ({ agent }) => agent },
  { label: "Last seen", place: "under", cell: ({ isOwn, seen }) => (isOwn ? "This one" : <Moment {...seen} />) },
  { label: "End", labelHidden: true, place: "end", cell: (row) => (row.isOwn ? null : <End {...row} />) },
];

const End = ({ id, agent }: Row) => (
  <Form method="post">
    <input type="hidden" name="intent" value="session" />
    <input type="hidden" name="session" value={id} />
    <Button look="bare" aria-label={`End the session of ${agent}`}>
      End
    </Button>
  </Form>
);

/** Where somebody is signed in, with a button to end each. */
export const SessionList = ({ sessions, own, all }: SessionListProps) => (
  <Section title="Signed in" note={counted(sessions.length, "browser")}>
    <Table
      label="Sessions"
      rows={sessions.map((session) => ({ ...session, isOwn: session.id === own }))}
      keyOf={({ id }) => id}
      columns={COLUMNS}
    />
    {sessions.length > (own ? 1 : 0) && (
      <Form method="post" className="sec__acts">
        <Button name="intent" value="sessions">
          {all}
        </Button>
      </Form>
    )}
  </Section>
);
