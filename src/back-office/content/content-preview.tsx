import { counted } from "../count-words";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { FileFigures } from "../ui/file-figures";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import type { contentImportPage } from "./content-screen.server";

export type ContentEntry = NonNullable<Awaited<ReturnType<typeof contentImportPage>>>;

/** Preview of a content import, grouped by parts of the shop. */
export function ContentPreview({ entry }: { entry: ContentEntry }) {
  const { file, shopName, counts, tables, changes, leftOut } = entry;
  return (
    <>
      <PageHead title="Import of content" back={{ to: "/content", name: "Export and import" }}>
        {file}, the content of {shopName}. Nothing has changed yet.
      </PageHead>
      {leftOut.map((line) => (
        <Notice key={line} title={line} />
      ))}
      <Figures counts={counts} />
      {tables.length > 0 && (
        <Section title="What the file brings" note="What the shop has and the file has not stays">
          <Table label="What the file brings" rows={tables} keyOf={({ many }) => many} columns={TABLES} />
        </Section>
      )}
      {changes.length > 0 && (
        <Section title="What is written over" note="The first of it">
          <Table
            label="What is written over"
            rows={changes}
            keyOf={({ line, column }) => `${line} ${column}`}
            columns={CHANGES}
          />
        </Section>
      )}
      <Foot entry={entry} />
    </>
  );
}

function Foot({ entry: { id, counts, pictures, submission, version } }: { entry: ContentEntry }) {
  const rows = counts.added + counts.changed;
  return (
    <div className="foot" key={id}>
      <p className="foot__what">
        <strong>{rows > 0 ? `${counted(rows, "row goes", "rows go")} in` : "Everything in it is here already"}</strong>
        <br />
        <span className="small dust">
          {rows > 0
            ? `With ${counted(pictures, "picture file")}. You can take the whole import back afterwards.`
            : "Nothing in the shop changes by this file."}
        </span>
      </p>
      <WorkshopForm submission={submission} name="drop">
        <Button look="bare">{rows > 0 ? "Cancel" : "Put this file away"}</Button>
      </WorkshopForm>
      {rows > 0 && (
        <WorkshopForm submission={submission} version={version} name="apply">
          {({ isSending }) => (
            <Button look="main" fit busy={isSending}>
              {counts.changed > 0 ? `Import, write over ${counts.changed.toLocaleString("en-US")}` : "Import all of it"}
            </Button>
          )}
        </WorkshopForm>
      )}
    </div>
  );
}

const Figures = ({ counts: { added, changed, same } }: { counts: ContentEntry["counts"] }) => (
  <FileFigures
    figures={[
      { name: added === 1 ? "row is new" : "rows are new", count: added },
      { name: changed === 1 ? "is written over" : "are written over", count: changed },
      { name: same === 1 ? "is the same" : "are the same", count: same },
    ]}
  />
);

const TABLES: Column<ContentEntry["tables"][number]>[] = [
  { label: "What", place: "lead", cell: ({ many }) => <span className="content-what">{many}</span> },
  { label: "New", numeric: true, place: "end", cell: ({ added }) => number(added, "new") },
  { label: "Written over", numeric: true, place: "under-end", cell: ({ changed }) => number(changed, "written over") },
  {
    label: "Such as",
    place: "under",
    cell: ({ examples, changed }) => (
      <span className="content-value">
        {examples.join("; ")}
        {changed > examples.length && examples.length > 0 && "; …"}
      </span>
    ),
  },
];

/** A count with its unit. CSS shows the unit on phones only, where the heading of the column is hidden. */
const number = (count: number, words: string) =>
  count === 0 ? (
    <span className="content-none">–</span>
  ) : (
    <>
      {count.toLocaleString("en-US")} <span className="content-unit">{words}</span>
    </>
  );

const CHANGES: Column<ContentEntry["changes"][number]>[] = [
  { label: "What", place: "lead", cell: ({ name }) => <span className="content-value">{name}</span> },
  { label: "Column", place: "under", cell: ({ column, line }) => `${column}, line ${line}` },
  { label: "Now", place: "end", cell: ({ from }) => <span className="old content-value">{from}</span> },
  { label: "Then", place: "under-end", cell: ({ to }) => <b className="content-value">{to}</b> },
];
