import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf, shopPageContext } from "../context";
import { formActions, Typed } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm, showNewest } from "../forms/send-form";
import { useShown } from "../forms/use-unsaved";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Section } from "../ui/section";
import { AddPicture } from "./add-picture";
import { Look } from "./look";
import { rowLabel } from "./menu-row-fields";
import { settleNewerDefault } from "./newer-default.server";
import { LetterChips, LetterLook, LookForm, TestOfLetter } from "./letters/letter-look";
import { letterExample, letterLookIn, testLetter } from "./letters/letter-look.server";
import { SearchResult } from "./search/search-result";
import { searchResult } from "./search/search-result.server";
import { TextFields } from "./text-fields";
import { hideText, showText, textForms, textPage } from "./text.server";
import { wordsAt } from "./texts-address";
import { TextFrame } from "./text-frame";
import { titled } from "../titled";

export const meta = titled((data: { name: string } | undefined) => data?.name ?? "Words");

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

const right = "content.change";
const forms = textForms(wordsAt);
export const action = formActions({
  save: forms.save,
  discard: forms.discard,
  settle: forms.settle,
  default: { right, schema: Typed, act: (sent) => settleNewerDefault(sent, orNotFound(wordsAt(sent.params))) },
  look: { right, schema: Typed, act: (sent) => showText(sent, orNotFound(wordsAt(sent.params))) },
  unlook: { right, schema: Typed, act: (sent) => hideText(sent, orNotFound(wordsAt(sent.params))) },
  test: { right, schema: Typed, act: (sent) => testLetter(sent, orNotFound(wordsAt(sent.params))) },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page of one text that is no article: its fields, and a preview. */
export default function TextPage() {
  const page = useLoaderData<typeof loader>();
  const { here, draft, parts: list, menu, mayChange, letter, search, submission } = page;
  const labels = (name: string) =>
    list.flatMap(({ fields }) => fields).find((field) => field.name === name)?.label ??
    (menu ? rowLabel(name, menu.row) : name);
  return (
    <TextFrame
      intro={
        letter ? `${letter.when}. What you save is a draft first: letters have it once you put it in use.` : undefined
      }
      thing="this text"
      labels={labels}
      shortValue={short}
      below={
        <>
          <LookForm here={here} />
          {letter && mayChange && <TestOfLetter {...{ here, submission, letter }} />}
          {draft && mayChange && !letter && <ShowSomebody />}
          {mayChange && list.some(({ fields }) => fields.some(({ kind }) => kind === "picture")) && (
            <AddPicture here={here} />
          )}
        </>
      }
    >
      {(parts) => (
        <div className="edit">
          <div>
            {/* First submit button of the form, so that Enter saves and does not press a section's button. */}
            <button type="submit" className="vh" tabIndex={-1} aria-hidden="true">
              Save the draft
            </button>
            <TextFields {...page} parts={parts} list={list} disabled={!mayChange} />
            {letter && <LetterChips {...letter} />}
            {search && <SearchResult {...search} typed={parts.typed} />}
          </div>
          {letter ? (
            <LetterLook {...page} letter={letter} isDraft={draft !== null} />
          ) : (
            <Look {...page} typed={{ ...parts.values, ...parts.typed }} isDraft={draft !== null} />
          )}
        </div>
      )}
    </TextFrame>
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

/** Value of a changed field for the bar; empty for a long text. */
const short = (text = ""): string => (text.length > 40 || text.includes("\n") ? "" : text);
