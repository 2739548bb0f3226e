CREATE INDEX CONCURRENTLY "variants_in_stock" ON "variants" ("product_id", "stock", "cost_cents") WHERE "stock" > 0 AND "retired_at" IS NULL;
