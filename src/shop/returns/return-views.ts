/**
 * Views of returns: those on which a member has to act, requested, on their way, received, over, and those of uncounted orders.
 */
export const RETURN_VIEWS = ["waits", "asks", "coming", "here", "settled", "refused", "all", "test", "sample"] as const;
export type ReturnView = (typeof RETURN_VIEWS)[number];
