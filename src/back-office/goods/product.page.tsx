import { lazy } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import type { SoldVariants } from "~/shop/orders/sold-variants.server";
import { memberOf, servicesOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm } from "../forms/send-form";
import { useAsked } from "../forms/use-unsaved";
import { ProductForm } from "./product-form";
import { productScreen } from "./product-screen.server";
import { savedProduct } from "./saved-product.server";
import { titled } from "../titled";

// The confirmation's code is loaded on demand; React shows the previous page until then.
const ConfirmRemoval = lazy(async () => ({ default: (await import("./confirm-removal")).ConfirmRemoval }));

export const meta = titled((data: { name: string } | undefined) => data?.name || "A product");

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  return orNotFound(await productScreen(services, member, params.id ?? "", request, new Date()));
}

export const action = formAction({ schema: Typed, act: (sent) => savedProduct(sent, sent.params.id ?? "") });

export const clientAction = sendForm;

/** Page of a product: missing fields, texts, pictures, sizes and colors, and acts on the product. */
export default function ProductPage() {
  const screen = useLoaderData<typeof loader>();
  const asked = useAsked<SoldVariants[]>();
  if (asked) return <ConfirmRemoval screen={screen} going={asked.asks} typed={asked.typed} />;
  // The key keeps typed values while pictures are added, and makes a new form when stored values have changed.
  return <ProductForm key={screen.form.key} screen={screen} />;
}
