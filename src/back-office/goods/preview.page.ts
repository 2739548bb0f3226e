import type { LoaderFunctionArgs } from "react-router";
import { previewOf } from "~/shop/catalog/editing/product-preview.server";
import { productAddress } from "~/shop/catalog/product";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf, shopPageContext } from "../context";
import { withPreviewBanner } from "../preview-banner";

/** Renders a preview of a product's public page for members. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const product = orNotFound(await previewOf(services, member, params.id ?? ""));
  const draw = orNotFound(context.get(shopPageContext));
  const page = await draw(productAddress(product), { product });
  const html = withPreviewBanner(await page.text(), {
    what: product.name || "this product",
    address: `${services.backOfficeAddress}/goods/${product.id}`,
  });
  return new Response(html, { status: page.status, headers: page.headers });
}
