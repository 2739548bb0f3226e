import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { MOST_OPEN } from "~/shop/orders/made/made-order";
import { memberOf, servicesOf } from "../context";
import { ButtonLink } from "../ui/button";
import { NothingYet } from "../ui/empty";
import { PageHead } from "../ui/page-head";
import { State } from "../ui/state";
import { type Column, RowLink, Table } from "../ui/table";
import { madeOrdersPage } from "./made-orders.server";
import { titled } from "../titled";

export const meta = titled("Orders made here");

export async function loader({ context }: LoaderFunctionArgs) {
  return { lines: await madeOrdersPage(servicesOf(context), memberOf(context), new Date()) };
}

type Line = Awaited<ReturnType<typeof madeOrdersPage>>[number];

const columns: Column<Line>[] = [
  {
    label: "Order",
    place: "lead",
    cell: ({ number, shown }) => <RowLink to={`/orders/made/${number}`}>{shown}</RowLink>,
  },
  { label: "For", place: "under", cell: ({ who }) => who },
  { label: "Made by", place: "wide", cell: ({ by }) => by },
  { label: "Until", place: "last", cell: ({ isOpen, until }) => (isOpen ? until : "") },
  { label: "State", place: "under-end", cell: ({ sign, name }) => <State sign={sign}>{name}</State> },
  { label: "Sum", numeric: true, place: "end", cell: ({ total }) => total },
];

/** List of orders that members made for shoppers, who pay by a link. */
export default function MadeOrders() {
  const { lines } = useLoaderData<typeof loader>();
  const open = lines.filter(({ isOpen }) => isOpen).length;
  return (
    <>
      <PageHead
        title="Orders made here"
        back={{ to: "/orders", name: "Orders" }}
        acts={
          <ButtonLink look="main" fit to="/orders/made/new">
            Make an order
          </ButtonLink>
        }
      >
        {`By phone, by mail, at a fair: the shopper pays by a link, and prices and pieces are held until its end. ${open} of ${MOST_OPEN} wait for their payment.`}
      </PageHead>
      {lines.length > 0 ? (
        <Table label="Orders made here" columns={columns} rows={lines} keyOf={({ number }) => number} live />
      ) : (
        <NothingYet title="None yet">Make one, and its shopper gets a letter with the link to pay.</NothingYet>
      )}
    </>
  );
}
