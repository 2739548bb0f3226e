import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { communityForms } from "~/shop/community/community-forms";
import { memberOf, servicesOf } from "../../context";
import { words } from "../../list-address";
import { ButtonLink } from "../../ui/button";
import { NothingFound, NothingYet } from "../../ui/empty";
import { Search } from "../../ui/list-tools";
import { PageHead } from "../../ui/page-head";
import { State } from "../../ui/state";
import { type Column, RowLink, Table } from "../../ui/table";
import { type CommunityListed, communityList, listedKind } from "./community-list.server";
import { titled } from "../../titled";

export const meta = titled((data: { list: string } | undefined) => data?.list ?? "Community");

const searched = words("q", 60);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const kind = orNotFound(listedKind(pathname));
  const text = searched.read(searchParams.get("q"), []);
  const { list, one, slug, says } = communityForms[kind];
  return { text, list, one, slug, says, ...(await communityList(servicesOf(context), memberOf(context), kind, text)) };
}

const columnsOf = (one: string, slug: string): Column<CommunityListed>[] => [
  {
    label: one,
    place: "lead",
    cell: ({ id, name, note }) => (
      <>
        <RowLink to={`/words/${slug}/${id}`}>{name}</RowLink>
        <span className="words__note">{note}</span>
      </>
    ),
  },
  { label: "Where it stands", place: "end", cell: ({ state }) => <State sign={state.sign}>{state.text}</State> },
];

/** List of the community records of one kind, in the order in which the shop shows them. */
export default function CommunityList() {
  const { list, one, slug, says, records, text, drafts, next, mayChange } = useLoaderData<typeof loader>();
  const add = (
    <ButtonLink look="main" fit to={`/words/${slug}/${next}`}>
      {`Add ${/^[aeiou]/i.test(one) ? "an" : "a"} ${one.toLowerCase()}`}
    </ButtonLink>
  );
  return (
    <>
      <PageHead
        title={list}
        back={{ to: "/words", name: "Words" }}
        acts={
          <>
            {mayChange && drafts > 0 && <ButtonLink to="/words/publish">Put on the shop</ButtonLink>}
            {mayChange && add}
          </>
        }
      >
        {says}
      </PageHead>
      <div className="tools">
        <Search name="q" label="A name, a city, a word" value={text} />
      </div>
      {records.length > 0 && (
        <Table label={list} columns={columnsOf(one, slug)} rows={records} keyOf={({ id }) => id} live />
      )}
      {records.length === 0 && text !== "" && (
        <NothingFound title="Nothing found" way={<ButtonLink to={`/words/${slug}`}>Show everything</ButtonLink>}>
          Nothing here says &quot;{text}&quot;.
        </NothingFound>
      )}
      {records.length === 0 && text === "" && (
        <NothingYet title="Nothing here yet" way={mayChange ? add : undefined}>
          The shop leaves out what is empty.
        </NothingYet>
      )}
    </>
  );
}
