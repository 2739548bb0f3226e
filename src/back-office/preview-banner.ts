import { escapeHtml } from "~/platform/escape-html";

const BANNER = "padding:12px 24px;background:#f6e2d6;color:#16130f;font:500 16px/1.4 sans-serif;text-align:center";

interface PreviewBanner {
  /** Name of the previewed record. */
  what: string;
  /** Address in the back office to which the banner links. */
  address: string;
}

/** Adds a banner to an HTML document, which says that the page is a preview. */
export const withPreviewBanner = (html: string, { what, address }: PreviewBanner): string =>
  html.replace(
    /<body\b[^<>]*>/,
    (body) =>
      `${body}<div role="note" style="${BANNER}">A look at ${escapeHtml(what)} for members. Nothing can be bought here. <a style="color:inherit;text-decoration:underline" target="_self" href="${escapeHtml(address)}">Back to the workshop</a></div>`,
  );
