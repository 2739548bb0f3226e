import type { LoaderFunctionArgs } from "react-router";
import { previewOf } from "~/shop/catalog/editing/product-preview.server";
import { productAddress } from "~/shop/catalog/product";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf, shopPageContext } from "../context";

/** Preview of a product's public page, for members. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const product = orNotFound(await previewOf(services, member, params.id ?? ""));
  const draw = orNotFound(context.get(shopPageContext));
  const page = await draw(productAddress(product), product);
  const html = (await page.text()).replace(
    /<body\b[^>]*>/,
    (body) => body + banner(product, services.backOfficeAddress),
  );
  return new Response(html, { status: page.status, headers: page.headers });
}

const BANNER = "padding:12px 24px;background:#f6e2d6;color:#16130f;font:500 16px/1.4 sans-serif;text-align:center";

const banner = ({ id, name }: { id: string; name: string }, address: string): string =>
  `<div role="note" style="${BANNER}">A look at ${escaped(name || "this product")} for members. Nothing can be bought here. <a style="color:inherit;text-decoration:underline" href="${escaped(address)}/goods/${id}">Back to the workshop</a></div>`;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
