import type { Moderation } from "~/shop/audit/moderated.server";
import { moderatedComments } from "~/shop/blog/moderated-comments.server";
import { moderatedSignups } from "~/shop/community/moderated-signups.server";
import type { QueueKind } from "~/shop/moderation";
import { moderatedQuestions, moderatedReviews } from "~/shop/reviews/moderated-reviews.server";

/** Moderation of each kind of text in the queue. */
export const queues: Readonly<Record<QueueKind, Moderation>> = {
  review: moderatedReviews,
  question: moderatedQuestions,
  comment: moderatedComments,
  "sign-up": moderatedSignups,
};
