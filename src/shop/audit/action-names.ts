/**
 * Names of acts in the log. They are stored, so that they never change; a test holds that each has a sentence for members, and says
 * where its result is seen.
 */
export const actionNames = [
  // edits of records
  "change",
  "create",
  "undo",
  "plan",
  "put-away",
  "many-goods",
  "price-plan",
  "import",
  "remove",
  "hide-invented",
  // drafts of texts
  "discard",
  "restore",
  "publish",
  "publish-some",
  "publish-hidden",
  "word-plan",
  "word-plan-over",
  // stock
  "delivery",
  "count",
  "write-off",
  "correction",
  // decisions about what shoppers wrote
  "approve",
  "wait",
  "hide",
  "answer",
  "write",
  // orders
  "packed",
  "unpacked",
  "pack",
  "ship",
  "parcel",
  "arrived",
  "lost",
  "found",
  "replacement",
  "replacement-ended",
  "tracking",
  "tracking-told",
  "cancelled",
  "refund",
  "refund-handled",
  "change-ended",
  "change-longer",
  "change-sent-again",
  "note",
  "letter-again",
  "delayed",
  "made",
  "ended",
  "sent-again",
  // returns
  "started",
  "approved",
  "refused",
  "received",
  "recounted",
  "exchange",
  "settled",
  // persons and the whole shop
  "noted",
  "proved",
  "export",
  "stop",
  "erase",
  "clear",
  "start",
] as const;

export type ActionName = (typeof actionNames)[number];
