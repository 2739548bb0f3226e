import { idOfName } from "~/platform/id-of-name.server";

/** Id of one act of a page, derived from the page's submission id and the act's name, so that a repeated request does nothing. */
export const actId = (page: string, act: string): string => idOfName(`${page} ${act}`);
