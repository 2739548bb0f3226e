ALTER TABLE "categories" ADD COLUMN "only_faulty_returns" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "categories" SET "only_faulty_returns" = true WHERE "parent_id" IS NULL AND lower("name") = 'accessories';
