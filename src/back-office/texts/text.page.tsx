import { type LoaderFunctionArgs, useLoaderData, useOutlet } from "react-router";
import { z } from "zod";
import { useHydrated } from "~/ui/use-hydrated";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf, shopPageContext } from "../context";
import { counted, listed } from "../count-texts";
import { formActions, Typed } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm, showNewest } from "../forms/send-form";
import { useShown, useUnsaved } from "../forms/use-unsaved";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { differ } from "../ui/differ";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { SaveBar } from "../ui/save-bar";
import { State } from "../ui/state";
import { AddPicture } from "./add-picture";
import { Look } from "./look";
import { BothTexts } from "./both-texts";
import { rowLabel } from "./menu-row-fields";
import { settleNewerDefault } from "./newer-default.server";
import { LetterChips, LetterLook, LookForm, TestOfLetter } from "./letters/letter-look";
import { letterExample, letterLookIn, testLetter } from "./letters/letter-look.server";
import { NewerOnShop } from "./newer-on-shop";
import { PlannedLines } from "./planned-lines";
import { SearchResult } from "./search/search-result";
import { searchResult } from "./search/search-result.server";
import { TextFields } from "./text-fields";
import { listsByKind } from "./lists-by-kind";
import { discardText, hideText, saveText, settleText, showText, textPage } from "./text.server";
import { wordsAt } from "./texts-address";

export const meta = ({ loaderData }: { loaderData?: { name: string } }) => [
  { title: `${loaderData?.name ?? "Words"} | Workshop` },
];

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [services, member, words] = [servicesOf(context), memberOf(context), orNotFound(wordsAt(params))];
  const { searchParams } = new URL(request.url);
  return {
    ...orNotFound(await textPage(services, member, words, new Date())),
    letter: await letterExample(services, member, words, letterLookIn(searchParams)),
    search: await searchResult(services, words, context.get(shopPageContext)),
    at: searchParams.get("at") ?? "",
  };
}

export const action = formActions({
  save: { right: "content.change", schema: Typed, act: (sent) => saveText(sent, orNotFound(wordsAt(sent.params))) },
  discard: {
    right: "content.change",
    schema: z.object({}),
    act: (sent) => discardText(sent, orNotFound(wordsAt(sent.params))),
  },
  default: {
    right: "content.change",
    schema: Typed,
    act: (sent) => settleNewerDefault(sent, orNotFound(wordsAt(sent.params))),
  },
  look: { right: "content.change", schema: Typed, act: (sent) => showText(sent, orNotFound(wordsAt(sent.params))) },
  unlook: { right: "content.change", schema: Typed, act: (sent) => hideText(sent, orNotFound(wordsAt(sent.params))) },
  test: { right: "content.change", schema: Typed, act: (sent) => testLetter(sent, orNotFound(wordsAt(sent.params))) },
  settle: {
    right: "content.change",
    schema: Typed,
    act: (sent) => settleText(sent, orNotFound(wordsAt(sent.params))),
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page of one text: its fields, its draft, and a preview. */
export default function TextPage() {
  const page = useLoaderData<typeof loader>();
  const { words, name, here, draft, isShown, mayChange, newerDefault, letter, submission } = page;
  const dialog = useOutlet();
  const back = listsByKind[words.kind] ?? { to: "/words", name: "Words" };
  const onShop = letter ? "In use" : "On the shop";
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
                  {letter ? "Put in use" : "Put on the shop"}
                </ButtonLink>
              )}
            </>
          }
        >
          {draft ? (
            <State sign="here">Draft</State>
          ) : isShown ? (
            <State sign="full">{onShop}</State>
          ) : (
            <State sign="over">Not on the shop</State>
          )}
          {" \u00a0 "}
          {draft
            ? `${draft.isMine ? "Begun by you" : `Begun by ${draft.who}`} ${draft.at}: ${listed(draft.fields.slice(0, 3)).toLowerCase()}${draft.fields.length > 3 ? ` and ${counted(draft.fields.length - 3, "more", "more")}` : ""}.`
            : letter
              ? `${letter.when}. What you save is a draft first: letters have it once you put it in use.`
              : "What you save is a draft first. The shop changes when you put it there."}
        </PageHead>
        {!mayChange && <p className="read-only">You may read this. Changing it takes another role.</p>}
        <FormMessage of={["discard", "settle", "default"]} />
        <PlannedLines plans={page.plans} />
        {newerDefault && <NewerDefault />}
        {draft && draft.newer.length > 0 && <NewerOnShop page={page} />}
        {draft && draft.newer.length === 0 && <Draft />}
        <TextForm />
        <LookForm here={here} />
        {letter && mayChange && <TestOfLetter {...{ here, submission, letter }} />}
        {draft && mayChange && !letter && <ShowSomebody />}
        {mayChange && page.parts.some(({ fields }) => fields.some(({ kind }) => kind === "picture")) && (
          <AddPicture here={here} />
        )}
      </div>
      {dialog}
    </>
  );
}

