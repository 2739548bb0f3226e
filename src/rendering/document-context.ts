import { createContext } from "react-router";

/** SHA-256 hashes in base64 of the inline scripts and styles that the renderer wrote. */
export interface InlineHashes {
  scripts: string[];
  styles: string[];
}

/**
 * Function that returns a document's content security policy for the hashes of its inline code. Set for each request, called by
 * the renderer.
 */
export const documentPolicy = createContext<(hashes: InlineHashes) => string>();

/** Whether rendering failed because the database was unreachable; set by the renderer. */
export const outage = createContext(false);
