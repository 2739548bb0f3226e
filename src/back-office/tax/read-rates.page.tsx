import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { byName } from "~/platform/by-name";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { formAction } from "../forms/form-action.server";
import { ReadFoot } from "../forms/read-foot";
import { sendForm } from "../forms/send-form";
import { useAnswer } from "../forms/use-unsaved";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Choice, Choices, Field, TextField, Tick } from "../ui/field";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { CsvFile } from "../stock/csv-file";
import { openReading, readRates, ReadRates, type RatesPreview } from "./read-rates.server";
import { StateRatesPreview } from "./rates-preview";
import { titled } from "../titled";

export const meta = titled("Read rates");

export const loader = ({ context, request }: LoaderFunctionArgs) =>
  openReading(servicesOf(context), memberOf(context), new URL(request.url).searchParams.get("state"));

export const action = formAction({
  right: "settings.change",
  schema: ReadRates,
  act: (sent, form) => readRates(sent, form, new Date()),
});

export const clientAction = sendForm;

const LABELS = byName<string>({
  lines: "Lines",
  source: "Where they come from",
  meaning: "What the rates are",
});

/**
 * Page to import tax rates by ZIP as pasted text or from a file: first a preview of the changes, then one act that saves them
 * all.
 */
export default function ReadRatesPage() {
  const { state, stateName, submission, stored } = useLoaderData<typeof loader>();
  const answer = useAnswer();
  const preview = answer?.asks as RatesPreview | undefined;
  const back = state ? `/settings/tax/${state}/rates` : "/settings/tax";
  return (
    <>
      <PageHead
        title="Read rates by ZIP"
        back={{ to: back, name: state ? `Rates by ZIP of ${stateName}` : "Sales tax" }}
      >
        One line a range: state, ZIP from, ZIP to, rate in percent, name. You see what would change before anything
        does, and can take it back afterwards.
      </PageHead>
      {preview && <Preview preview={preview} />}
      <WorkshopForm
        action={state ? `/settings/tax/read?state=${state}` : "/settings/tax/read"}
        submission={submission}
        stored={stored}
        opened={{ state }}
        labels={LABELS}
      >
        {(parts) => (
          <>
            <Fields parts={parts} stateName={stateName} />
            <ReadFoot
              checked={preview?.checked}
              what={`${counted(preview?.goes ?? 0, "range")} would be put in. Orders from then on; old ones keep what they had.`}
              goes={preview && preview.goes > 0 ? counted(preview.goes, "range") : null}
              back={back}
              isSending={parts.isSending}
            />
          </>
        )}
      </WorkshopForm>
    </>
  );
}

const Fields = ({ parts: { field, tick, error }, stateName }: { parts: FormParts; stateName: string }) => (
  <div className="stack tax-read">
    <TextField
      {...field("lines")}
      label="Lines"
      labelNote={stateName ? `lines without a state are ${stateName}'s` : "a copy of a spreadsheet does, too"}
      rows={10}
      wrap="off"
      spellCheck={false}
      placeholder={"NY, 12201, 12288, 8.00, Albany\nNY, 100, 104, 8.875, New York City"}
    />
    <CsvFile into="lines" />
    <Field
      {...field("source")}
      label="Where they come from"
      labelNote="stands beside each rate and on orders"
      placeholder="The state's file of October 1"
      autoComplete="off"
    />
    <Choices label="The rates of the lines are" error={error("meaning")}>
      <Choice {...tick("meaning", "together")}>State, county and city together</Choice>
      <Choice {...tick("meaning", "local")}>County and city alone</Choice>
    </Choices>
    <Tick {...tick("whole", "yes")}>These are all ranges of their states: what no line names goes</Tick>
  </div>
);

const Preview = ({ preview }: { preview: RatesPreview }) => (
  <>
    {preview.badCount > 0 && (
      <Notice
        title={`${counted(preview.badCount, "line")} cannot be read and ${preview.badCount === 1 ? "stays" : "stay"} out.`}
        isAnswer
      >
        <ul className="notice__links">
          {preview.bad.map(({ line, text, error }) => (
            <li key={line}>
              <b>{`Line ${line}`}</b> {text}: {error}
            </li>
          ))}
          {preview.badCount > preview.bad.length && <li>{`and ${preview.badCount - preview.bad.length} more`}</li>}
        </ul>
      </Notice>
    )}
    {preview.states.map((one) => (
      <Section
        key={one.state}
        title={one.name}
        note={
          one.isTicked ? (
            "You collect here"
          ) : (
            <>
              Not ticked:{" "}
              <Link className="link" to={`/settings/tax/${one.state}`}>
                its page
              </Link>
            </>
          )
        }
      >
        <StateRatesPreview state={one} />
      </Section>
    ))}
    {preview.states.length === 0 && <Notice isQuiet title="Nothing would change." />}
  </>
);
