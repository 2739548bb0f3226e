CREATE TABLE "listed_products" (
	"product_id" text PRIMARY KEY NOT NULL,
	"category_id" text NOT NULL,
	"top_category_id" text NOT NULL,
	"scopes" text[] NOT NULL,
	"colors" text[] NOT NULL,
	"sizes" text[] NOT NULL,
	"price_cents" integer NOT NULL,
	"created_ms" bigint NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listing_counts" (
	"kind" text NOT NULL,
	"collection" text NOT NULL,
	"category_id" text NOT NULL,
	"value" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "listing_counts_kind_collection_category_id_value_pk" PRIMARY KEY("kind","collection","category_id","value")
);
--> statement-breakpoint
ALTER TABLE "listed_products" ADD CONSTRAINT "listed_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listed_by_facets" ON "listed_products" USING gin ("scopes","colors","sizes");--> statement-breakpoint
CREATE INDEX "listed_recommended" ON "listed_products" USING btree ("position","product_id");--> statement-breakpoint
CREATE INDEX "listed_recommended_in_category" ON "listed_products" USING btree ("category_id","position","product_id");--> statement-breakpoint
CREATE INDEX "listed_recommended_in_top_category" ON "listed_products" USING btree ("top_category_id","position","product_id");--> statement-breakpoint
CREATE INDEX "listed_recommended_in_men" ON "listed_products" USING btree ("position","product_id") WHERE scopes @> array['men'];--> statement-breakpoint
CREATE INDEX "listed_recommended_in_women" ON "listed_products" USING btree ("position","product_id") WHERE scopes @> array['women'];--> statement-breakpoint
CREATE INDEX "listed_recommended_in_accessories" ON "listed_products" USING btree ("position","product_id") WHERE scopes @> array['accessories'];--> statement-breakpoint
CREATE INDEX "listed_recommended_in_headwear" ON "listed_products" USING btree ("position","product_id") WHERE scopes @> array['headwear'];--> statement-breakpoint
CREATE INDEX "listed_recommended_in_final_sale" ON "listed_products" USING btree ("position","product_id") WHERE scopes @> array['final-sale'];--> statement-breakpoint
CREATE INDEX "listed_recommended_in_new_arrivals" ON "listed_products" USING btree ("position","product_id") WHERE scopes @> array['new-arrivals'];--> statement-breakpoint
CREATE INDEX "listed_recommended_in_men_top" ON "listed_products" USING btree ("position","product_id") WHERE scopes @> array['men-top'];--> statement-breakpoint
CREATE INDEX "listed_recommended_in_men_bottom" ON "listed_products" USING btree ("position","product_id") WHERE scopes @> array['men-bottom'];--> statement-breakpoint
CREATE INDEX "listed_recommended_in_women_top" ON "listed_products" USING btree ("position","product_id") WHERE scopes @> array['women-top'];--> statement-breakpoint
CREATE INDEX "listed_recommended_in_women_bottom" ON "listed_products" USING btree ("position","product_id") WHERE scopes @> array['women-bottom'];--> statement-breakpoint
CREATE INDEX "listed_newest" ON "listed_products" USING btree ((-"created_ms"),"position","product_id");--> statement-breakpoint
CREATE INDEX "listed_newest_in_category" ON "listed_products" USING btree ("category_id",(-"created_ms"),"position","product_id");--> statement-breakpoint
CREATE INDEX "listed_newest_in_top_category" ON "listed_products" USING btree ("top_category_id",(-"created_ms"),"position","product_id");--> statement-breakpoint
CREATE INDEX "listed_newest_in_men" ON "listed_products" USING btree ((-"created_ms"),"position","product_id") WHERE scopes @> array['men'];--> statement-breakpoint
CREATE INDEX "listed_newest_in_women" ON "listed_products" USING btree ((-"created_ms"),"position","product_id") WHERE scopes @> array['women'];--> statement-breakpoint
CREATE INDEX "listed_newest_in_accessories" ON "listed_products" USING btree ((-"created_ms"),"position","product_id") WHERE scopes @> array['accessories'];--> statement-breakpoint
CREATE INDEX "listed_newest_in_headwear" ON "listed_products" USING btree ((-"created_ms"),"position","product_id") WHERE scopes @> array['headwear'];--> statement-breakpoint
CREATE INDEX "listed_newest_in_final_sale" ON "listed_products" USING btree ((-"created_ms"),"position","product_id") WHERE scopes @> array['final-sale'];--> statement-breakpoint
CREATE INDEX "listed_newest_in_new_arrivals" ON "listed_products" USING btree ((-"created_ms"),"position","product_id") WHERE scopes @> array['new-arrivals'];--> statement-breakpoint
CREATE INDEX "listed_newest_in_men_top" ON "listed_products" USING btree ((-"created_ms"),"position","product_id") WHERE scopes @> array['men-top'];--> statement-breakpoint
CREATE INDEX "listed_newest_in_men_bottom" ON "listed_products" USING btree ((-"created_ms"),"position","product_id") WHERE scopes @> array['men-bottom'];--> statement-breakpoint
CREATE INDEX "listed_newest_in_women_top" ON "listed_products" USING btree ((-"created_ms"),"position","product_id") WHERE scopes @> array['women-top'];--> statement-breakpoint
CREATE INDEX "listed_newest_in_women_bottom" ON "listed_products" USING btree ((-"created_ms"),"position","product_id") WHERE scopes @> array['women-bottom'];--> statement-breakpoint
CREATE INDEX "listed_highest" ON "listed_products" USING btree ((-"price_cents"),"position","product_id");--> statement-breakpoint
CREATE INDEX "listed_highest_in_category" ON "listed_products" USING btree ("category_id",(-"price_cents"),"position","product_id");--> statement-breakpoint
CREATE INDEX "listed_highest_in_top_category" ON "listed_products" USING btree ("top_category_id",(-"price_cents"),"position","product_id");--> statement-breakpoint
CREATE INDEX "listed_highest_in_men" ON "listed_products" USING btree ((-"price_cents"),"position","product_id") WHERE scopes @> array['men'];--> statement-breakpoint
CREATE INDEX "listed_highest_in_women" ON "listed_products" USING btree ((-"price_cents"),"position","product_id") WHERE scopes @> array['women'];--> statement-breakpoint
CREATE INDEX "listed_highest_in_accessories" ON "listed_products" USING btree ((-"price_cents"),"position","product_id") WHERE scopes @> array['accessories'];--> statement-breakpoint
CREATE INDEX "listed_highest_in_headwear" ON "listed_products" USING btree ((-"price_cents"),"position","product_id") WHERE scopes @> array['headwear'];--> statement-breakpoint
CREATE INDEX "listed_highest_in_final_sale" ON "listed_products" USING btree ((-"price_cents"),"position","product_id") WHERE scopes @> array['final-sale'];--> statement-breakpoint
CREATE INDEX "listed_highest_in_new_arrivals" ON "listed_products" USING btree ((-"price_cents"),"position","product_id") WHERE scopes @> array['new-arrivals'];--> statement-breakpoint
CREATE INDEX "listed_highest_in_men_top" ON "listed_products" USING btree ((-"price_cents"),"position","product_id") WHERE scopes @> array['men-top'];--> statement-breakpoint
CREATE INDEX "listed_highest_in_men_bottom" ON "listed_products" USING btree ((-"price_cents"),"position","product_id") WHERE scopes @> array['men-bottom'];--> statement-breakpoint
CREATE INDEX "listed_highest_in_women_top" ON "listed_products" USING btree ((-"price_cents"),"position","product_id") WHERE scopes @> array['women-top'];--> statement-breakpoint
CREATE INDEX "listed_highest_in_women_bottom" ON "listed_products" USING btree ((-"price_cents"),"position","product_id") WHERE scopes @> array['women-bottom'];--> statement-breakpoint
CREATE INDEX "listed_lowest" ON "listed_products" USING btree ("price_cents","position","product_id");--> statement-breakpoint
CREATE INDEX "listed_lowest_in_category" ON "listed_products" USING btree ("category_id","price_cents","position","product_id");--> statement-breakpoint
CREATE INDEX "listed_lowest_in_top_category" ON "listed_products" USING btree ("top_category_id","price_cents","position","product_id");--> statement-breakpoint
CREATE INDEX "listed_lowest_in_men" ON "listed_products" USING btree ("price_cents","position","product_id") WHERE scopes @> array['men'];--> statement-breakpoint
CREATE INDEX "listed_lowest_in_women" ON "listed_products" USING btree ("price_cents","position","product_id") WHERE scopes @> array['women'];--> statement-breakpoint
CREATE INDEX "listed_lowest_in_accessories" ON "listed_products" USING btree ("price_cents","position","product_id") WHERE scopes @> array['accessories'];--> statement-breakpoint
CREATE INDEX "listed_lowest_in_headwear" ON "listed_products" USING btree ("price_cents","position","product_id") WHERE scopes @> array['headwear'];--> statement-breakpoint
CREATE INDEX "listed_lowest_in_final_sale" ON "listed_products" USING btree ("price_cents","position","product_id") WHERE scopes @> array['final-sale'];--> statement-breakpoint
CREATE INDEX "listed_lowest_in_new_arrivals" ON "listed_products" USING btree ("price_cents","position","product_id") WHERE scopes @> array['new-arrivals'];--> statement-breakpoint
CREATE INDEX "listed_lowest_in_men_top" ON "listed_products" USING btree ("price_cents","position","product_id") WHERE scopes @> array['men-top'];--> statement-breakpoint
CREATE INDEX "listed_lowest_in_men_bottom" ON "listed_products" USING btree ("price_cents","position","product_id") WHERE scopes @> array['men-bottom'];--> statement-breakpoint
CREATE INDEX "listed_lowest_in_women_top" ON "listed_products" USING btree ("price_cents","position","product_id") WHERE scopes @> array['women-top'];--> statement-breakpoint
CREATE INDEX "listed_lowest_in_women_bottom" ON "listed_products" USING btree ("price_cents","position","product_id") WHERE scopes @> array['women-bottom'];--> statement-breakpoint
CREATE INDEX "product_colors_name_swatch_index" ON "product_colors" USING btree ("name","swatch");