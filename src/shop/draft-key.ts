/**
 * Pattern of a draft key: id of an attempt to buy, and proof that it belongs to this browser, of 128 random bits. The same key
 * with the same request returns the same payment request; with another request it withdraws the earlier draft.
 */
export const DRAFT_KEY = /^[0-9a-f]{32}$/;
