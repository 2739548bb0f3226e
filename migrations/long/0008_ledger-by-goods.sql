CREATE INDEX CONCURRENTLY "sale_events_given_back" ON "sale_events" ("day") WHERE "refund_id" IS NOT NULL OR "dispute_id" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "sale_events_of_goods" ON "sale_events" ("product_id") WHERE "product_id" IS NOT NULL;
