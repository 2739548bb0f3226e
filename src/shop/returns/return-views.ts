/**
 * Which returns are listed: those that wait for a member, ask to come back, are on their way, are here, or are over; and those of orders
 * that are not counted, apart.
 */
export const RETURN_VIEWS = ["waits", "asks", "coming", "here", "settled", "refused", "all", "test", "sample"] as const;
export type ReturnView = (typeof RETURN_VIEWS)[number];
