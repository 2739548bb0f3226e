/** Which returns are listed: those that wait for a member, ask to come back, are on their way, are here, or are over. */
export const RETURN_VIEWS = ["waits", "asks", "coming", "here", "settled", "refused", "all"] as const;
export type ReturnView = (typeof RETURN_VIEWS)[number];
