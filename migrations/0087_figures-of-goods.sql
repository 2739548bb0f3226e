CREATE INDEX "last_sold_by_product" ON "ledger_goods_by_month" USING btree ("product_id","last_sold");
