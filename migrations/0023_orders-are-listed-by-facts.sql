CREATE TABLE "order_facts" (
	"number" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"standing" text NOT NULL,
	"shipping" text NOT NULL,
	"money" text NOT NULL,
	"lines" integer NOT NULL,
	"pieces" integer NOT NULL,
	"pieces_left" integer NOT NULL,
	"returns_waiting" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"sample" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_name_words" (
	"number" text NOT NULL,
	"word" text NOT NULL,
	"slips" text[] NOT NULL,
	CONSTRAINT "order_name_words_number_word_pk" PRIMARY KEY("number","word")
);
--> statement-breakpoint
CREATE TABLE "order_search" (
	"number" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"email" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_facts" ADD CONSTRAINT "order_facts_number_orders_number_fk" FOREIGN KEY ("number") REFERENCES "public"."orders"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_name_words" ADD CONSTRAINT "order_name_words_number_orders_number_fk" FOREIGN KEY ("number") REFERENCES "public"."orders"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_search" ADD CONSTRAINT "order_search_number_orders_number_fk" FOREIGN KEY ("number") REFERENCES "public"."orders"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_facts_listed" ON "order_facts" USING btree ("at","number") WHERE "order_facts"."standing" <> 'lapsed';--> statement-breakpoint
CREATE INDEX "order_facts_by_total" ON "order_facts" USING btree ("total_cents","number") WHERE "order_facts"."standing" <> 'lapsed';--> statement-breakpoint
CREATE INDEX "order_facts_standing_at_number_index" ON "order_facts" USING btree ("standing","at","number");--> statement-breakpoint
CREATE INDEX "order_facts_shipping_at_number_index" ON "order_facts" USING btree ("shipping","at","number");--> statement-breakpoint
CREATE INDEX "order_facts_money_at_number_index" ON "order_facts" USING btree ("money","at","number");--> statement-breakpoint
CREATE INDEX "order_facts_to_ship" ON "order_facts" USING btree ("at","number") WHERE "order_facts"."pieces_left" > 0;--> statement-breakpoint
CREATE INDEX "order_facts_returning" ON "order_facts" USING btree ("at","number") WHERE "order_facts"."returns_waiting" > 0;--> statement-breakpoint
CREATE INDEX "order_name_slips" ON "order_name_words" USING gin ("slips") WITH (gin_pending_list_limit=1024);--> statement-breakpoint
CREATE INDEX "order_search_trigrams" ON "order_search" USING gin ("text" gin_trgm_ops) WITH (gin_pending_list_limit=1024);--> statement-breakpoint
CREATE INDEX "order_search_email_trigrams" ON "order_search" USING gin ("email" gin_trgm_ops) WITH (gin_pending_list_limit=1024);--> statement-breakpoint
CREATE INDEX "order_lines_product_id_order_number_index" ON "order_lines" USING btree ("product_id","order_number");