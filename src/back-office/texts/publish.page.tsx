import type { ChangeEvent } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { useUnsaved } from "../forms/use-unsaved";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { NothingYet } from "../ui/empty";
import { Choice, Choices, Field, SelectField, Tick } from "../ui/field";
import { PageHead } from "../ui/page-head";
import type { PlanInTheWay } from "./plans.server";
import { type PublishableDraft, publishChosen, publishPage } from "./publish.server";
import { titled } from "../titled";

export const meta = titled("Put on the shop");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const only = new URL(request.url).searchParams.get("only");
  return { ...(await publishPage(servicesOf(context), memberOf(context), only, new Date())), only };
}

export const action = formAction({ right: "content.change", schema: Typed, act: (sent) => publishChosen(sent) });

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page to publish drafts together; lists the missing fields of each. */
export default function Publish() {
  const { drafts, plans, timeZone, only, mayChange, submission } = useLoaderData<typeof loader>();
  const { answer } = useUnsaved(undefined);
  const back = drafts.find(({ name }) => name === only)?.way ?? "/words";
  if (drafts.length === 0)
    return (
      <>
        <PageHead title="Put on the shop" back={{ to: "/words", name: "Words" }} />
        <NothingYet title="No draft is waiting" way={<ButtonLink to="/words">Back to the words</ButtonLink>}>
          {answer?.message ??
            answer?.errors.goesOutAt ??
            "What is saved as a draft stands here until it goes on the shop."}
        </NothingYet>
      </>
    );
  return (
    <DialogPage title="Put on the shop" wide>
      <WorkshopForm submission={submission} labels={LABELS}>
        {(parts) => (
          <>
            <fieldset className="together">
              <legend className="label">Goes out together, or not at all</legend>
              {drafts.map((draft) => (
                <Draft
                  key={draft.name}
                  draft={draft}
                  isTicked={answer ? draft.name in answer.typed : draft.isChosen}
                  disabled={!mayChange}
                />
              ))}
            </fieldset>
            {mayChange && <When parts={parts} plans={plans} timeZone={timeZone} />}
            <div className="dialog__foot">
              <p className="small dust">Today&apos;s words become a version that you can restore.</p>
              <ButtonLink to={back}>Cancel</ButtonLink>
              {mayChange && (
                <Button look="main" fit>
                  <span className="together__now">Put on the shop</span>
                  <span className="together__later">Plan it</span>
                </Button>
              )}
            </div>
          </>
        )}
      </WorkshopForm>
    </DialogPage>
  );
}

const LABELS = {
  goesOutAt: "From",
  endsAt: "Until",
  goesOutTurn: "Which of the two",
  endsTurn: "Which of the two",
};

interface WhenProps {
  parts: FormParts;
  plans: readonly PlanInTheWay[];
  timeZone: string;
}

/** Choice to publish now, or to plan a time and an optional end in the shop's time zone. */
function When({ parts, plans, timeZone }: WhenProps) {
  const { field, tick } = parts;
  return (
    <Choices label="When">
      <Choice {...tick("when", "now")} defaultChecked={parts.value("when") !== "later"}>
        Now
      </Choice>
      <Choice {...tick("when", "later")}>At a moment</Choice>
      <div className="moments">
        <Field
          {...field("goesOutAt")}
          label={LABELS.goesOutAt}
          labelNote={timeZone}
          type="datetime-local"
          onChange={chooseLater}
        />
        <Field
          {...field("endsAt")}
          label={LABELS.endsAt}
          labelNote="empty: it stays"
          note="Then what stood there before comes back."
          type="datetime-local"
          onChange={chooseLater}
        />
      </div>
      <Turn parts={parts} name="goesOutTurn" />
      <Turn parts={parts} name="endsTurn" />
      {plans.map(({ id, title, when }) => (
        <Tick key={id} {...tick(`replaces:${id}`, "yes")}>
          In place of what is planned for {when}: {title}
        </Tick>
      ))}
      <p className="small dust moments__note">It holds over a restart. You get a letter when it has gone out.</p>
    </Choices>
  );
}

/** Selects "At a moment" when a time is typed, because "Now" together with a time would be refused. */
function chooseLater({ currentTarget: { form, value } }: ChangeEvent<HTMLInputElement>): void {
  const later = form?.querySelector<HTMLInputElement>('input[name="when"][value="later"]');
  if (later && value !== "") later.checked = true;
}

/** Choice between the two occurrences of an hour that clocks repeat; only shown for a time in such an hour. */
function Turn({ parts, name }: { parts: FormParts; name: "goesOutTurn" | "endsTurn" }) {
  if (!parts.error(name) && !parts.value(name)) return null;
  return (
    <SelectField {...parts.field(name)} label={`${LABELS[name]}: ${name === "endsTurn" ? "until" : "from"}`}>
      <option value="">Choose</option>
      <option value="first">The first time, before the clock goes back</option>
      <option value="second">The second time, after it</option>
    </SelectField>
  );
}

function Draft({ draft, isTicked, disabled }: { draft: PublishableDraft; isTicked: boolean; disabled: boolean }) {
  const { name, title, way, changes, by, complaints, links, weight } = draft;
  return (
    <div className="together__one">
      <Tick name={name} value="yes" defaultChecked={isTicked} disabled={disabled}>
        <b>{title}</b>, {changes} <span className="dust small">{by}</span>
      </Tick>
      <p className="together__state small">
        {complaints.length === 0
          ? `Nothing is missing${links > 0 ? `, ${counted(links, "link leads", "links lead")} somewhere` : ""}.`
          : `${counted(complaints.length, "thing is", "things are")} missing:`}{" "}
        <Link className="link" to={way}>
          Look at it<span className="vh">: {title}</span>
        </Link>
        {weight !== null && <span className="dust"> {weight}.</span>}
      </p>
      {complaints.length > 0 && (
        <ul className="together__missing small">
          {complaints.map((complaint) => (
            <li key={complaint.way}>
              <Link className="link" to={complaint.way}>
                {complaint.label}
              </Link>
              : {complaint.text}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
