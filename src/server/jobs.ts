import { backupJobs } from "~/backup/backup.jobs";
import { contentJobs } from "~/content/content.jobs";
import { privacyJobs } from "~/privacy/privacy.jobs";
import type { Env } from "~/platform/env.server";
import { makeWidthsInBackground } from "~/platform/media.jobs";
import { sweepRateLimitsInBackground } from "~/platform/rate-limit.jobs";
import type { Services } from "~/services";
import { auditJobs } from "~/shop/audit/audit.jobs";
import { catalogJobs } from "~/shop/catalog/catalog.jobs";
import { remindersJobs } from "~/shop/checkout/reminders/reminders.jobs";
import { contactJobs } from "~/shop/contact/contact.jobs";
import { figuresJobs } from "~/shop/figures/figures.jobs";
import { importJobs } from "~/shop/imports/imports.jobs";
import { memberJobs } from "~/shop/members/members.jobs";
import { newsletterJobs } from "~/shop/newsletter/newsletter.jobs";
import { startOrderJobs } from "~/shop/orders/orders.jobs";
import { paymentJobs } from "~/shop/payments/payments.jobs";
import { returnsJobs } from "~/shop/returns/returns.jobs";
import { recallsJobs } from "~/shop/recalls/recalls.jobs";
import { reviewsJobs } from "~/shop/reviews/reviews.jobs";
import { textsJobs } from "~/shop/publishing/texts.jobs";
import { taxJobs } from "~/shop/tax/tax.jobs";

/** Order in which pictures get their widths: first the home page's scenes, then front pictures of products. */
const picturesFirst = ["/media/scenes/hero%", "/media/scenes/%", "%-front.%"];

/** Starts the background jobs of every room. */
export async function startJobs(services: Services, { makePictures, reconcileAfter }: Env): Promise<void> {
  await Promise.all([
    auditJobs(services),
    backupJobs(services),
    catalogJobs(services),
    startOrderJobs(services, reconcileAfter),
    contactJobs(services),
    contentJobs(services),
    figuresJobs(services),
    importJobs(services),
    memberJobs(services),
    newsletterJobs(services),
    paymentJobs(services),
    privacyJobs(services),
    recallsJobs(services),
    remindersJobs(services),
    returnsJobs(services),
    reviewsJobs(services),
    taxJobs(services),
    textsJobs(services),
    sweepRateLimitsInBackground(services),
    ...(makePictures ? [makeWidthsInBackground(services, picturesFirst)] : []),
  ]);
}
