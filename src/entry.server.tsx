import { renderToString } from "react-dom/server";
import { documentHandler } from "./server/rendering/document-handler";
import { sheetsOf } from "./server/rendering/page-sheets";

export { handleError } from "./server/rendering/document-handler";

/** How long what a loader promises may take before the document is given up, in milliseconds. */
export const streamTimeout = 10_000;

/** What React writes in place of what was not there in time. */
const WAITING = "<!--$!-->";

export default documentHandler((page) => {
  const html = renderToString(page);
  if (html.includes(WAITING)) throw new Error("A component of the page waits for something.");
  return `<!DOCTYPE html>${html}`;
}, sheetsOf);
