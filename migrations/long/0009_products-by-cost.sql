CREATE INDEX CONCURRENTLY "products_by_cost" ON "products" ("id", "category_id", "cost_cents", "published_status");
