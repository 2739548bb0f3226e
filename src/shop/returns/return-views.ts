/**
 * Views of returns: those on which a member has to act, requested or without a label, on their way, received, settled, refused,
 * all counted ones, and those of test and sample orders.
 */
export const RETURN_VIEWS = ["waits", "asks", "coming", "here", "settled", "refused", "all", "test", "sample"] as const;
export type ReturnView = (typeof RETURN_VIEWS)[number];
