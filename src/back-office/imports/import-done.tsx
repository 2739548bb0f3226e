import type { ReactNode } from "react";
import { Link } from "react-router";
import { UNDO_DAYS } from "~/shop/undo-days";
import { FormMessage } from "../forms/form-message";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { counted } from "../count-words";
import { lackWords } from "../goods/change-many/change-many-words";
import { ChangesTable } from "./changes-table";
import type { importPage } from "./import-screen.server";
import { PicturesPart } from "./pictures-part";
import { UnfitTexts } from "./what-comes";
import { WorthKnowing } from "./worth-knowing";

type Entry = NonNullable<Awaited<ReturnType<typeof importPage>>>;

/** Describes the effect of an import, e.g. "2 rows changed something, 160 were new"; omits counts of zero. */
const whatItDid = ({ changed, fresh }: Pick<Entry["counts"], "changed" | "fresh">): string =>
  [
    changed > 0 && `${counted(changed, "row")} changed something`,
    fresh > 0 && counted(fresh, changed > 0 ? "was new" : "row was new", changed > 0 ? "were new" : "rows were new"),
  ]
    .filter(Boolean)
    .join(", ");

/** End of the sentence about undoing an import, about the products or variants that the import added. */
const whatGoesAway = ({ products, fresh }: Entry["counts"]): string =>
  products > 0
    ? ", and puts the new products away"
    : fresh > 0
      ? ", and the new sizes and colors are not sold any more"
      : "";

/** Result of an import, with a form that undoes it. */
export function ImportDone({ entry, notice }: { entry: Entry; notice: ReactNode }) {
  const { file, state, moved } = entry;
  return (
    <>
      <PageHead title="Import" back={{ to: "/imports", name: "Imports" }}>
        {file}
      </PageHead>
      {notice}
      <Outcome entry={entry} />
      <UnfitTexts entry={entry} />
      <FormMessage of={["drafts"]} />
      <WaitingDrafts entry={entry} />
      {state === "in" && (
        <p className="dust import-note">
          Taking it back puts every price, word and number of pieces as it was before
          {whatGoesAway(entry.counts)}. What was sold meanwhile stays sold. What somebody changed since then is shown
          first, you choose. It works for {UNDO_DAYS} days, also from <Link to="/imports">the list</Link>.
        </p>
      )}
      <WithoutPieces entry={entry} />
      {state === "in" && <PicturesPart entry={entry} />}
      {moved.length > 0 && (
        <Section title="Stayed out" note="The shop holds something else by now than the preview showed">
          <ChangesTable rows={moved} />
        </Section>
      )}
      <WorthKnowing entry={entry} />
    </>
  );
}

/** Numbers of imported and of skipped rows, with the button that undoes the import. */
function Outcome({ entry }: { entry: Entry }) {
  const { id, state, counts, act, who, appliedAt, takenBackAt, submission, drafts, mayPublish } = entry;
  const out = counts.bad + counts.movedOn;
  // The page has one main button: if the import added drafts, that is the button to publish them.
  const publishes = state === "in" && drafts > 0 && mayPublish;
  return (
    <section className="outcome">
      <div>
        <h2>
          {state === "back"
            ? "This import was taken back"
            : `${counted(counts.fresh + counts.changed, "row is", "rows are")} in`}
        </h2>
        <p>
          {whatItDid(counts)}
          {counts.products > 0 && counts.published === 0 && ", as drafts"}. Done {appliedAt} {who}.
          {state === "back" && ` Taken back ${takenBackAt}.`}{" "}
          {out > 0 && (
            <>
              {counted(out, "row was", "rows were")} left out,{" "}
              <a className="link" href={`/back-office/imports/${id}/left-out`}>
                save them as a file
              </a>
              .
            </>
          )}
        </p>
      </div>
      {state === "in" && act && (
        <WorkshopForm submission={submission} action={`/log/${act}`} className="import-acts">
          <input type="hidden" name="back" value={`/imports/${id}`} />
          <ButtonLink {...(!publishes && { look: "main" })} to={counts.fresh > 0 ? "/goods?sort=newest" : "/goods"}>
            See the goods
          </ButtonLink>
          <Button>Take this import back</Button>
        </WorkshopForm>
      )}
    </section>
  );
}

/** Numbers of published products and of drafts, with a button that publishes all drafts. */
function WaitingDrafts({ entry }: { entry: Entry }) {
  const { id, state, counts, drafts, mayPublish, submission } = entry;
  if (state !== "in" || counts.products + counts.published === 0) return null;
  return (
    <>
      {counts.published > 0 && (
        <p className="import-note">
          {counted(counts.published, "product came", "products came")} on the shop:{" "}
          <Link className="link" to="/goods?status=published&sort=newest">
            see them
          </Link>
          .
        </p>
      )}
      {drafts > 0 && (
        <WorkshopForm name="drafts" submission={submission} action={`/imports/${id}`} className="import-drafts" isBare>
          <p>
            {counted(drafts, "draft waits", "drafts wait")} to be put on the shop:{" "}
            <Link className="link" to="/goods?status=draft&sort=newest">
              see the drafts
            </Link>
            .
          </p>
          {mayPublish && <Button look="main">Put the drafts on the shop</Button>}
        </WorkshopForm>
      )}
      {drafts > 0 && <WhyDrafts entry={entry} />}
    </>
  );
}

/** List of reasons why the drafts of an import are not on the shop: missing fields, and the number of complete drafts. */
const WhyDrafts = ({ entry: { whyDrafts } }: { entry: Entry }) => (
  <ul className="import-why" aria-label="Why they are drafts">
    {whyDrafts.reasons.map(({ need, count }) => (
      <li key={need}>{lackWords(need, count)}</li>
    ))}
    {whyDrafts.complete > 0 && (
      <li>
        {counted(
          whyDrafts.complete,
          "lacks nothing: the file does not put it",
          "lack nothing: the file does not put them",
        )}{" "}
        on the shop
      </li>
    )}
  </ul>
);

/** Notice about new variants for which the file has no number of pieces. */
function WithoutPieces({ entry: { state, counts, untoldStock } }: { entry: Entry }) {
  if (state !== "in" || counts.untold === 0 || untoldStock !== "zero") return null;
  return (
    <p className="import-note">
      {counted(counts.untold, "new variant has", "new variants have")} no pieces yet: the file names none.{" "}
      <Link className="link" to="/stock/delivery">
        Receive a delivery
      </Link>{" "}
      or{" "}
      <Link className="link" to="/stock/count">
        count them
      </Link>
      , so that they can be sold.
    </p>
  );
}
