import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { can } from "~/shop/members/rights";
import { memberOf, servicesOf } from "../context";
import { ButtonLink } from "../ui/button";
import { NothingFound, NothingYet } from "../ui/empty";
import { Paging, Search, Views } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { codes, codeViews } from "./code-view";
import { discountsPage } from "./discounts.server";
import { titled } from "../titled";

export const meta = titled("Discounts");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const view = codes.viewIn(new URL(request.url).searchParams);
  const page = await discountsPage(services, member, view, new Date());
  return { view, mayChange: can(member, "discounts.change"), mayPrice: can(member, "goods.prices"), ...page };
}

type Line = Awaited<ReturnType<typeof discountsPage>>["lines"][number];

const columns: Column<Line>[] = [
  { label: "Code", place: "lead", cell: ({ code }) => <RowLink to={`/discounts/${code}`}>{code}</RowLink> },
  { label: "Takes off", place: "under", cell: ({ off }) => off },
  { label: "Ends", place: "under-end", cell: ({ until }) => until ?? "No end" },
  { label: "Used", numeric: true, place: "end", cell: ({ uses }) => uses },
  { label: "State", place: "last", cell: ({ state: { sign, name } }) => <State sign={sign}>{name}</State> },
];

/** List of the shop's discount codes, valid codes first. */
export default function Discounts() {
  const { view, mayChange, mayPrice, lines, next } = useLoaderData<typeof loader>();
  const first = { ...view, after: null };
  return (
    <>
      <PageHead
        title="Discounts"
        acts={
          <>
            <ButtonLink to="/offers">Offers</ButtonLink>
            {mayPrice && <ButtonLink to="/goods/bulk/percent">Put goods on sale</ButtonLink>}
            {mayChange && (
              <ButtonLink look="main" fit to="/discounts/new">
                Make a code
              </ButtonLink>
            )}
          </>
        }
      >
        Codes that shoppers type into the bag. One an order; free delivery from its threshold on applies as well.
      </PageHead>
      <Views
        label="Codes"
        views={codeViews.map(({ show, name }) => ({
          to: codes.addressOf({ ...first, show }),
          name,
          isCurrent: view.show === show,
        }))}
      />
      <div className="tools">
        <Search
          name="q"
          label="How the code begins"
          value={view.text}
          hidden={{ ...(view.show !== "own" && { show: view.show }) }}
        />
      </div>
      {lines.length > 0 && <Table label="Codes" columns={columns} rows={lines} keyOf={({ code }) => code} live />}
      {lines.length === 0 && view.text !== "" && (
        <NothingFound title="Nothing found" way={<ButtonLink to="/discounts">Show everything</ButtonLink>}>
          No code begins with &quot;{view.text}&quot;.
        </NothingFound>
      )}
      {lines.length === 0 && view.text === "" && (
        <NothingYet title="No code yet">
          {view.show === "own" ? "Make one, and shoppers type it into the bag." : "Nothing stands here."}
        </NothingYet>
      )}
      {lines.length > 0 && (
        <Paging
          newest={view.after === null ? null : codes.addressOf(first)}
          older={next === null ? null : codes.addressOf({ ...view, after: next })}
        >
          The newest first
        </Paging>
      )}
    </>
  );
}
