import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useOutlet,
} from "react-router";
import { formOf, orNotFound } from "~/shop/form";
import type { Declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { usePendingForm } from "../use-pending-form";
import { KindMark } from "../ui/kind-mark";
import { ErrorSummary } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { useLookAgain } from "../ui/use-look-again";
import { PendingFormNotice } from "../ui/pending-form-notice";
import { actOnOrder } from "./act-on-order.server";
import { orderDetail } from "./order-detail.server";
import { OrderHistory } from "./order-history";
import { OrderLines, OrderSums } from "./order-lines";
import { OrderNext, RefusedRefunds } from "./order-next";
import { OrderParcels, OrderReplacements } from "./order-parcels";
import { OrderSide } from "./order-side";
import { sendOrderForm } from "./order-sending";

export const meta = ({ loaderData }: { loaderData?: { order: { title: string } } }) => [
  { title: `Order ${loaderData?.order.title ?? ""} | Workshop` },
];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const order = await orderDetail(servicesOf(context), memberOf(context), params.number ?? "", new Date());
  return { order: orNotFound(order), submission: randomUUID() };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const values = await formOf(request);
  const answer = await actOnOrder(servicesOf(context), memberOf(context), params.number ?? "", values);
  if (!answer) throw data(null, { status: 400 });
  return answer;
}

export const clientAction = sendOrderForm;

/** One order: what is next, what was bought and where it is, its money, parcels, history, shopper, and every other step. */
export default function OrderDetailPage() {
  const { order, submission } = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const kept = usePendingForm();
  const dialog = useOutlet();
  useLookAgain(order.isUnconfirmed && dialog === null);
  const form = { submission, version: order.version };
  return (
    <>
      <div inert={dialog !== null}>
        <PageHead title={order.title} back={{ to: "/orders", name: "Orders" }}>
          <KindMark>{order.mark}</KindMark> {order.sub}
        </PageHead>
        {answer && <ErrorSummary errors={[]} message={answer.errors["note"] ?? answer.message ?? ""} />}
        {kept.submission && <PendingFormNotice kept={kept} />}
        <RefusedRefunds order={order} />
        <OrderNext order={order} />
        <OrderReplacements order={order} />
        <div className="order">
          <div>
            <section className="sec order__bought" aria-label="What was bought">
              <OrderLines order={order} />
              {order.sums && <OrderSums sums={order.sums} />}
            </section>
            <OrderParcels order={order} />
            <OrderHistory order={order} form={form} typed={(answer?.values ?? kept)["note"] ?? ""} />
          </div>
          <OrderSide order={order} />
        </div>
      </div>
      {dialog}
    </>
  );
}
