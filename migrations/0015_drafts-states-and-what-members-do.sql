CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" text,
	"submission" uuid NOT NULL,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"record" text NOT NULL,
	"version" integer NOT NULL,
	"field" text NOT NULL,
	"old" jsonb,
	"new" jsonb,
	"is_private" boolean DEFAULT false NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"undoes" bigint,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "private_change_has_no_text" CHECK (not "audit"."is_private" or ("audit"."old" is null and "audit"."new" is null))
);
--> statement-breakpoint
CREATE TABLE "audit_shopper_data" (
	"audit_id" bigint PRIMARY KEY NOT NULL,
	"old" jsonb,
	"new" jsonb,
	"blanked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"member_id" text NOT NULL,
	"removed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"kind" text NOT NULL,
	"record" text NOT NULL,
	"answer" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "community_signups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "community_signups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"state" text NOT NULL,
	"standing" text DEFAULT 'waiting' NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "joined_a_state_once" UNIQUE("email","state"),
	CONSTRAINT "signup_standing_is_known" CHECK ("community_signups"."standing" in ('waiting', 'approved', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "member_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "member_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"member_id" text,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_number" text NOT NULL,
	"kind" text NOT NULL,
	"once_key" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"erased_at" timestamp with time zone,
	CONSTRAINT "letters_onceKey_unique" UNIQUE("once_key")
);
--> statement-breakpoint
CREATE TABLE "order_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_number" text NOT NULL,
	"member_id" text NOT NULL,
	"note" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "members" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "members" CASCADE;--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "product_status_is_known";--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "category_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "kind_for_tax" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "blog_categories" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "product_colors" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "handle" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "low_mark" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "sale_price_cents" integer;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "cost_cents" integer;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "shelf" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "variants" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chapters" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "social_posts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "state" text DEFAULT 'waiting' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "faq_categories" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_links" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "sku" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_lines" ADD COLUMN "exchange_variant_id" integer;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_shopper_data" ADD CONSTRAINT "audit_shopper_data_audit_id_audit_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_signups" ADD CONSTRAINT "community_signups_state_states_code_fk" FOREIGN KEY ("state") REFERENCES "public"."states"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_notes" ADD CONSTRAINT "order_notes_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_kind_record_id_index" ON "audit" USING btree ("kind","record","id");--> statement-breakpoint
CREATE INDEX "audit_submission_index" ON "audit" USING btree ("submission");--> statement-breakpoint
CREATE INDEX "audit_at_index" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_member_id_id_index" ON "audit" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "saved_views_screen_position_index" ON "saved_views" USING btree ("screen","position");--> statement-breakpoint
CREATE INDEX "submissions_at_index" ON "submissions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "community_signups_standing_joined_at_index" ON "community_signups" USING btree ("standing","joined_at");--> statement-breakpoint
CREATE INDEX "member_events_at_index" ON "member_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "member_events_member_id_index" ON "member_events" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "letters_order_number_index" ON "letters" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "order_notes_order_number_index" ON "order_notes" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "messages_state_sent_at_index" ON "messages" USING btree ("state","sent_at");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_handle_unique" UNIQUE("handle");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "product_low_mark_is_not_negative" CHECK ("products"."low_mark" >= 0);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "published_product_is_complete" CHECK ("products"."published_status" <> 'published'
        or ("products"."name" <> '' and "products"."category_id" is not null and "products"."kind_for_tax" is not null));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "product_status_is_known" CHECK ("products"."published_status" in ('published', 'draft', 'archived'));--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variant_sale_price_is_not_negative" CHECK ("variants"."sale_price_cents" >= 0);--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variant_cost_is_not_negative" CHECK ("variants"."cost_cents" >= 0);--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "message_state_is_known" CHECK ("messages"."state" in ('waiting', 'answered', 'done'));