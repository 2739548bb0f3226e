CREATE TABLE "letter_endings" (
	"kind" text NOT NULL,
	"mailbox_hash" text NOT NULL,
	"ended_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "letter_endings_kind_mailbox_hash_pk" PRIMARY KEY("kind","mailbox_hash"),
	CONSTRAINT "ended_letter_is_known" CHECK ("letter_endings"."kind" in ('review'))
);
--> statement-breakpoint
CREATE TABLE "recall_letters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recall_id" uuid NOT NULL,
	"email" text,
	"order_number" text NOT NULL,
	"pieces" integer NOT NULL,
	"enqueued_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	"refusal" text,
	"came_back_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	CONSTRAINT "one_recall_letter_per_address" UNIQUE("recall_id","email")
);
--> statement-breakpoint
CREATE TABLE "recalls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"words" text NOT NULL,
	"case_number" text NOT NULL,
	"product_ids" jsonb NOT NULL,
	"variant_ids" jsonb NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"unreachable" integer NOT NULL,
	"member_id" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_letters" (
	"order_number" text PRIMARY KEY NOT NULL,
	"enqueued_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "fit" text;--> statement-breakpoint
ALTER TABLE "recall_letters" ADD CONSTRAINT "recall_letters_recall_id_recalls_id_fk" FOREIGN KEY ("recall_id") REFERENCES "public"."recalls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recall_letters" ADD CONSTRAINT "recall_letters_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_letters" ADD CONSTRAINT "review_letters_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recall_letters_order_number_index" ON "recall_letters" USING btree ("order_number");--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "review_fit_is_known" CHECK ("reviews"."fit" in ('tight', 'true', 'loose'));