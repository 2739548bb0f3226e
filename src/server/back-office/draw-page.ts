import { RouterContextProvider } from "react-router";
import type { DrawPage } from "~/back-office/context";
import { previewedProduct } from "~/shop/catalog/product-page/previewed-product.server";
import { type Services, services as servicesContext } from "~/services";
import { documentPolicy } from "~/rendering/document-context";

type Pages = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** Renders pages of the shop for members, uncached. Scripts are removed: they belong to the shop's origin and would act as a shopper. */
export const drawPage =
  (services: Services, pages: Pages): DrawPage =>
  async (path, product) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(documentPolicy, () => "");
    context.set(previewedProduct, product);
    const response = await pages(new Request(services.address + path), context);
    const html = withoutScripts(await response.text(), services.address);
    const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": policy(services.address) };
    return new Response(html, { status: response.status, headers });
  };

/** The document without scripts, with files and pictures at the shop's address. */
const withoutScripts = (html: string, address: string): string =>
  html
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replace(/<link\b[^>]*rel="(?:modulepreload|manifest)"[^>]*>/g, "")
    .replace("<head>", `<head><base href="${address}/"/>`);

const policy = (address: string): string =>
  [
    "default-src 'none'",
    `style-src ${address}`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${address} data: https:`,
    `font-src ${address}`,
    `media-src ${address} https:`,
    `base-uri ${address}`,
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
