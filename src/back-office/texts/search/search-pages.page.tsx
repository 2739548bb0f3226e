import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../../context";
import { words } from "../../list-address";
import { ButtonLink } from "../../ui/button";
import { State } from "../../ui/state";
import { type Column, RowLink } from "../../ui/table";
import { NamedTexts } from "../named-texts";
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
    <NamedTexts
      title="Search results"
      about="How pages are found elsewhere: their title and a sentence. Products and articles have theirs on their own page."
      publish={mayChange && drafts > 0 ? "Put on the shop" : null}
      search={{ label: "A page, a word", text }}
      columns={columns}
      rows={pages}
      none={{
        says: <>No page says &quot;{text}&quot;.</>,
        all: <ButtonLink to="/words/search-results">Show all pages</ButtonLink>,
      }}
    />
  );
}
