import { RouterContextProvider } from "react-router";
import type { DrawPage } from "~/back-office/context";
import { previewedProduct } from "~/shop/catalog/product-page/previewed-product.server";
import { type Services, services as servicesContext } from "~/services";
import { documentPolicy } from "~/rendering/document-context";
import { withPreviewedTexts } from "~/shop/texts/previewed-texts.server";

type Pages = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** Renders pages of the shop for members, uncached. Scripts are removed, because they would act as a shopper's. */
export const drawPage =
  (services: Services, pages: Pages): DrawPage =>
  async (path, { product, texts }) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    const styles: string[] = [];
    context.set(documentPolicy, (hashes) => {
      styles.push(...hashes.styles);
      return "";
    });
    if (product) context.set(previewedProduct, product);
    const render = async () => {
      const answer = await pages(new Request(services.address + path), context);
      return { response: answer, text: await answer.text() };
    };
    const { response, text } = await (texts ? withPreviewedTexts(texts, render) : render());
    const html = withoutScripts(text, services.address);
    const headers = {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy(services.address, styles),
    };
    return new Response(html, { status: response.status, headers });
  };

/** The document without scripts; the addresses of its files and pictures are made absolute. */
const withoutScripts = (html: string, address: string): string =>
  html
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replace(/<link\b[^>]*rel="(?:modulepreload|manifest)"[^>]*>/g, "")
    // Links open in a new tab, because the frame that shows the page may not navigate.
    .replace("<head>", `<head><base href="${address}/" target="_blank"/>`);

const policy = (address: string, styles: string[]): string =>
  [
    "default-src 'none'",
    ["style-src", address, ...styles.map((hash) => `'sha256-${hash}'`)].join(" "),
    "style-src-attr 'unsafe-inline'",
    `img-src ${address} data: https:`,
    `font-src ${address}`,
    `media-src ${address} https:`,
    `base-uri ${address}`,
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