/** Texts of each field with a newer default: the shop's text and the default, with buttons to choose one of them. */
function NewerDefault() {
  const { here, newerDefault, submission, version, mayChange } = useLoaderData<typeof loader>();
  if (!newerDefault) return null;
  return (
    <Section title="The default is newer" note="Your words stay until you choose">
      <BothTexts fields={newerDefault.fields} />
      {mayChange && (
        <WorkshopForm name="default" action={here} submission={submission} version={version} isBare>
          <p className="shown__acts">
            <Button name="takes" value="shipped">
              Make the newer words a draft
            </Button>
            <Button name="takes" value="own" look="bare">
              Keep these
            </Button>
          </p>
        </WorkshopForm>
      )}
    </Section>
  );
}

/** Information about the draft: what is missing before it can be published, and a button that discards it. */
function Draft() {
  const { here, draft, letter, submission, version, mayChange } = useLoaderData<typeof loader>();
  if (!draft) return null;
  return (
    <div className="knows">
      <div>
        {draft.complaints.length === 0 ? (
          `Nothing is missing. Put it ${letter ? "in use" : "on the shop"} when you like.`
        ) : (
          <>
            <strong>
              Before the saved draft can {letter ? "be used" : "go on the shop"},{" "}
              {counted(draft.complaints.length, "thing is", "things are")} missing.
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

/** Form that creates an address with which anybody can see the draft for an hour. */
function ShowSomebody() {
  const { here, shown, submission } = useLoaderData<typeof loader>();
  const made = useShown<{ address: string }>();
  return (
    <Section title="Show somebody" note="for an hour, without signing in">
      <p>Whoever has the address sees the page with this draft. Search engines are kept out.</p>
      <FormMessage of={["look", "unlook"]} />
      {made && (
        <p>
          <a className="link" href={made.address}>
            {made.address}
          </a>
        </p>
      )}
      <div className="shown__acts">
        <WorkshopForm name="look" action={here} submission={submission} isBare>
          <Button>Make an address</Button>
        </WorkshopForm>
        {(shown.length > 0 || made) && (
          <WorkshopForm name="unlook" action={here} submission={submission} isBare>
            <Button look="bare">Take it back now</Button>
          </WorkshopForm>
        )}
      </div>
      {shown.length > 0 && <p className="small dust">{`Open until ${shown.at(-1)}.`}</p>}
    </Section>
  );
}

function TextForm() {
  const page = useLoaderData<typeof loader>();
  const { here, stored, parts: list, mayChange, memberId } = page;
  const labels = (name: string) =>
    list.flatMap(({ fields }) => fields).find((field) => field.name === name)?.label ??
    (page.menu ? rowLabel(name, page.menu.row) : name);
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
              {/* First submit button of the form, so that Enter saves and does not press a section's button. */}
              <button type="submit" className="vh" tabIndex={-1} aria-hidden="true">
                Save the draft
              </button>
              <TextFields {...page} parts={parts} list={list} disabled={!mayChange} />
              {page.letter && <LetterChips {...page.letter} />}
              {page.search && <SearchResult {...page.search} typed={parts.typed} />}
            </div>
            {page.letter ? (
              <LetterLook {...page} letter={page.letter} isDraft={page.draft !== null} />
            ) : (
              <Look {...page} typed={{ ...parts.values, ...parts.typed }} isDraft={page.draft !== null} />
            )}
          </div>
          {mayChange && <DraftBar parts={parts} labels={labels} />}
        </>
      )}
    </WorkshopForm>
  );
}

/** Bar with the unsaved changes. */
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

/** Value of a changed field for the bar; empty for a long text. */
const short = (text = ""): string => (text.length > 40 || text.includes("\n") ? "" : text);
