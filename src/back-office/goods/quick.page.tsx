import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { z } from "zod";
import { type GoodsProduct, openProduct } from "~/shop/catalog/editing/open-product.server";
import { saveQuick } from "~/shop/catalog/editing/save-quick.server";
import { GIFT_CARD_ID } from "~/shop/catalog/product-kind";
import { orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Choice, Choices, MoneyField } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { openedVersions } from "./opened-versions.server";
import { seenOf } from "./parse-product";
import { statuses, statusWords } from "./status-words";
import { parseAmount, formatAmount } from "./parse-amount";
import { titled } from "../titled";

export const meta = titled("Price and status");

/** Address of the list of goods to return to; that of the whole list if the address is another page's. */
function listIn(address: string | null | undefined): string {
  const url = URL.parse(address ?? "", "http://goods.invalid");
  return url?.origin === "http://goods.invalid" && url.pathname === "/goods" ? url.pathname + url.search : "/goods";
}

/** Price that all variants share, formatted for its field; null if they differ. */
function onePrice({ values, variants }: GoodsProduct): string | null {
  const prices = new Set(variants.map(({ price }) => price ?? values.price));
  return prices.size > 1 ? null : formatAmount([...prices][0] ?? values.price);
}

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "goods.change", "goods.prices");
  const product = orNotFound(await openProduct(services, member, params.id ?? ""));
  // The gift card has neither a price to change nor a status of its own.
  if (product.id === GIFT_CARD_ID) throw redirect(`/goods/${product.id}/status`);
  return {
    id: product.id,
    name: product.values.name,
    status: product.values.publishedStatus,
    price: onePrice(product),
    salePrice: formatAmount(product.values.salePrice || null),
    versions: JSON.stringify(seenOf(product)),
    submission: randomUUID(),
    back: listIn(new URL(request.url).searchParams.get("back")),
  };
}

export const action = formAction({
  right: "goods.change",
  schema: z.object({
    status: z.enum(statuses, "Choose one of these."),
    price: z.string().optional(),
    salePrice: z.string().default(""),
    back: z.string().optional(),
  }),
  async act({ services, member, params, submission, typed }, { status, back, ...prices }) {
    const price = prices.price === undefined ? undefined : parseAmount(prices.price);
    const salePrice = parseAmount(prices.salePrice);
    const errors = {
      ...(price && "error" in price && { price: price.error }),
      ...("error" in salePrice && { salePrice: salePrice.error }),
    };
    if ((price && "error" in price) || "error" in salePrice) return { errors };
    const result = await saveQuick(services, member, {
      id: params.id ?? "",
      submission,
      seen: openedVersions(typed),
      status,
      salePrice: salePrice.value,
      ...(price && { price: price.value }),
    });
    if (result.saved) return { to: listIn(back), act: result.act };
    return { late: "Somebody changed this product after you opened it. Look again, then decide." };
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

const LABELS = { price: "Price", salePrice: "Sale price", status: "Status" };

/** Page to change price and status of one product, opened from the list of goods. */
export default function QuickPage() {
  const { name, versions, submission, back, price, salePrice, status } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={name} back={{ to: back, name: "Goods" }} />
      <WorkshopForm submission={submission} stored={{ price: price ?? "", salePrice, status }} labels={LABELS}>
        {(parts) => (
          <>
            <input type="hidden" name="versions" value={versions} />
            <input type="hidden" name="back" value={back} />
            <DialogPage
              title="Price and status"
              foot={
                <>
                  <p>It can be undone.</p>
                  <ButtonLink look="bare" to={back}>
                    Cancel
                  </ButtonLink>
                  <Button look="main" fit busy={parts.isSending}>
                    Save
                  </Button>
                </>
              }
            >
              <QuickFields {...parts} />
            </DialogPage>
          </>
        )}
      </WorkshopForm>
    </>
  );
}

function QuickFields({ field, tick }: FormParts) {
  const { id, price } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <div className="fields">
        {price !== null && <MoneyField {...field("price")} label={LABELS.price} />}
        <MoneyField {...field("salePrice")} label={LABELS.salePrice} placeholder="none" />
      </div>
      {price === null && (
        <p>
          Its sizes and colors have several prices. <ButtonLink to={`/goods/${id}#colors`}>Change each</ButtonLink>
        </p>
      )}
      <Choices label="Status">
        {statuses.map((value) => (
          <Choice key={value} {...tick("status", value)}>
            {statusWords[value].name}
          </Choice>
        ))}
      </Choices>
    </div>
  );
}
