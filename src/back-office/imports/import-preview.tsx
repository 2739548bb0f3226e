import type { ReactNode } from "react";
import { Button, ButtonLink } from "../ui/button";
import { FileFigures } from "../ui/file-figures";
import { Notice } from "../ui/notice";
import { PageEnd, PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { counted } from "../count-words";
import type { importPage } from "./import-screen.server";
import { cellName, saidName } from "./edited-cells";
import { Questions } from "./file-questions";
import { PicturesPart } from "./pictures-part";
import { StockPart } from "./stock-part";
import { ClearedCells, EndedSales, NothingToDo, OpenOptions, StayDrafts, UnfitTexts, WhatComes } from "./what-comes";
import { WorthKnowing } from "./worth-knowing";

type Entry = NonNullable<Awaited<ReturnType<typeof importPage>>>;

/**
 * Preview of the effects of an import, before it is applied: first what the file takes away, then what waits for the member, then what
 * comes.
 */
export function ImportPreview({ entry, notice }: { entry: Entry; notice: ReactNode }) {
  const { id, file, counts, bad, version, submission } = entry;
  return (
    <>
      <PageHead title="Import" back={{ to: "/imports", name: "Imports" }} seldom={<Columns id={id} />}>
        {file}, {counted(counts.rows, "row")}. Nothing has changed yet.
        {entry.isOwnMapping && " It is read as it was chosen, here or for a file with the same columns."}
        {entry.encoding === "windows-1252" && " Its accents were read as Windows-1252."}
      </PageHead>
      {notice}
      {entry.namesNoProduct && (
        <Notice
          title="No column says which product a row is about. Choose one under Columns: Handle, Name or SKU."
          action={
            <ButtonLink look="main" to={`/imports/${id}/columns`}>
              Choose columns
            </ButtonLink>
          }
        />
      )}
      <NothingToDo entry={entry} />
      {!entry.namesNoProduct && <Figures counts={counts} />}
      <EndedSales entry={entry} />
      <ClearedCells entry={entry} />
      <PicturesPart entry={entry} isFolded={bad.length > 0 || entry.questions.length > 0} />
      <WorkshopForm
        name="preview"
        submission={submission}
        version={version}
        stored={storedIn(entry)}
        labels={labelsIn(entry)}
        action={`/imports/${id}`}
      >
        {(parts) => (
          <>
            <Questions entry={entry} isBusy={parts.isSending} />
            <OpenOptions entry={entry} />
            {bad.length > 0 && <Mend entry={entry} parts={parts} />}
            <StayDrafts entry={entry} />
            <UnfitTexts entry={entry} />
            <StockPart entry={entry} parts={parts} />
            <WorthKnowing entry={entry} />
            <WhatComes entry={entry} />
            <PageEnd>
              <Columns id={id} />
            </PageEnd>
            <Foot counts={counts} isBusy={parts.isSending} />
          </>
        )}
      </WorkshopForm>
    </>
  );
}

const Columns = ({ id }: { id: number }) => <ButtonLink to={`/imports/${id}/columns`}>Columns</ButtonLink>;

const storedIn = ({ bad, takesStock, untoldStock }: Entry): Record<string, string> => ({
  ...Object.fromEntries(bad.map(({ row, column, text }) => [cellName(row, column), text])),
  takesStock: takesStock ? "yes" : "",
  untoldStock,
});

const labelsIn = ({ bad }: Entry): Record<string, string> =>
  Object.fromEntries(bad.map(({ row, column, label }) => [cellName(row, column), `${label} in row ${row}`]));

function Foot({ counts, isBusy }: { counts: Entry["counts"]; isBusy: boolean }) {
  const goes = counts.fresh + counts.changed;
  return (
    <div className="foot">
      <p className="foot__what">
        <strong>
          {goes > 0 ? `${counted(goes, "row goes", "rows go")} in` : "Nothing to import"}
          {counts.bad > 0 && `, ${counted(counts.bad, "stays", "stay")} out`}
        </strong>
        <br />
        <span className="small dust">
          {goes > 0 ? "You can take the whole import back afterwards." : "Nothing in the shop changes by this file."}
        </span>
      </p>
      <Button look="bare" name="intent" value="drop">
        {goes > 0 ? "Cancel" : "Put this file away"}
      </Button>
      {goes > 0 && (
        <Button look="main" fit name="intent" value="apply" busy={isBusy}>
          Import {counted(goes, "row")}
        </Button>
      )}
    </div>
  );
}

/** Name of the figure of rows to mend, for no row, one row, and several. */
const MENDS = ["have to be mended", "waits for you to mend it", "wait for you to mend them"];

const atOnce = (published: number): string => `${counted(published, "product")} on the shop at once`;

const Figures = ({ counts: { published, fresh, changed, same, bad } }: { counts: Entry["counts"] }) => (
  <FileFigures
    figures={[
      {
        name: `${fresh === 1 ? "row is" : "rows are"} new${
          fresh === 0 ? "" : published > 0 ? `, ${atOnce(published)}` : ", as drafts"
        }`,
        count: fresh,
      },
      {
        name: `${changed === 1 ? "changes" : "change"} something${
          fresh === 0 && published > 0 ? `, ${atOnce(published)}` : ""
        }`,
        count: changed,
      },
      { name: `${same === 1 ? "is" : "are"} the same. A file never removes anything`, count: same },
      { name: MENDS[Math.min(bad, 2)] ?? "", count: bad, isWaiting: bad > 0 },
    ]}
  />
);

const Mend = ({ entry: { bad, toMend }, parts }: MendProps) => (
  <Section title={`${counted(toMend, "row")} to mend`} note={mendNote(new Set(bad.map(({ row }) => row)).size, toMend)}>
    <table className="t t--cards import-mend" role="table" aria-label="Rows to mend">
      <thead role="rowgroup">
        <tr role="row">
          {["Where", "Product", "Says", "What is wrong"].map((head) => (
            <th key={head} scope="col" role="columnheader">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {bad.map((problem, place) => (
          <MendRow
            key={`${problem.row} ${place}`}
            id={`wrong-${problem.row}-${place}`}
            problem={problem}
            parts={parts}
          />
        ))}
      </tbody>
    </table>
    <p className="import-again">
      <Button name="intent" value="check" busy={parts.isSending}>
        Check these again
      </Button>
    </p>
  </Section>
);

interface MendRowProps {
  /** Id of the cell with the message. */
  id: string;
  problem: Entry["bad"][number];
  parts: FormParts;
}

/** Row with a rejected cell; once a correction of it is refused, with the reason. */
function MendRow({ id, problem: { row, name, column, label, words, text, keptOut }, parts }: MendRowProps) {
  const field = column >= 0 ? parts.field(cellName(row, column)) : undefined;
  return (
    <tr role="row">
      <td role="cell" className="cell--under">
        Row {row}
      </td>
      <td role="cell" className="cell--lead">
        {name}
      </td>
      <td role="cell" className="cell--last">
        {field && (
          <>
            <input type="hidden" name={saidName(row, column)} value={text} />
            <Cell text={text} {...field} label={`${label} in row ${row}`} describedBy={id} />
          </>
        )}
      </td>
      <td role="cell" className="cell--last-end import-wrong" id={id}>
        <b>{label}:</b> {field?.error ?? words}
        {keptOut > 0 && (
          <span className="import-notes">
            {counted(keptOut, "more row of this product stays", "more rows of this product stay")} out until then
          </span>
        )}
      </td>
    </tr>
  );
}

interface CellProps {
  /** The cell's text in the file. */
  text: string;
  id: string;
  name: string;
  defaultValue: string;
  label: string;
  describedBy: string;
}

/** Field for a rejected cell; it has several lines if the cell has, since a field of one line would lose the line breaks. */
function Cell({ text, id, name, defaultValue, label, describedBy }: CellProps) {
  const props = { id, name, defaultValue, "aria-label": label, "aria-invalid": true, "aria-describedby": describedBy };
  const lines = text.split(/\r\n?|\n/).length;
  return lines > 1 ? (
    <textarea {...props} className="input input--several" rows={Math.min(8, lines)} />
  ) : (
    <input {...props} className="input" />
  );
}

const mendNote = (shown: number, toMend: number): string =>
  shown < toMend ? `The first ${shown}; the others follow once these are mended` : "Mend them here, or leave them out";

interface MendProps {
  entry: Entry;
  parts: FormParts;
}
