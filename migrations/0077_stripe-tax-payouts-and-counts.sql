CREATE TABLE "step_counts" (
	"day" date NOT NULL,
	"step" text NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "step_counts_day_step_pk" PRIMARY KEY("day","step"),
	CONSTRAINT "step_is_known" CHECK ("step_counts"."step" in ('bag', 'checkout'))
);
--> statement-breakpoint
CREATE TABLE "searched_words" (
	"key" text PRIMARY KEY NOT NULL,
	"words" text,
	"networks" integer NOT NULL,
	"seen" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "searches_by_day" (
	"day" date NOT NULL,
	"key" text NOT NULL,
	"found" boolean NOT NULL,
	"times" integer NOT NULL,
	CONSTRAINT "searches_by_day_day_key_found_pk" PRIMARY KEY("day","key","found")
);
--> statement-breakpoint
CREATE TABLE "tax_reports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tax_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_number" text NOT NULL,
	"kind" text NOT NULL,
	"refund_id" uuid,
	"transaction" text,
	"lines" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_tax_report_each" UNIQUE NULLS NOT DISTINCT("order_number","kind","refund_id"),
	CONSTRAINT "tax_report_kind_is_known" CHECK ("tax_reports"."kind" in ('sale', 'refund', 'refund-failed')),
	CONSTRAINT "tax_report_of_a_refund_has_it" CHECK (("tax_reports"."kind" = 'sale') = ("tax_reports"."refund_id" is null))
);
--> statement-breakpoint
CREATE TABLE "balance_cursors" (
	"gateway" text PRIMARY KEY NOT NULL,
	"through" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "balance_entries" (
	"id" text PRIMARY KEY NOT NULL,
	"gateway" text NOT NULL,
	"practice" boolean NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"day" date NOT NULL,
	"payout_id" text,
	"words" text DEFAULT '' NOT NULL,
	"order_number" text,
	"refund_id" uuid,
	"dispute_id" text,
	"expected_cents" integer,
	"noted_at" timestamp with time zone,
	"noted_by" text,
	CONSTRAINT "balance_kind_is_known" CHECK ("balance_entries"."kind" in ('payment', 'refund', 'refund-failed', 'dispute', 'fee', 'other'))
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"gateway" text NOT NULL,
	"practice" boolean NOT NULL,
	"amount_cents" integer NOT NULL,
	"arrives" date NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"is_whole" boolean DEFAULT false NOT NULL,
	"noted_at" timestamp with time zone,
	"noted_by" text,
	CONSTRAINT "payout_state_is_known" CHECK ("payouts"."state" in ('on-its-way', 'arrived', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "tax_answers" (
	"key" text PRIMARY KEY NOT NULL,
	"answer" jsonb,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "searches_by_day" ADD CONSTRAINT "searches_by_day_key_searched_words_key_fk" FOREIGN KEY ("key") REFERENCES "public"."searched_words"("key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_reports" ADD CONSTRAINT "tax_reports_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_reports" ADD CONSTRAINT "tax_reports_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "searched_words_seen_index" ON "searched_words" USING btree ("seen");--> statement-breakpoint
CREATE INDEX "tax_reports_refund_id_index" ON "tax_reports" USING btree ("refund_id") WHERE "tax_reports"."refund_id" is not null;--> statement-breakpoint
CREATE INDEX "balance_entries_day_index" ON "balance_entries" USING btree ("day");--> statement-breakpoint
CREATE INDEX "balance_entries_payout_id_index" ON "balance_entries" USING btree ("payout_id");--> statement-breakpoint
CREATE INDEX "unmatched_balance_entries" ON "balance_entries" USING btree ("at") WHERE "balance_entries"."expected_cents" is distinct from "balance_entries"."amount_cents" and "balance_entries"."noted_at" is null;--> statement-breakpoint
CREATE INDEX "payouts_arrives_index" ON "payouts" USING btree ("arrives");--> statement-breakpoint
CREATE INDEX "serviced_order_taxes" ON "order_taxes" USING btree ("order_number") WHERE "order_taxes"."source" like 'Stripe Tax %';--> statement-breakpoint
COMMENT ON TABLE "tax_reports" IS 'append-only';
--> statement-breakpoint
COMMENT ON TABLE "balance_entries" IS 'never deleted';
--> statement-breakpoint
COMMENT ON TABLE "payouts" IS 'never deleted';
--> statement-breakpoint
-- What was tried before the shop is real: practice payouts, and searches and steps of whoever set it up.
INSERT INTO start_clears (name, place, condition) VALUES ('tax_reports', 87, 'order_number = ANY ($1)'),
	('balance_entries', 87, 'practice OR order_number = ANY ($1)'), ('payouts', 87, 'practice'),
	('searches_by_day', 88, 'true'), ('searched_words', 89, 'true'), ('step_counts', 89, 'true');
