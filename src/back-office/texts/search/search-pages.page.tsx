import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../../context";
import { words } from "../../list-address";
import { ButtonLink } from "../../ui/button";
import { NothingFound } from "../../ui/empty";
import { Search } from "../../ui/list-tools";
import { PageHead } from "../../ui/page-head";
import { State } from "../../ui/state";
import { type Column, RowLink, Table } from "../../ui/table";
import { type SearchListed, searchPagesList } from "./search-pages.server";
import { titled } from "../../titled";

export const meta = titled("Search results");

const searched = words("q", 60);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const text = searched.read(new URL(request.url).searchParams.get("q"), []);
  return { text, ...(await searchPagesList(servicesOf(context), memberOf(context), text)) };
}

const columns: Column<SearchListed>[] = [
  {
    label: "Page",
    place: "lead",
    cell: ({ key, name, note }) => (
      <>
        <RowLink to={`/words/search-results/${key}`}>{name}</RowLink>
        <span className="words__note">{note}</span>
      </>
    ),
  },
  { label: "Where it stands", place: "end", cell: ({ state }) => <State sign={state.sign}>{state.text}</State> },
  { label: "Words", place: "wide", cell: ({ isYours }) => (isYours ? "Yours" : "Made by the page") },
];

/** List of pages with their title and description in search results. */
export default function SearchPages() {
  const { pages, text, drafts, mayChange } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Search results"
        back={{ to: "/words", name: "Words" }}
        acts={mayChange && drafts > 0 && <ButtonLink to="/words/publish">Put on the shop</ButtonLink>}
      >
        How pages are found elsewhere: their title and a sentence. Products and articles have theirs on their own page.
      </PageHead>
      <div className="tools">
        <Search name="q" label="A page, a word" value={text} />
      </div>
      {pages.length > 0 ? (
        <Table label="Search results" columns={columns} rows={pages} keyOf={({ key }) => key} live />
      ) : (
        <NothingFound title="Nothing found" way={<ButtonLink to="/words/search-results">Show all pages</ButtonLink>}>
          No page says &quot;{text}&quot;.
        </NothingFound>
      )}
    </>
  );
}
