CREATE INDEX "products_by_folded_name" ON "products" USING btree (search_form("name"));--> statement-breakpoint
CREATE INDEX "products_by_folded_sku" ON "products" USING btree (search_form("sku")) WHERE "products"."sku" <> '';--> statement-breakpoint
CREATE INDEX "variants_by_folded_sku" ON "variants" USING btree (search_form("sku")) WHERE "variants"."sku" <> '';