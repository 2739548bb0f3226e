import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../context";
import { Hits } from "../ui/hits";
import { NothingFound } from "../ui/empty";
import { Search } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { findAnything } from "./find.server";
import { titled } from "../titled";

export const meta = titled("Find");

/** Maximum length of a query in characters; the rest is ignored. */
const LONGEST = 80;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = (new URL(request.url).searchParams.get("q") ?? "").slice(0, LONGEST);
  return { query, groups: await findAnything(servicesOf(context), memberOf(context), query) };
}

/** Page with the same search as the search dialog of the workshop (`ui/palette.tsx`), for browsers without script. */
export default function Find() {
  const { query, groups } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Find">Goods, orders, settings, and what can be done.</PageHead>
      <div className="tools">
        <Search name="q" label="Name, number or a few letters" value={query} />
      </div>
      {groups.length > 0 && <Hits groups={groups} query={query} />}
      {groups.length === 0 && <NothingFound title={`Nothing is called "${query}"`}>Try fewer letters.</NothingFound>}
    </>
  );
}
