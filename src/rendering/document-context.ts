import { createContext } from "react-router";

/** SHA-256 in base64 of the scripts and the styles that stand in a document and were written by the renderer. */
export interface InlineHashes {
  scripts: string[];
  styles: string[];
}

/** A document's policy, given the hashes of what stands in it. Set for each request, asked by the renderer. */
export const documentPolicy = createContext<(hashes: InlineHashes) => string>();

/** Whether a page could not be made because the database was out of reach. Set by the renderer. */
export const outage = createContext(false);
