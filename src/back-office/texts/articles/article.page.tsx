import { Form, type LoaderFunctionArgs, useLoaderData, useOutlet } from "react-router";
import { z } from "zod";
import { SHOWN_LETTERS } from "~/shop/blog/article";
import { PICTURE_TYPES } from "~/platform/picture-limits";
import { orNotFound } from "~/shop/form";
import { useHydrated } from "~/ui/use-hydrated";
import { memberOf, servicesOf } from "../../context";
import { listed } from "../../count-texts";
import { formActions, Typed } from "../../forms/form-action.server";
import { FormMessage } from "../../forms/form-message";
import { sendForm, showNewest } from "../../forms/send-form";
import { useUnsaved } from "../../forms/use-unsaved";
import { type FormParts, WorkshopForm } from "../../forms/workshop-form";
import { Button, ButtonLink } from "../../ui/button";
import { differ } from "../../ui/differ";
import { Field, LineField, SelectField, TextField, Tick } from "../../ui/field";
import { PageHead } from "../../ui/page-head";
import { SaveBar } from "../../ui/save-bar";
import { Section } from "../../ui/section";
import { State } from "../../ui/state";
import { Look } from "../look";
import { NewerOnShop } from "../newer-on-shop";
import { discardText, saveText, settleText } from "../text.server";
import { ArticleText } from "./article-text";
import { articleLabel } from "./article-fields";
import { articlePage } from "./article.server";
import { CoverField } from "./cover-field";
import { MissingWords } from "./missing-words";
import { PictureNotice } from "./picture-notice";

export const meta = ({ loaderData }: { loaderData?: { name: string } }) => [
  { title: `${loaderData?.name ?? "An article"} | Workshop` },
];

const idIn = ({ article = "" }: LoaderFunctionArgs["params"]): string => article;
const wordsOf = (params: LoaderFunctionArgs["params"]) => ({ kind: "article", id: idIn(params) }) as const;

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const [uploaded, goods, at] = ["picture", "goods", "at"].map((name) => (asked.get(name) ?? "").slice(0, 320));
  const what = { id: idIn(params), uploaded: uploaded ?? "", goods: goods ?? "", at: at ?? "" };
  return orNotFound(await articlePage(servicesOf(context), memberOf(context), what, new Date()));
}

