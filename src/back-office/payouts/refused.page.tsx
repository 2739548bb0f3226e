import { randomUUID } from "node:crypto";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { can } from "~/shop/members/rights";
import { formatCents } from "~/shop/money";
import { shownNumber } from "~/shop/orders/order-number";
import { handleRefusedRefund } from "~/shop/payments/handle-refused-refund.server";
import { refusedRefunds } from "~/shop/payments/payment-health.server";
import { refundFailureWords } from "~/shop/payments/refund-failure-words";
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
import { titled } from "../titled";

export const meta = titled("Refused refunds");

export async function loader({ context }: LoaderFunctionArgs) {
  const [services, member] = [servicesOf(context), memberOf(context)];
  const now = new Date();
  const zone = services.settings().timeZone;
  const refused = await refusedRefunds(services, member);
  return {
    rows: refused.map(({ id, orderNumber, requestId, amount, code, at }) => ({
      id,
      order: orderNumber,
      of: orderNumber ? `Order ${shownNumber(orderNumber)}` : `Payment ${requestId ?? id}`,
      at: sentenceTime(at, now, zone),
      why: refundFailureWords(code),
      amount: formatCents(amount),
    })),
    mayHandle: can(member, "money.refund"),
    submission: randomUUID(),
  };
}

export const action = formActions({
  handled: {
    right: "money.refund",
    schema: z.object({ id: z.uuid() }),
    async act({ services, member, submission }, { id }) {
      await handleRefusedRefund(services, member, { submission, id }, new Date());
      return { to: "/payouts/refused" };
    },
  },
});

export const clientAction = sendForm;

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number];

const columns: Column<Row>[] = [
  {
    label: "Of",
    place: "lead",
    cell: ({ of, order, at }) => (
      <>
        {order ? (
          <Link className="link" to={`/orders/${order}`}>
            {of}
          </Link>
        ) : (
          of
        )}
        <span className="sub">{at}</span>
      </>
    ),
  },
  { label: "Why", place: "under", cell: ({ why }) => why },
  { label: "Amount", place: "end", numeric: true, cell: ({ amount }) => amount },
  { label: "Handled", place: "end", cell: (row) => <Handled {...row} /> },
];

/** Button that marks a refund of a payment without an order as handled; the others are handled with their order. */
function Handled({ id, order, of, amount }: Row) {
  const { mayHandle, submission } = useLoaderData<typeof loader>();
  if (order) return "On the order's page";
  if (!mayHandle) return null;
  return (
    <WorkshopForm name={`handled:${id}`} action="/payouts/refused" submission={submission} isBare>
      <input type="hidden" name="id" value={id} />
      <Button>
        Handled
        <span className="vh">
          : {amount} of {of}
        </span>
      </Button>
    </WorkshopForm>
  );
}

/** List of refunds that the gateway refused and that no member has marked as handled. */
export default function RefusedPage() {
  const { rows } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Refused refunds" back={{ to: "/", name: "Today" }}>
        Money that should have gone back and is still with you. A payment without an order has no page: give its money
        back at the payment provider, or another way, then say that it is handled.
      </PageHead>
      <FormMessage of={["handled"]} />
      {rows.length === 0 ? (
        <NothingYet title="No refund was refused">
          Every refund went back, or is on its way, or was handled by one of you.
        </NothingYet>
      ) : (
        <Table label="Refused refunds" columns={columns} rows={rows} keyOf={({ id }) => id} live />
      )}
    </>
  );
}
