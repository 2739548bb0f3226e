import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { type GoodsProduct, openProduct } from "~/shop/catalog/editing/open-product.server";
import { saveQuick } from "~/shop/catalog/editing/save-quick.server";
import { formOf, orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { declined, type Declined } from "../form-answers";
import { memberOf, servicesOf } from "../context";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Choice, Choices, MoneyField } from "../ui/field";
import { GuardedForm } from "../ui/guarded-form";
import { ErrorSummary } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { openedProduct } from "./opened-product";
import { seenOf } from "./parse-product";
import { isStatus, statusWords } from "./status-texts";
import { parseAmount, formatAmount } from "./parse-amount";

export const meta = () => [{ title: "Price and status | Workshop" }];

/** A list of goods to go back to; nothing else of what an address names. */
function listIn(address: string | null | undefined): string {
  const url = URL.parse(address ?? "", "http://goods.invalid");
  return url?.origin === "http://goods.invalid" && url.pathname === "/goods" ? url.pathname + url.search : "/goods";
}

/** The price that all pairs have, as it is typed; nothing where they differ. */
function onePrice({ values, pairs }: GoodsProduct): string | null {
  const prices = new Set(pairs.map(({ price }) => price ?? values.price));
  return prices.size > 1 ? null : formatAmount([...prices][0] ?? values.price);
}

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "goods.change", "goods.prices");
  const product = orNotFound(await openProduct(services, member, params.id ?? ""));
  return {
    id: product.id,
    name: product.values.name,
    status: product.values.publishedStatus,
    price: onePrice(product),
    salePrice: formatAmount(product.values.salePrice || null),
    seen: seenOf(product),
    submission: randomUUID(),
    back: listIn(new URL(request.url).searchParams.get("back")),
  };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const typed = await formOf(request);
  const opened = openedProduct(typed);
  const { status } = typed;
  if (!opened || !isStatus(status)) throw data(null, { status: 400 });
  const price = typed.price === undefined ? undefined : parseAmount(typed.price);
  const salePrice = parseAmount(typed.salePrice ?? "");
  const errors = {
    ...(price && "error" in price && { price: price.error }),
    ...("error" in salePrice && { salePrice: salePrice.error }),
  };
  if ((price && "error" in price) || "error" in salePrice) return declined(typed, { errors });
  const back = listIn(typed.back);
  try {
    const result = await saveQuick(services, member, {
      ...opened,
      id: params.id ?? "",
      status,
      salePrice: salePrice.value,
      ...(price && { price: price.value }),
    });
    if (result.saved) return redirect(`${back}${back.includes("?") ? "&" : "?"}done=${result.act}`);
    const message = "Somebody changed this product after you opened it. Look again, then decide.";
    return declined(typed, { message, status: 409 });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "input-invalid") throw error;
    return declined(typed, { errors: error.fields });
  }
}

const LABELS: Record<string, string> = { price: "Price", salePrice: "Sale price" };

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

/** Price and status of one product, from the list and back to it. */
export default function QuickPage() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData() as Declined | undefined;
  const { name, seen, submission, back } = loaded;
  return (
    <>
      <PageHead title={name} back={{ to: back, name: "Goods" }} />
      <ErrorSummary
        {...(answer?.message && { message: answer.message })}
        errors={Object.entries(answer?.errors ?? {}).map(([field, error]) => ({
          id: field,
          label: LABELS[field] ?? "Status",
          error,
        }))}
      />
      <GuardedForm noValidate answer={answer}>
        <input type="hidden" name="submission" value={submission} />
        <input type="hidden" name="seen" value={JSON.stringify(seen)} />
        <input type="hidden" name="back" value={back} />
        <DialogPage
          title="Price and status"
          foot={
            <>
              <p>It can be undone.</p>
              <ButtonLink look="bare" to={back}>
                Cancel
              </ButtonLink>
              <Button look="main" fit>
                Save
              </Button>
            </>
          }
        >
          <QuickFields loaded={loaded} answer={answer} />
        </DialogPage>
      </GuardedForm>
    </>
  );
}

function QuickFields({ loaded, answer }: { loaded: Loaded; answer: Declined | undefined }) {
  const { id, price, status } = loaded;
  const at = (name: "price" | "salePrice") => {
    const error = answer?.errors[name];
    const defaultValue = answer?.values[name] ?? loaded[name] ?? "";
    return { id: name, name, label: LABELS[name], defaultValue, ...(error && { error }) };
  };
  return (
    <div className="stack">
      <div className="fields">
        {price !== null && <MoneyField {...at("price")} />}
        <MoneyField {...at("salePrice")} placeholder="none" />
      </div>
      {price === null && (
        <p>
          Its sizes and colors have several prices. <ButtonLink to={`/goods/${id}#colors`}>Change each</ButtonLink>
        </p>
      )}
      <Choices label="Status">
        {Object.entries(statusWords).map(([value, words]) => (
          <Choice key={value} name="status" value={value} defaultChecked={(answer?.values.status ?? status) === value}>
            {words.name}
          </Choice>
        ))}
      </Choices>
    </div>
  );
}
