import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { adjustStock } from "~/shop/catalog/stock/adjust-stock.server";
import { setLowMark } from "~/shop/catalog/stock/low-mark.server";
import { orNotFound } from "~/shop/form";
import type { Services } from "~/services";
import { can } from "~/shop/members/rights";
import { memberOf, servicesOf } from "../context";
import { formActions } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { PageHead } from "../ui/page-head";
import { DescriptionList, Section } from "../ui/section";
import { State } from "../ui/state";
import { Adjustment, LowMark } from "./adjust";
import { AdjustForm } from "./adjust-form";
import { LedgerTable } from "./ledger-table";
import { MarkForm } from "./mark-form";
import { promisedOf, variantPage } from "./stock.server";
import { numberIn } from "./stock-view";
import { titled } from "../titled";

export const meta = titled("Stock of a variant");

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const id = orNotFound(numberIn(params.variantId));
  const before = numberIn(new URL(request.url).searchParams.get("before"));
  const page = orNotFound(await variantPage(services, member, id, before));
  return { id, before, mayChange: can(member, "stock.change"), mayMark: can(member, "goods.change"), ...page };
}

export const action = formActions({
  adjust: {
    right: "stock.change",
    schema: Adjustment,
    async act({ services, member, params, submission }, fields) {
      const variantId = orNotFound(numberIn(params.variantId));
      const result = await adjustStock(services, member, { ...fields, submission, variantId });
      if (result.saved) return { to: `/stock/${variantId}`, act: result.act };
      return { errors: { wanted: await shortageWords(services, variantId, result.shortage) }, status: 409 };
    },
  },
  mark: {
    right: "goods.change",
    schema: LowMark,
    async act({ services, member, params, submission, version }, { mark }) {
      const variantId = orNotFound(numberIn(params.variantId));
      const { productId } = orNotFound(await variantPage(services, member, variantId, null));
      const result = await setLowMark(services, member, { submission, version, mark, productId });
      if (result.saved) return { to: `/stock/${variantId}`, act: result.act };
      return { late: `Somebody set it to ${result.theirs ?? "empty"} meanwhile. Save again to take yours.` };
    },
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Message for a stock change that would take reserved or sold pieces. */
async function shortageWords(services: Services, variantId: number, { left, taken }: { left: number; taken: number }) {
  const { held, heldFor, sold, soldTo } = await promisedOf(services, variantId);
  const promised = [held > 0 && `held until paid: ${heldFor}`, sold > 0 && `sold and not sent: ${soldTo}`];
  const why = promised.filter(Boolean).join("; ");
  return `${taken} cannot be taken away: only ${left} can still be sold.${why && ` Of the others, ${why}.`}`;
}

/** Page of one variant: its level, reserved and unsent pieces, and its ledger. */
export default function Variant() {
  const { mayMark, ownMark, markSubmission } = useLoaderData<typeof loader>();
  const { id, before, mayChange, line, level, lowMark, promised, submission, ledger, older } =
    useLoaderData<typeof loader>();
  const inHouse = (level ?? 0) + promised.held + promised.sold;
  return (
    <>
      <PageHead title={line?.name} back={{ to: "/stock", name: "Stock" }}>
        {[line?.choice, line?.sku].filter(Boolean).join(". ")}
      </PageHead>
      <div className="variant">
        <Section title="Now">
          <DescriptionList
            rows={[
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
            <AdjustForm variantId={id} level={level} submission={submission} />
          </Section>
        )}
      </div>
      {mayMark && level !== null && (
        <Section title="Low mark">
          <MarkForm variantId={id} {...ownMark} submission={markSubmission} />
        </Section>
      )}
      <LedgerTable id={id} lines={ledger} older={older} isFirst={before === null} />
    </>
  );
}
