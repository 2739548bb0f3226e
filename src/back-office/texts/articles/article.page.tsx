import { Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { SHOWN_LETTERS } from "~/shop/blog/article";
import { PICTURE_TYPES } from "~/platform/picture-limits";
import { orNotFound } from "~/shop/form";
import { useHydrated } from "~/ui/use-hydrated";
import { memberOf, servicesOf } from "../../context";
import { formActions } from "../../forms/form-action.server";
import { sendForm, showNewest } from "../../forms/send-form";
import { type FormParts } from "../../forms/workshop-form";
import { Button } from "../../ui/button";
import { differ } from "../../ui/differ";
import { Field, LineField, SelectField, TextField, Tick } from "../../ui/field";
import { Section } from "../../ui/section";
import { Look } from "../look";
import { ArticleText } from "./article-text";
import { articleLabel } from "./article-fields";
import { articlePage } from "./article.server";
import { CoverField } from "./cover-field";
import { TextFrame } from "../text-frame";
import { textForms } from "../text.server";
import { wordsAt } from "../texts-address";
import { titled } from "../../titled";
import { Notice } from "../../ui/notice";

export const meta = titled((data: { name: string } | undefined) => data?.name ?? "An article");

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams;
  const [uploaded, goods, at] = ["picture", "goods", "at"].map((name) => (asked.get(name) ?? "").slice(0, 320));
  const what = { id: params.article ?? "", uploaded: uploaded ?? "", goods: goods ?? "", at: at ?? "" };
  return orNotFound(await articlePage(servicesOf(context), memberOf(context), what, new Date()));
}

const forms = textForms(wordsAt);
export const action = formActions({
  save: forms.save,
  discard: forms.discard,
  settle: forms.settle,
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page of one article: its texts, where it stands, and a preview. */
export default function ArticlePage() {
  const page = useLoaderData<typeof loader>();
  const { here, mayChange, isNew, uploaded } = page;
  return (
    <TextFrame
      thing="this article"
      hasVersions={!isNew}
      notices={uploaded !== "" && <PictureNotice path={uploaded} />}
      labels={articleLabel}
      shortValue={() => ""}
      isUnsaved={isNew}
      below={
        <>
          <Form id="look" action={here} preventScrollReset />
          {mayChange && <PlainUpload />}
        </>
      }
    >
      {(parts) => (
        <div className="edit edit--writing">
          <Words parts={parts} />
          <div>
            <Standing parts={parts} />
            <InSearch parts={parts} />
            <Look {...page} address={page.shopAddress || "/blogs"} isDraft={page.draft !== null} />
          </div>
        </div>
      )}
    </TextFrame>
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

/** Notice after a picture was uploaded without JavaScript, with the Markdown that puts it into the article. */
const PictureNotice = ({ path }: { path: string }) => (
  <Notice title="The picture is in the store." isAnswer>
    <p>
      Write <code>{`![what is to be seen](${path})`}</code> in the article where it stands, or put its path into the
      field of the cover.
    </p>
  </Notice>
);
