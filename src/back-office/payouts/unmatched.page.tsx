import { randomUUID } from "node:crypto";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { unmatchedBalance } from "~/shop/payments/payouts.server";
import { can } from "~/shop/members/rights";
import { noteBalance } from "~/shop/payments/note-balance.server";
import { sentenceTime } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { FormMessage } from "../forms/form-message";
import { formActions } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { NothingYet } from "../ui/empty";
import { PageHead } from "../ui/page-head";
import { type Column, Table } from "../ui/table";
import { unmatchedRow } from "./unmatched-row";
import { titled } from "../titled";

export const meta = titled("What does not match");

export async function loader({ context }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const now = new Date();
  const zone = services.settings().timeZone;
  const rows = await unmatchedBalance(services, member);
  return {
    rows: rows.map((own) => ({ ...unmatchedRow(own), at: sentenceTime(new Date(own.at), now, zone) })),
    mayNote: can(member, "money.refund"),
    submission: randomUUID(),
  };
}

export const action = formActions({
  note: {
    right: "money.refund",
    schema: z.object({ id: z.string().min(1).max(100) }),
    async act({ services, member, submission }, { id }) {
      await noteBalance(services, member, { submission, id }, new Date());
      return { to: "/payouts/unmatched" };
    },
  },
});

export const clientAction = sendForm;

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

const columns: Column<Row>[] = [
  {
    label: "What",
    place: "lead",
    cell: ({ what, at, order }) => (
      <>
        {order ? (
          <Link className="link" to={`/orders/${order}`}>
            {what}
          </Link>
        ) : (
          what
        )}
        <span className="sub">{at}</span>
      </>
    ),
  },
  { label: "Why it does not match", place: "under", cell: ({ why }) => why },
  { label: "At the gateway", place: "end", numeric: true, cell: ({ amount }) => amount },
  { label: "By the shop", place: "end", numeric: true, cell: ({ expected }) => expected },
  { label: "Noted", place: "end", cell: (row) => <Note {...row} /> },
];

/** Button that notes a difference as known; not offered for a payment that is missing at the gateway. */
function Note({ id, what, canNote }: Row) {
  const { mayNote, submission } = useLoaderData<typeof loader>();
  if (!mayNote || !canNote) return null;
  return (
    <WorkshopForm name={`note:${id}`} action="/payouts/unmatched" submission={submission} isBare>
      <input type="hidden" name="id" value={id} />
      <Button>
        Note it<span className="vh">: {what}</span>
      </Button>
    </WorkshopForm>
  );
}

/** List of movements at the gateway that differ from the shop's records, until they match or a member notes them as known. */
export default function UnmatchedPage() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="What does not match" back={{ to: "/figures/payouts", name: "Fees and payouts" }}>
        Movements at the gateway without an order, a refund or a dispute of this shop, or of another amount. Each night
        they are compared anew; note what you know the reason of.
      </PageHead>
      <FormMessage of={["note"]} />
      {rows.length === 0 ? (
        <NothingYet title="All of it matches">
          Every movement at the gateway has its order, refund or dispute.
        </NothingYet>
      ) : (
        <Table label="What does not match" columns={columns} rows={rows} keyOf={({ id }) => id} live />
      )}
    </>
  );
}
