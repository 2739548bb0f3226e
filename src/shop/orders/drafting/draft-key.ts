/**
 * Names one attempt to buy, and proves that it is this browser's: 128 random bits, which nobody else can guess. Asked again
 * with the same key and the same wish, the same intent answers; with another wish the earlier draft is withdrawn.
 */
export const DRAFT_KEY = /^[0-9a-f]{32}$/;
