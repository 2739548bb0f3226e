import { lazy } from "react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { faultOf, log } from "~/platform/log.server";
import { formOf, orNotFound } from "~/shop/form";
import { formValues } from "~/shop/form-values";
import { Refusal } from "~/shop/refusal";
import { memberOf, servicesOf } from "../context";
import { openedProduct } from "./opened-product";
import { ProductForm } from "./product-form";
import type { ProductAnswer } from "./product-answer";
import { productScreen } from "./product-screen.server";
import { saveProduct } from "./save-product.server";

// Loaded when a save is refused: the page before them stays until they are there.
const ProductConflict = lazy(async () => ({ default: (await import("./product-conflict")).ProductConflict }));
const ProductSure = lazy(async () => ({ default: (await import("./confirm-product")).ProductSure }));

export const meta = ({ loaderData }: { loaderData?: { name: string } }) => [
  { title: `${loaderData?.name || "A product"} | Workshop` },
];

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  return orNotFound(await productScreen(services, member, params.id ?? "", request, new Date()));
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const id = params.id ?? "";
  const typed = await formOf(request);
  const opened = openedProduct(typed);
  if (!opened) throw data(null, { status: 400 });
  try {
    const sent = { typed, ...opened };
    const result = orNotFound(await saveProduct(servicesOf(context), memberOf(context), id, sent, new Date()));
    if (result.kind === "saved") return redirect(`/goods/${id}?done=${result.act}`);
    if (result.kind === "same") return redirect(`/goods/${id}`);
    return data(answerOf(result, typed), { status: result.kind === "stale" ? 409 : 422 });
  } catch (error) {
    if (error instanceof Refusal || error instanceof Response || !(error instanceof Error)) throw error;
    log.error({ error: faultOf(error), product: id }, "a product was not saved");
    return data(answerOf({ kind: "failed" }, typed), { status: 500 });
  }
}

/** Sends the form; where the shop cannot be reached the page stays as it is, with what was typed. */
export async function clientAction({ request, serverAction }: { request: Request; serverAction(): Promise<unknown> }) {
  const typed = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response || (error as { status?: number }).status) throw error;
    return data(answerOf({ kind: "failed" }, formValues(await typed.formData())), { status: 503 });
  }
}

const answerOf = (result: ProductAnswer["result"], typed: ProductAnswer["typed"]): ProductAnswer => ({ result, typed });

/** A product: what is missing, its words, pictures, sizes and colors, and what can be done with the whole of it. */
export default function ProductPage() {
  const screen = useLoaderData<typeof loader>();
  const answer = useActionData() as ProductAnswer | undefined;
  if (answer?.result.kind === "stale")
    return <ProductConflict id={screen.id} name={screen.name} result={answer.result} />;
  if (answer?.result.kind === "sure") return <ProductSure id={screen.id} name={screen.name} result={answer.result} />;
  // What is typed stays while pictures come in beside it, until what it was typed over has changed.
  return <ProductForm key={JSON.stringify([screen.id, screen.form.seen])} screen={screen} answer={answer} />;
}
