import { type LoaderFunctionArgs, useLoaderData, useOutlet } from "react-router";
import { z } from "zod";
import { useHydrated } from "~/ui/use-hydrated";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { counted, listed } from "../count-texts";
import { formActions, Typed } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm, showNewest } from "../forms/send-form";
import { useUnsaved } from "../forms/use-unsaved";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { differ } from "../ui/differ";
import { PageHead } from "../ui/page-head";
import { SaveBar } from "../ui/save-bar";
import { State } from "../ui/state";
import { Look } from "./look";
import { NewerOnShop } from "./newer-on-shop";
import { TextFields } from "./text-fields";
import { discardText, saveText, settleText, textPage } from "./text.server";
import { fieldLabel } from "./word-fields";
import { wordsAt } from "./words-address";

export const meta = ({ loaderData }: { loaderData?: { name: string } }) => [
  { title: `${loaderData?.name ?? "Words"} | Workshop` },
];

export const loader = async ({ context, params }: LoaderFunctionArgs) =>
  orNotFound(await textPage(servicesOf(context), memberOf(context), orNotFound(wordsAt(params)), new Date()));

export const action = formActions({
  save: { right: "content.change", schema: Typed, act: (sent) => saveText(sent, orNotFound(wordsAt(sent.params))) },
  discard: {
    right: "content.change",
    schema: z.object({}),
    act: (sent) => discardText(sent, orNotFound(wordsAt(sent.params))),
  },
  settle: {
    right: "content.change",
    schema: Typed,
    act: (sent) => settleText(sent, orNotFound(wordsAt(sent.params))),
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** One text: its fields, its draft, and how the page looks with it. */
export default function TextPage() {
  const page = useLoaderData<typeof loader>();
  const { words, name, here, draft, isShown, mayChange } = page;
  const dialog = useOutlet();
  const back =
    words.kind === "faq" ? { to: "/words/faq", name: "Questions and answers" } : { to: "/words", name: "Words" };
  return (
    <>
      <div inert={dialog !== null}>
        <PageHead
          title={name}
          back={back}
          acts={
            <>
              <ButtonLink to={`${here}/versions`} preventScrollReset>
                Versions
              </ButtonLink>
              {draft && mayChange && (
                <ButtonLink to={`/words/publish?only=${encodeURIComponent(`${words.kind}:${words.id}`)}`}>
                  Put on the shop
                </ButtonLink>
              )}
            </>
          }
        >
          {draft ? (
            <State sign="here">Draft</State>
          ) : isShown ? (
            <State sign="full">On the shop</State>
          ) : (
            <State sign="over">Not on the shop</State>
          )}
          {" \u00a0 "}
          {draft
            ? `${draft.isMine ? "Begun by you" : `Begun by ${draft.who}`} ${draft.at}: ${listed(draft.fields.slice(0, 3)).toLowerCase()}${draft.fields.length > 3 ? ` and ${counted(draft.fields.length - 3, "more", "more")}` : ""}.`
            : "What you save is a draft first. The shop changes when you put it there."}
        </PageHead>
        {!mayChange && <p className="read-only">You may read this. Changing it takes another role.</p>}
        <FormMessage of={["discard", "settle"]} />
        {draft && draft.newer.length > 0 && <NewerOnShop page={page} />}
        {draft && draft.newer.length === 0 && <Draft />}
        <TextForm />
      </div>
      {dialog}
    </>
  );
}

/** Facts about the draft: who has it, what it misses, and a button that drops it. */
function Draft() {
  const { here, draft, submission, version, mayChange } = useLoaderData<typeof loader>();
  if (!draft) return null;
  return (
    <div className="knows">
      <div>
        {draft.complaints.length === 0 ? (
          "Nothing is missing. Put it on the shop when you like."
        ) : (
          <>
            <strong>
              {counted(draft.complaints.length, "thing is", "things are")} missing before it can go on the shop.
            </strong>
            <ul className="knows__list">
              {draft.complaints.map(({ field, label, text }) => (
                <li key={field}>
                  <a className="link" href={`#save-${field}`}>
                    {label}
                  </a>
                  : {text}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {mayChange && (
        <WorkshopForm name="discard" action={here} submission={submission} version={version} isBare>
          <Button look="bare">Discard the draft</Button>
        </WorkshopForm>
      )}
    </div>
  );
}

function TextForm() {
  const page = useLoaderData<typeof loader>();
  const { here, stored, parts: list, mayChange, memberId } = page;
  const labels = (name: string) =>
    list.flatMap(({ fields }) => fields).find((field) => field.name === name)?.label ?? fieldLabel(page.words, name);
  return (
    <WorkshopForm
      name="save"
      action={here}
      submission={page.submission}
      version={page.version}
      stored={stored}
      opened={{ liveVersion: String(page.liveVersion) }}
      remembers={mayChange ? `${memberId} ${here.slice(1)}` : undefined}
      labels={labels}
      thing="this text"
      stays={here}
      preventScrollReset
      savesByKey={mayChange}
    >
      {(parts) => (
        <>
          <div className="edit">
            <div>
              <TextFields {...page} parts={parts} list={list} disabled={!mayChange} />
            </div>
            <Look {...page} isDraft={page.draft !== null} />
          </div>
          {mayChange && <DraftBar parts={parts} labels={labels} />}
        </>
      )}
    </WorkshopForm>
  );
}

/** Bar with what was typed and not saved. */
function DraftBar({ parts, labels }: { parts: FormParts; labels(name: string): string }) {
  const { here, stored } = useLoaderData<typeof loader>();
  const isReady = useHydrated();
  const { answer } = useUnsaved("save");
  const names = new Set([
    ...Object.keys(stored),
    ...Object.keys(parts.typed).filter((name) => name.startsWith("row:")),
  ]);
  const changed = [...names].filter(
    (field) => differ(parts.typed[field], stored[field]) && !/^row:\d+:(id|icon|place)$/.test(field),
  );
  if (changed.length === 0 && isReady && answer === undefined) return null;
  return (
    <SaveBar
      saves="Save the draft"
      changes={changed.map((field) => ({
        label: labels(field),
        from: short(stored[field]),
        to: short(parts.typed[field]),
      }))}
      discard={here}
      busy={parts.isSending}
      onDiscard={parts.onDiscard}
    />
  );
}

/** Long texts are named, not repeated. */
const short = (text = ""): string => (text.length > 40 || text.includes("\n") ? "" : text);
