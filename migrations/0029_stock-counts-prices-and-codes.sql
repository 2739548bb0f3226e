CREATE TABLE "price_plan_pairs" (
	"plan_id" uuid NOT NULL,
	"variant_id" integer NOT NULL,
	"old_price_cents" integer,
	"new_price_cents" integer NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"left_alone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "price_plan_pairs_plan_id_variant_id_pk" PRIMARY KEY("plan_id","variant_id"),
	CONSTRAINT "planned_price_is_not_negative" CHECK ("price_plan_pairs"."new_price_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "price_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"field" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"state" text DEFAULT 'planned' NOT NULL,
	"member_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "price_plan_field_is_known" CHECK ("price_plans"."field" in ('price', 'salePrice')),
	CONSTRAINT "price_plan_state_is_known" CHECK ("price_plans"."state" in ('planned', 'running', 'over', 'called-off')),
	CONSTRAINT "price_plan_ends_after_start" CHECK ("price_plans"."ends_at" > "price_plans"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "stock_take_lines" (
	"take_id" uuid NOT NULL,
	"variant_id" integer NOT NULL,
	"counted" integer NOT NULL,
	"expected" integer NOT NULL,
	"member_id" text NOT NULL,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	CONSTRAINT "stock_take_lines_take_id_variant_id_pk" PRIMARY KEY("take_id","variant_id"),
	CONSTRAINT "counted_is_not_negative" CHECK ("stock_take_lines"."counted" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_takes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"category_id" text,
	"shelf" text,
	"member_id" text NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "stock_take_state_is_known" CHECK ("stock_takes"."state" in ('open', 'finished', 'given-up'))
);
--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_cause_is_known";--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD COLUMN "purpose" text DEFAULT 'promotion' NOT NULL;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD COLUMN "product_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD COLUMN "put_away_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "price_plan_pairs" ADD CONSTRAINT "price_plan_pairs_plan_id_price_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."price_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_plan_pairs" ADD CONSTRAINT "price_plan_pairs_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_take_lines" ADD CONSTRAINT "stock_take_lines_take_id_stock_takes_id_fk" FOREIGN KEY ("take_id") REFERENCES "public"."stock_takes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_take_lines" ADD CONSTRAINT "stock_take_lines_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_takes" ADD CONSTRAINT "stock_takes_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_plan_per_pair" ON "price_plan_pairs" USING btree ("variant_id") WHERE "price_plan_pairs"."is_open";--> statement-breakpoint
CREATE INDEX "price_plans_starts_at_index" ON "price_plans" USING btree ("starts_at") WHERE "price_plans"."state" in ('planned', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_count_per_pair" ON "stock_take_lines" USING btree ("variant_id") WHERE "stock_take_lines"."is_open";--> statement-breakpoint
CREATE INDEX "stock_takes_begun_at_index" ON "stock_takes" USING btree ("begun_at") WHERE "stock_takes"."state" = 'open';--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_cause_is_known" CHECK ("stock_movements"."cause" in ('import', 'reservation', 'sale', 'release', 'return', 'correction', 'delivery', 'count', 'write-off'));--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "code_purpose_is_known" CHECK ("discount_codes"."purpose" in ('promotion', 'welcome', 'gift-card', 'group', 'goodwill'));