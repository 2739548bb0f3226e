CREATE TABLE "size_guides" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"words" text DEFAULT '' NOT NULL,
	"unit" text DEFAULT 'in' NOT NULL,
	"table" jsonb NOT NULL,
	"put_away_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "put_away_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "size_guide_id" text;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_size_guide_id_size_guides_id_fk" FOREIGN KEY ("size_guide_id") REFERENCES "public"."size_guides"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_size_guide_id_index" ON "products" USING btree ("size_guide_id") WHERE "products"."size_guide_id" is not null;