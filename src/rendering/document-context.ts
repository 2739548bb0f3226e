import { createContext } from "react-router";

/** A document's policy, given the hashes of the scripts that stand in it. Set for each request, asked by the renderer. */
export const documentPolicy = createContext<(scriptHashes: string[]) => string>();

/** Whether a page could not be made because the database was out of reach. Set by the renderer. */
export const outage = createContext(false);
