CREATE TABLE "search_names" (
	"product_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text collate "C" PRIMARY KEY NOT NULL,
	"slips" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "search_names" ADD CONSTRAINT "search_names_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_names_position_product_id_index" ON "search_names" USING btree ("position","product_id");--> statement-breakpoint
CREATE INDEX "search_names_trigrams" ON "search_names" USING gin ("name" gin_trgm_ops) WITH (gin_pending_list_limit=1024);--> statement-breakpoint
CREATE INDEX "search_words_slips_index" ON "search_words" USING gin ("slips");