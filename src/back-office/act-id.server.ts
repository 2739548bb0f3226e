import { idOfName } from "~/platform/id-of-name.server";

/** The id of one act of a page: the page's own id with what is done, so that each is done once however often it is sent. */
export const actId = (page: string, act: string): string => idOfName(`${page} ${act}`);
