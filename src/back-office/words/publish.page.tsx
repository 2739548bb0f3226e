import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-texts";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { useUnsaved } from "../forms/use-unsaved";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { NothingYet } from "../ui/empty";
import { Tick } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { type PublishableDraft, publishChosen, publishPage } from "./publish.server";

export const meta = () => [{ title: "Put on the shop | Workshop" }];

export async function loader({ context, request }: LoaderFunctionArgs) {
  const only = new URL(request.url).searchParams.get("only");
  return { ...(await publishPage(servicesOf(context), memberOf(context), only, new Date())), only };
}

export const action = formAction({ right: "content.change", schema: Typed, act: (sent) => publishChosen(sent) });

export const clientAction = sendForm;

/** Drafts to put on the shop together, with what each still misses. */
export default function Publish() {
  const { drafts, only, mayChange, submission } = useLoaderData<typeof loader>();
  const { answer } = useUnsaved(undefined);
  const back = drafts.find(({ name }) => name === only)?.way ?? "/words";
  if (drafts.length === 0)
    return (
      <>
        <PageHead title="Put on the shop" back={{ to: "/words", name: "Words" }} />
        <NothingYet title="No draft is waiting" way={<ButtonLink to="/words">Back to the words</ButtonLink>}>
          What is saved as a draft stands here until it goes on the shop.
        </NothingYet>
      </>
    );
  return (
    <DialogPage title="Put on the shop" wide>
      <WorkshopForm submission={submission}>
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
        <div className="dialog__foot">
          <p className="small dust">Today&apos;s words become a version that you can restore.</p>
          <ButtonLink to={back}>Cancel</ButtonLink>
          {mayChange && (
            <Button look="main" fit>
              Put on the shop
            </Button>
          )}
        </div>
      </WorkshopForm>
    </DialogPage>
  );
}

function Draft({ draft, isTicked, disabled }: { draft: PublishableDraft; isTicked: boolean; disabled: boolean }) {
  const { name, title, way, changes, by, complaints, links } = draft;
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
