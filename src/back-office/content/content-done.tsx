import { Link } from "react-router";
import { UNDO_DAYS } from "~/shop/undo-days";
import { counted } from "../count-words";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import type { ContentEntry } from "./content-preview";

/** Result of a content import, with a form that undoes it. */
export function ContentDone({ entry }: { entry: ContentEntry }) {
  const { id, file, state, act, counts, sentences, leftOut, stayed, who, appliedAt, takenBackAt, mayTakeBack } = entry;
  const isBack = state === "back";
  return (
    <>
      <PageHead title="Import of content" back={{ to: "/content", name: "Export and import" }}>
        {file}
      </PageHead>
      {stayed.length > 0 && (
        <Notice title={isBack ? "Not all of it went back" : "Not all of it came in again"}>
          {stayed.map((line) => (
            <p key={line}>{line}.</p>
          ))}
        </Notice>
      )}
      <section className="outcome">
        <div>
          <h2>
            {isBack
              ? "This import was taken back"
              : `${counted(counts.added + counts.changed, "row is", "rows are")} in the shop`}
          </h2>
          <p>
            Done {appliedAt} {who}.{isBack && ` Taken back ${takenBackAt}.`}
          </p>
        </div>
        {mayTakeBack && act && (
          <WorkshopForm submission={entry.submission} action={`/log/${act}`}>
            <input type="hidden" name="back" value={`/content/${id}`} />
            <Button>Take this import back</Button>
          </WorkshopForm>
        )}
      </section>
      {mayTakeBack && (
        <p className="dust content-note">
          Taking it back puts every setting, price and word as it was before; what it made goes, new products and
          categories are put away. What somebody changed since stays, or you choose. It works for {UNDO_DAYS} days, also
          from{" "}
          <Link className="link" to={`/log/${act ?? ""}`}>
            the log
          </Link>
          .
        </p>
      )}
      {(sentences.length > 0 || leftOut.length > 0) && (
        <Section title={isBack ? "What it had done" : "What it did"}>
          <ul className="content-lines">
            {[...sentences, ...leftOut].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}