const right = "content.change";
export const action = formActions({
  save: { right, schema: Typed, act: (sent) => saveText(sent, wordsOf(sent.params)) },
  discard: { right, schema: z.object({}), act: (sent) => discardText(sent, wordsOf(sent.params)) },
  settle: { right, schema: Typed, act: (sent) => settleText(sent, wordsOf(sent.params)) },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page of one article: its texts, its status, its draft, and a preview. */
export default function ArticlePage() {
  const page = useLoaderData<typeof loader>();
  const { name, here, draft, isShown, mayChange, isNew, uploaded } = page;
  const dialog = useOutlet();
  return (
    <>
      <div inert={dialog !== null}>
        <PageHead
          title={name}
          back={{ to: "/words/articles", name: "Articles" }}
          acts={
            <>
              {!isNew && (
                <ButtonLink to={`${here}/versions`} preventScrollReset>
                  Versions
                </ButtonLink>
              )}
              {draft && mayChange && (
                <ButtonLink to={`/words/publish?only=${encodeURIComponent(`article:${page.words.id}`)}`}>
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
            ? `${draft.isMine ? "Begun by you" : `Begun by ${draft.who}`} ${draft.at}: ${listed(draft.fields.slice(0, 3)).toLowerCase()}.`
            : "What you save is a draft first. The shop changes when you put it there."}
        </PageHead>
        {!mayChange && <p className="read-only">You may read this. Changing it takes another role.</p>}
        <FormMessage of={["discard", "settle"]} />
        {uploaded !== "" && <PictureNotice path={uploaded} />}
        {draft && draft.newer.length > 0 && <NewerOnShop page={page} />}
        {draft && draft.newer.length === 0 && <MissingWords page={page} />}
        <ArticleForm />
        <Form id="look" action={here} preventScrollReset />
        {mayChange && <PlainUpload />}
      </div>
      {dialog}
    </>
  );
}

function ArticleForm() {
  const page = useLoaderData<typeof loader>();
  const { here, stored, mayChange, memberId } = page;
  return (
    <WorkshopForm
      name="save"
      action={here}
      submission={page.submission}
      version={page.version}
      stored={stored}
      opened={{ liveVersion: String(page.liveVersion) }}
      remembers={mayChange ? `${memberId} ${here.slice(1)}` : undefined}
      labels={articleLabel}
      thing="this article"
      stays={here}
      preventScrollReset
      savesByKey={mayChange}
    >
      {(parts) => (
        <>
          <div className="edit edit--writing">
            <Words parts={parts} />
            <div>
              <Standing parts={parts} />
              <InSearch parts={parts} />
              <Look {...page} address={page.shopAddress || "/blogs"} isDraft={page.draft !== null} />
            </div>
          </div>
          {mayChange && <DraftBar parts={parts} />}
        </>
      )}
    </WorkshopForm>
  );
}

/** Formats the length of a text and the number of characters that are displayed in full: "12 of 60 letters". */
const lengthOf = (text: string | undefined, most: number): string => `${(text ?? "").length} of ${most} letters`;

function Words({ parts }: { parts: FormParts }) {
  const page = useLoaderData<typeof loader>();
  const { stored, mayChange } = page;
  const at = (name: "title" | "lead" | "text") => ({
    ...parts.field(name),
    label: articleLabel(name),
    disabled: !mayChange,
    isNew: differ(parts.typed[name], stored[name]),
  });
  return (
    <div className="stack">
      <div className="headline">
        <LineField {...at("title")} autoComplete="off" />
      </div>
      <TextField
        {...at("lead")}
        labelNote={`stands under the title and on the list, ${lengthOf(parts.typed.lead, SHOWN_LETTERS.lead)}`}
        rows={3}
      />
      <ArticleText {...page} pictures={page.hashes} field={at("text")} typed={parts.typed.text ?? ""} />
    </div>
  );
}

function Standing({ parts }: { parts: FormParts }) {
  const { stored, groups, mayChange, shopAddress, isNew, hashes, words } = useLoaderData<typeof loader>();
  return (
    <Section title="Where it stands">
      <div className="stack">
        <SelectField
          {...parts.field("categoryId")}
          label="Category"
          disabled={!mayChange}
          isNew={differ(parts.typed.categoryId, stored.categoryId)}
        >
          {groups.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <CoverField
          {...parts.field("cover")}
          id={parts.field("cover").id}
          article={words.id}
          pictures={hashes}
          disabled={!mayChange}
          isNew={differ(parts.typed.cover, stored.cover)}
        />
        <Tick {...parts.tick("isShown", "yes")} disabled={!mayChange}>
          On the shop once it is put there
        </Tick>
        {shopAddress !== "" && (
          <p className="small">
            Address: <b>{shopAddress}</b>
            <span className="words__note">
              {isNew
                ? "Follows the title."
                : "Follows the title. Of an article that is on the shop, the former address leads here."}
            </span>
          </p>
        )}
      </div>
    </Section>
  );
}

function InSearch({ parts }: { parts: FormParts }) {
  const { stored, mayChange, host } = useLoaderData<typeof loader>();
  const { title = "", lead = "", searchTitle = "", searchWords = "" } = parts.typed;
  return (
    <Section title="In search results">
      <div className="snippet">
        <p className="snippet__place">{host} › blog</p>
        <p className="snippet__title">{searchTitle || title || "Title"}</p>
        <p className="small">{(searchWords || lead || "The lead").slice(0, 320)}</p>
      </div>
      <div className="stack">
        <LineField
          {...parts.field("searchTitle")}
          label="Other title there"
          labelNote={lengthOf(searchTitle || title, SHOWN_LETTERS.searchTitle)}
          placeholder={title}
          disabled={!mayChange}
          isNew={differ(parts.typed.searchTitle, stored.searchTitle)}
          autoComplete="off"
        />
        <TextField
          {...parts.field("searchWords")}
          label="Other sentence there"
          labelNote={lengthOf(searchWords || lead, SHOWN_LETTERS.searchWords)}
          placeholder={lead}
          disabled={!mayChange}
          isNew={differ(parts.typed.searchWords, stored.searchWords)}
          rows={2}
        />
      </div>
    </Section>
  );
}

/** Bar with the unsaved changes. */
function DraftBar({ parts }: { parts: FormParts }) {
  const { here, stored, isNew } = useLoaderData<typeof loader>();
  const isReady = useHydrated();
  const { answer } = useUnsaved("save");
  const changed = Object.keys(stored).filter((field) => differ(parts.typed[field], stored[field]));
  if (changed.length === 0 && isReady && answer === undefined && !isNew) return null;
  return (
    <SaveBar
      saves="Save the draft"
      changes={changed.map((field) => ({ label: articleLabel(field), from: "", to: "" }))}
      discard={here}
      busy={parts.isSending}
      onDiscard={parts.onDiscard}
    />
  );
}

/** Form to upload a picture without JavaScript; otherwise the article and its cover have their own buttons. */
function PlainUpload() {
  const { words } = useLoaderData<typeof loader>();
  if (useHydrated()) return null;
  return (
    <Section title="Send a picture" note="what is typed above has to be saved first">
      <form method="post" encType="multipart/form-data" action={`/back-office/words/articles/${words.id}/pictures`}>
        <div className="stack">
          <Field label="Picture" type="file" name="file" accept={PICTURE_TYPES} />
          <Button>Send</Button>
        </div>
      </form>
    </Section>
  );
}
