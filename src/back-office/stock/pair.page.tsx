import { randomUUID } from "node:crypto";
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData, useLoaderData } from "react-router";
import { adjustStock } from "~/shop/catalog/stock/adjust-stock.server";
import { setLowMark } from "~/shop/catalog/stock/low-mark.server";
import { formOf, orNotFound } from "~/shop/form";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { declined, readFields } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { PageHead } from "../ui/page-head";
import { Facts, Section } from "../ui/section";
import { State } from "../ui/state";
import { Adjustment, LowMark } from "./adjust";
import { AdjustForm } from "./adjust-form";
import { LedgerTable } from "./ledger-table";
import { MarkForm } from "./mark-form";
import { pairPage, promisedOf } from "./stock.server";
import { numberIn } from "./stock-view";

export const meta = () => [{ title: "Stock of a variant | Workshop" }];

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const id = orNotFound(numberIn(params.variantId));
  const before = numberIn(new URL(request.url).searchParams.get("before"));
  const page = orNotFound(await pairPage(services, member, id, before));
  return { id, before, mayChange: can(member, "stock.change"), mayMark: can(member, "goods.change"), ...page };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const variantId = orNotFound(numberIn(params.variantId));
  const values = await formOf(request);
  if (values.intent === "mark") return markedAs(services, member, variantId, values);
  await requireRight(services, member, "stock.change");
  const { fields, errors } = readFields(Adjustment, values);
  if (errors) return declined(values, { errors });
  const result = await adjustStock(services, member, { ...fields, variantId });
  if (result.saved) return redirect(`/stock/${variantId}?done=${result.act}`);
  const { left, taken } = result.shortage;
  const { held, heldFor, sold, soldTo } = await promisedOf(services, variantId);
  const promised = [held > 0 && `held until paid: ${heldFor}`, sold > 0 && `sold and not sent: ${soldTo}`];
  const why = promised.filter(Boolean).join("; ");
  const message = `${taken} cannot be taken away: only ${left} can still be sold.${why && ` Of the others, ${why}.`}`;
  return declined({ ...values, submission: randomUUID() }, { errors: { wanted: message }, status: 409 });
}

/** Sets the low mark of a pair's product. */
async function markedAs(services: Services, member: Member, variantId: number, values: Record<string, string>) {
  await requireRight(services, member, "goods.change");
  const { fields, errors } = readFields(LowMark, values);
  if (errors) return declined(values, { errors });
  const { productId } = orNotFound(await pairPage(services, member, variantId, null));
  const result = await setLowMark(services, member, { ...fields, productId });
  if (result.saved) return redirect(`/stock/${variantId}?done=${result.act}`);
  const words = `Somebody set it to ${result.theirs ?? "empty"} meanwhile. Save again to take yours.`;
  return declined(values, { errors: { mark: words }, status: 409 });
}

/** One pair: how many can be sold, who has the others, and all that ever moved it. */
export default function Pair() {
  const { mayMark, ownMark, markSubmission } = useLoaderData<typeof loader>();
  const { id, before, mayChange, line, level, lowMark, promised, submission, ledger, older } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isMark = answer?.values.intent === "mark";
  const inHouse = (level ?? 0) + promised.held + promised.sold;
  return (
    <>
      <PageHead title={line?.name} back={{ to: "/stock", name: "Stock" }}>
        {[line?.choice, line?.sku].filter(Boolean).join(". ")}
      </PageHead>
      <div className="pair">
        <Section title="Now">
          <Facts
            facts={[
              {
                name: "Can be sold",
                value: (
                  <>
                    {line?.number} {line?.state && <State sign={line.state.sign}>{line.state.name}</State>}
                  </>
                ),
                note: level === null ? undefined : `Low at ${lowMark} or fewer.`,
              },
              { name: "Held until paid", value: promised.held, note: promised.heldFor },
              { name: "Sold, not sent", value: promised.sold, note: promised.soldTo },
              ...(level === null ? [] : [{ name: "Lies on the shelf", value: inHouse, note: line?.shelf }]),
            ]}
          />
        </Section>
        {mayChange && (
          <Section title="Change the number">
            <AdjustForm pairId={id} level={level} submission={submission} answer={isMark ? undefined : answer} />
          </Section>
        )}
      </div>
      {mayMark && level !== null && (
        <Section title="Low mark">
          <MarkForm pairId={id} {...ownMark} submission={markSubmission} answer={isMark ? answer : undefined} />
        </Section>
      )}
      <LedgerTable id={id} lines={ledger} older={older} isFirst={before === null} />
    </>
  );
}
