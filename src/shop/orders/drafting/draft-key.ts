/**
 * Id of an attempt to buy, and proof that it belongs to this browser: 128 random bits. The same key with the same request returns the same
 * payment request; with another request the earlier draft is withdrawn.
 */
export const DRAFT_KEY = /^[0-9a-f]{32}$/;
