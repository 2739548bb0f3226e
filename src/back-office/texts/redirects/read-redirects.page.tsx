import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../../context";
import { counted } from "../../count-words";
import { formAction } from "../../forms/form-action.server";
import { ReadFoot } from "../../forms/read-foot";
import { sendForm } from "../../forms/send-form";
import { useAnswer } from "../../forms/use-unsaved";
import { WorkshopForm } from "../../forms/workshop-form";
import { CsvFile } from "../../stock/csv-file";
import { TextField } from "../../ui/field";
import { Notice } from "../../ui/notice";
import { PageHead } from "../../ui/page-head";
import { Section } from "../../ui/section";
import { openReading, readRedirects, ReadRedirects, type RedirectsPreview } from "./read-redirects.server";
import { titled } from "../../titled";

export const meta = titled("Read old addresses");

export const loader = ({ context }: LoaderFunctionArgs) => openReading(servicesOf(context), memberOf(context));

export const action = formAction({ right: "content.change", schema: ReadRedirects, act: readRedirects });

export const clientAction = sendForm;

const HERE = "/words/old-addresses";

/**
 * Page to import old addresses as pasted text or from a file: first a preview of the changes, then one act that saves them all.
 */
export default function ReadRedirectsPage() {
  const { submission, stored } = useLoaderData<typeof loader>();
  const preview = useAnswer()?.asks as RedirectsPreview | undefined;
  const goes = preview ? preview.counts.fresh + preview.counts.changed : 0;
  return (
    <>
      <PageHead title="Read old addresses" back={{ to: HERE, name: "Old addresses" }}>
        One line an address: the old one, where it leads. You see what would change before anything does, and can take
        it back afterwards.
      </PageHead>
      {preview && <Preview preview={preview} />}
      <WorkshopForm action={`${HERE}/read`} submission={submission} stored={stored} labels={{ lines: "Lines" }}>
        {({ field, isSending }) => (
          <>
            <div className="stack">
              <TextField
                {...field("lines")}
                label="Lines"
                labelNote="a head line and a copy of a spreadsheet are understood, up to 5,000"
                rows={10}
                wrap="off"
                spellCheck={false}
                placeholder={"/pages/shipping, /faqs\n/collections/all, /shop/new-arrivals"}
              />
              <CsvFile into="lines" />
            </div>
            <ReadFoot
              checked={preview?.checked}
              what={`${counted(goes, "old address", "old addresses")} would be put in.`}
              goes={goes > 0 ? counted(goes, "old address", "old addresses") : null}
              back={HERE}
              isSending={isSending}
            />
          </>
        )}
      </WorkshopForm>
    </>
  );
}

const Preview = ({ preview: { counts, fresh, changed, bad } }: { preview: RedirectsPreview }) => (
  <>
    {bad.length > 0 && (
      <Notice
        title={`${counted(counts.bad, "line")} cannot lead on and ${counts.bad === 1 ? "stays" : "stay"} out.`}
        isAnswer
      >
        <ul className="notice__links">
          {bad.map(({ line, text, error }) => (
            <li key={line}>
              <b>{`Line ${line}`}</b> {text}: {error}
            </li>
          ))}
          {counts.bad > bad.length && <li>{`and ${counts.bad - bad.length} more`}</li>}
        </ul>
      </Notice>
    )}
    <Section
      title="What would change"
      note={`${counts.fresh} new, ${counts.changed} elsewhere than before, ${counts.same} as they are`}
    >
      <Lines title="New" lines={fresh} count={counts.fresh} />
      <Lines title="Elsewhere than before" lines={changed} count={counts.changed} />
      {counts.fresh + counts.changed === 0 && <p className="dust">Nothing.</p>}
    </Section>
  </>
);

const Lines = ({ title, lines, count }: { title: string; lines: { from: string; to: string }[]; count: number }) =>
  count > 0 && (
    <>
      <h3>{title}</h3>
      <ul className="old-addresses__lines">
        {lines.map(({ from, to }) => (
          <li key={from}>
            <b>{from}</b> leads to {to}
          </li>
        ))}
        {count > lines.length && <li>{`and ${(count - lines.length).toLocaleString("en-US")} more`}</li>}
      </ul>
    </>
  );
