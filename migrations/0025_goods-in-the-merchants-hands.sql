ALTER TABLE "products" ADD COLUMN "search_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "publish_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "put_away_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "products_id_index" ON "products" USING btree ("id") WHERE "products"."publish_at" is not null or "products"."put_away_at" is not null;