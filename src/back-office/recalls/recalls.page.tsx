import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { can } from "~/shop/members/rights";
import { listRecalls } from "~/shop/recalls/recalls.server";
import { wholeDate } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { ButtonLink } from "../ui/button";
import { NothingYet } from "../ui/empty";
import { PageHead } from "../ui/page-head";
import { type Column, RowLink, Table } from "../ui/table";
import { titled } from "../titled";

export const meta = titled("Recalls");

export async function loader({ context }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const zone = services.settings().timeZone;
  const found = await listRecalls(services, member);
  return {
    mayRecall: can(member, "recall"),
    lines: found.map(({ recall: { id, title, caseNumber, startedAt }, addresses, sent, stopped }) => ({
      id,
      title,
      caseNumber,
      began: wholeDate(startedAt, zone),
      sent: `${sent} of ${addresses}`,
      stopped,
    })),
  };
}

type Line = ReturnType<typeof useLoaderData<typeof loader>>["lines"][number];

const columns: Column<Line>[] = [
  { label: "Goods", place: "lead", cell: ({ id, title }) => <RowLink to={`/recalls/${id}`}>{title}</RowLink> },
  { label: "Case", place: "under", cell: ({ caseNumber }) => caseNumber },
  { label: "Began", place: "last-end", cell: ({ began }) => began },
  { label: "Letters sent", place: "under-end", cell: ({ sent }) => sent },
  { label: "Stopped using it", place: "last", cell: ({ stopped }) => stopped },
];

/** List of recalls. */
export default function Recalls() {
  const { mayRecall, lines } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Recalls"
        back={{ to: "/goods", name: "Goods" }}
        acts={
          mayRecall && (
            <ButtonLink look="main" fit to="/recalls/new">
              Recall goods
            </ButtonLink>
          )
        }
      >
        Letters to everybody who has goods that must not be used any more.
      </PageHead>
      {lines.length > 0 ? (
        <Table label="Recalls" columns={columns} rows={lines} keyOf={({ id }) => id} live />
      ) : (
        <NothingYet title="Nothing was recalled">An owner begins a recall, with a passkey or a code.</NothingYet>
      )}
    </>
  );
}
