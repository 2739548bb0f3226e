import { randomUUID } from "node:crypto";
import { data, Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { UNDO_DAYS } from "~/shop/undo-days";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { formAction, Typed } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm } from "../forms/send-form";
import { useAsked } from "../forms/use-unsaved";
import { WorkshopForm } from "../forms/workshop-form";
import { isUuid } from "~/shop/is-uuid";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { PageHead } from "../ui/page-head";
import { FromTo } from "./from-to";
import { actPage, takeBack } from "./log.server";
import { recordNames } from "./record-names.server";
import { keepIn, type NewerForm } from "./undo-choices";
import { askedChanges, newerIn } from "./undo-conflict.server";
import { UndoConflictForm } from "./undo-conflict-form";
import { readUndoForm } from "./undo-form";
import { titled } from "../titled";

export const meta = titled("What changed");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = await actPage(servicesOf(context), memberOf(context), actIn(params), new Date());
  return { ...orNotFound(page), submission: randomUUID() };
}

export const action = formAction({
  schema: Typed,
  async act({ services, member, params, submission }, typed) {
    const { change, versions, rest, back } = readUndoForm(typed) ?? notOurs();
    const what = { act: actIn(params), ...(change !== undefined && { change }) };
    const kept = { keep: keepIn(typed), versions, keepsRest: rest === "theirs" };
    const result = await takeBack(services, member, { ...what, submission, ...kept });
    if (result.saved) return { to: back ?? `/log/${params.act}`, act: result.act };
    const names = await recordNames(services.db, askedChanges(result));
    return { asks: newerIn(result, names, services.settings().timeZone), status: 409 };
  },
});

export const clientAction = sendForm;

/** Throws a response with status 400, for sent fields that no form of the page has. */
const notOurs = (): never => {
  throw data(null, { status: 400 });
};

/** Id of the act in the address; throws a response with status 404 if it is not valid. */
const actIn = ({ act = "" }: LoaderFunctionArgs["params"]): string => {
  if (!isUuid(act)) throw data(null, { status: 404 });
  return act;
};

/** Number of changes that are shown expanded; further changes are collapsed, so that the undo button stays in view. */
const OPEN = 5;

/** Page of an act: all its changes, and forms that undo all or some of them. */
export default function ActPage() {
  const { sentence, who, at, reason, standing, mayReadLog, changes, more, submission } = useLoaderData<typeof loader>();
  const newer = useAsked<NewerForm>();
  if (newer) return <UndoConflictForm newer={newer.asks} change={newer.typed.change} submission={submission} />;
  const count = changes.length + more;
  const own = changes.filter(({ ofWhole }) => !ofWhole);
  return (
    <>
      <PageHead title="What changed" {...(mayReadLog && { back: { to: "/log", name: "What changed" } })}>
        {`${who}, ${at}`}
      </PageHead>
      <FormMessage />
      <DialogPage
        title={sentence}
        foot={
          <>
            <p>{footWords[standing]}</p>
            <ButtonLink look="bare" to={mayReadLog ? "/log" : "/"}>
              Back
            </ButtonLink>
            {standing === "yes" && (
              <WorkshopForm name="all" submission={submission} isBare>
                <Button look="main" fit>
                  {count > 1 ? "Take all of it back" : "Take it back"}
                </Button>
              </WorkshopForm>
            )}
          </>
        }
      >
        {reason && !sentence.includes(reason) && <p>{reason}</p>}
        {own.length < changes.length && <ActChanges changes={changes.filter(({ ofWhole }) => ofWhole)} />}
        {own.length > 0 && count <= OPEN && <ActChanges changes={own} />}
        {count > OPEN && (
          <details className="act__all">
            <summary className="link">{`Each of the ${counted(own.length + more, "change")}`}</summary>
            <ActChanges changes={own} />
            {more > 0 && <p className="dust">{`And ${more} more.`}</p>}
          </details>
        )}
      </DialogPage>
    </>
  );
}

/** List of the act's changes, each with a form that undoes it where that is possible. */
function ActChanges({ changes }: Pick<Awaited<ReturnType<typeof loader>>, "changes">) {
  const { submission, changes: all } = useLoaderData<typeof loader>();
  return (
    <ul className="act">
      {changes.map(({ id, what, from, to, way, isUndone, mayUndo }) => (
        <li className="act__change" key={id}>
          <b>
            {way ? (
              <Link className="link" to={way}>
                {what}
              </Link>
            ) : (
              what
            )}
          </b>
          <FromTo from={from} to={to} />
          {mayUndo && all.length > 1 && (
            <WorkshopForm name={`change:${id}`} submission={submission} isBare>
              <input type="hidden" name="change" value={id} />
              <Button>Take this back</Button>
            </WorkshopForm>
          )}
          {isUndone && <span className="dust">Taken back</span>}
        </li>
      ))}
    </ul>
  );
}

const footWords = {
  yes: "What stood before stands again. The log keeps both.",
  "too-late": `It is older than ${UNDO_DAYS} days, or the shopper it was about was erased.`,
  undone: "It was taken back.",
  "not-yours":
    "Only who may change this takes it back: a name or an address is its member's own, the rest is a matter of roles.",
  countered: "Money, letters, parcels and what was cleared cannot be taken back, only countered.",
};
