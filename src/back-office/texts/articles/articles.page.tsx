import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../../context";
import { counted } from "../../count-words";
import { words } from "../../list-address";
import { ButtonLink } from "../../ui/button";
import { NothingFound, NothingYet } from "../../ui/empty";
import { Search } from "../../ui/list-tools";
import { PageHead } from "../../ui/page-head";
import { State } from "../../ui/state";
import { type Column, RowLink, Table } from "../../ui/table";
import { type ArticleLine, articlesPage } from "./articles.server";
import { titled } from "../../titled";

export const meta = titled("Articles");

const searched = words("q", 60);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const text = searched.read(new URL(request.url).searchParams.get("q"), []);
  return articlesPage(servicesOf(context), memberOf(context), text, new Date());
}

const columns: Column<ArticleLine>[] = [
  {
    label: "Title",
    place: "lead",
    cell: ({ id, title, lead }) => (
      <>
        <RowLink to={`/words/articles/${id}`}>{title}</RowLink>
        <span className="words__note faq__answer">{lead}</span>
      </>
    ),
  },
  { label: "Where it stands", place: "end", cell: ({ state }) => <State sign={state.sign}>{state.text}</State> },
  { label: "Category", place: "under", cell: ({ category }) => category },
  { label: "On the shop since, or drafted by", place: "under-end", cell: ({ at }) => at },
];

/** List of all articles of the blog: drafts first, then the newest. */
export default function Articles() {
  const { lines, text, drafts, next, mayChange } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Articles"
        back={{ to: "/words", name: "Words" }}
        acts={
          <>
            <ButtonLink to="/words/articles/categories">Categories</ButtonLink>
            {mayChange && drafts > 0 && <ButtonLink to="/words/publish">Put on the shop</ButtonLink>}
            {mayChange && (
              <ButtonLink look="main" fit to={`/words/articles/${next}`}>
                Write an article
              </ButtonLink>
            )}
          </>
        }
      >
        {`${counted(lines.length, "article")} of the blog.`}
      </PageHead>
      <div className="tools">
        <Search name="q" label="A word of a title, a lead, a category" value={text} />
      </div>
      {lines.length > 0 && <Table label="Articles" columns={columns} rows={lines} keyOf={({ id }) => id} live />}
      {lines.length === 0 && text !== "" && (
        <NothingFound title="Nothing found" way={<ButtonLink to="/words/articles">Show everything</ButtonLink>}>
          No article says &quot;{text}&quot; in its title, lead or category.
        </NothingFound>
      )}
      {lines.length === 0 && text === "" && (
        <NothingYet title="No article yet">Write the first one: it is a draft until you put it on the shop.</NothingYet>
      )}
    </>
  );
}
