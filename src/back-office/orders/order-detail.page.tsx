import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData, useOutlet } from "react-router";
import { z } from "zod";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm } from "../forms/send-form";
import { KindMark } from "../ui/kind-mark";
import { PageHead } from "../ui/page-head";
import { useLookAgain } from "../ui/use-look-again";
import { DisputeMark } from "./dispute-mark";
import { actOnOrder } from "./act-on-order.server";
import { orderDetail, type OrderDetail } from "./order-detail.server";
import { MadeChanges, WaitingChange } from "./order-changes";
import { OrderHistory } from "./order-history";
import { OrderLines, OrderSums } from "./order-lines";
import { OrderNext, RefusedRefunds } from "./order-next";
import { OrderParcels, OrderReplacements } from "./order-parcels";
import { OrderSide, StepsInReach } from "./order-side";
import { titled } from "../titled";
import { Notice } from "../ui/notice";

export const meta = titled((data: { order: { title: string } } | undefined) => `Order ${data?.order.title ?? ""}`);

export async function loader({ context, params }: LoaderFunctionArgs) {
  const order = await orderDetail(servicesOf(context), memberOf(context), params.number ?? "", new Date());
  return { order: orNotFound(order), submission: randomUUID() };
}

export const action = formAction({
  schema: z.object({ step: z.string().default("note"), note: z.string().default("") }),
  act: actOnOrder,
});

export const clientAction = sendForm;

/** Page of an order: next step, lines, money, parcels, history, shopper, and links to all further steps. */
export default function OrderDetailPage() {
  const { order, submission } = useLoaderData<typeof loader>();
  const dialog = useOutlet();
  useLookAgain(order.isUnconfirmed && dialog === null);
  const form = { submission, version: order.version };
  return (
    <>
      <div inert={dialog !== null}>
        <PageHead title={order.title} back={{ to: "/orders", name: "Orders" }}>
          <KindMark>{order.mark}</KindMark>
          <DisputeMark dispute={order.dispute} /> {order.sub}
        </PageHead>
        <FormMessage />
        <OrderDisputes order={order} />
        <RefusedRefunds order={order} />
        <WaitingChange order={order} />
        <OrderNext order={order} />
        <OrderReplacements order={order} />
        <StepsInReach order={order} />
        <div className="order">
          <section className="sec order__bought" aria-label="What was bought">
            <OrderLines order={order} />
            {order.sums && <OrderSums sums={order.sums} />}
          </section>
          <OrderSide order={order} />
          <div>
            <MadeChanges order={order} />
            <OrderParcels order={order} />
            <OrderHistory order={order} form={form} />
          </div>
        </div>
      </div>
      {dialog}
    </>
  );
}

/** Disputes of an order's payments at the top of its page: what is disputed, until when it can be answered, and what follows. */
const OrderDisputes = ({ order: { disputes } }: { order: OrderDetail }) =>
  disputes.map(({ id, title, text, way }) => (
    <Notice
      key={id}
      title={title}
      action={
        way && (
          <a className="link" href={way.href} target="_blank" rel="noreferrer">
            {way.name}
          </a>
        )
      }
    >
      <p>{text}</p>
    </Notice>
  ));
