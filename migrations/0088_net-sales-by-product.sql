CREATE INDEX "net_sales_by_product" ON "ledger_goods_by_month" USING btree ("product_id","month","gross","discounts","returns","changes","goodwill","events");
