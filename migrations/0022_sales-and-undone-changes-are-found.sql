CREATE INDEX "audit_undoes_index" ON "audit" USING btree ("undoes") WHERE "audit"."undoes" is not null;--> statement-breakpoint
CREATE INDEX "stock_movements_at_index" ON "stock_movements" USING btree ("at") WHERE "stock_movements"."cause" = 'sale';--> statement-breakpoint
CREATE INDEX "orders_paid_at_index" ON "orders" USING btree ("paid_at") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "refunds_at_index" ON "refunds" USING btree ("at");