import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Moment, type SpokenMoment } from "../ui/moment";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { counted } from "../count-words";

interface SessionListProps {
  sessions: { id: string; agent: string; seen: SpokenMoment }[];
  /** Id of this browser's session, which has no button to end it. */
  own?: string;
  /** Label of the button that ends all other sessions. */
  all: string;
  submission: string;
}

interface Row {
  id: string;
  agent: string;
  seen: SpokenMoment;
  isOwn: boolean;
}

const columns = (submission: string): Column<Row>[] => [
  { label: "Browser", place: "lead", cell: ({ agent }) => agent },
  { label: "Last seen", place: "under", cell: ({ isOwn, seen }) => (isOwn ? "This one" : <Moment {...seen} />) },
  {
    label: "End",
    labelHidden: true,
    place: "end",
    cell: ({ id, agent, isOwn }) =>
      !isOwn && (
        <WorkshopForm name={`session:${id}`} submission={submission} isBare>
          <Button look="bare" name="session" value={id} aria-label={`End the session of ${agent}`}>
            End
          </Button>
        </WorkshopForm>
      ),
  },
];

/** Open sessions of a member, each with a button to end it. */
export const SessionList = ({ sessions, own, all, submission }: SessionListProps) => (
  <Section title="Signed in" note={counted(sessions.length, "browser")}>
    <Table
      label="Sessions"
      rows={sessions.map((session) => ({ ...session, isOwn: session.id === own }))}
      keyOf={({ id }) => id}
      columns={columns(submission)}
    />
    {sessions.length > (own ? 1 : 0) && (
      <WorkshopForm name="sessions" submission={submission} isBare className="sec__acts">
        <Button>{all}</Button>
      </WorkshopForm>
    )}
  </Section>
);
