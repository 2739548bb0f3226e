CREATE TABLE "ledger_categories_by_day" (
	"day" date NOT NULL,
	"category" text,
	"orders" integer NOT NULL,
	"pieces" integer NOT NULL,
	"pieces_back" integer NOT NULL,
	"pieces_kept" integer NOT NULL,
	"pieces_without_cost" integer NOT NULL,
	"last" integer NOT NULL,
	"events" integer NOT NULL,
	"gross" bigint NOT NULL,
	"discounts" bigint NOT NULL,
	"returns" bigint NOT NULL,
	"changes" bigint NOT NULL,
	"goodwill" bigint NOT NULL,
	"delivery" bigint NOT NULL,
	"fees" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"net_with_cost" bigint NOT NULL,
	CONSTRAINT "one_sum_of_category_per_day" UNIQUE NULLS NOT DISTINCT("day","category")
);
--> statement-breakpoint
CREATE TABLE "ledger_goods_by_quarter" (
	"quarter" date NOT NULL,
	"product_id" text,
	"variant_id" integer,
	"category" text,
	"size" text,
	"orders" integer NOT NULL,
	"pieces" integer NOT NULL,
	"pieces_back" integer NOT NULL,
	"pieces_kept" integer NOT NULL,
	"pieces_without_cost" integer NOT NULL,
	"last" integer NOT NULL,
	"events" integer NOT NULL,
	"gross" bigint NOT NULL,
	"discounts" bigint NOT NULL,
	"returns" bigint NOT NULL,
	"changes" bigint NOT NULL,
	"goodwill" bigint NOT NULL,
	"delivery" bigint NOT NULL,
	"fees" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"net_with_cost" bigint NOT NULL,
	"last_sold" date,
	CONSTRAINT "one_sum_of_goods_per_quarter" UNIQUE NULLS NOT DISTINCT("quarter","product_id","variant_id","category","size")
);
--> statement-breakpoint
CREATE TABLE "ledger_goods_by_year" (
	"year" date NOT NULL,
	"product_id" text,
	"variant_id" integer,
	"category" text,
	"size" text,
	"orders" integer NOT NULL,
	"pieces" integer NOT NULL,
	"pieces_back" integer NOT NULL,
	"pieces_kept" integer NOT NULL,
	"pieces_without_cost" integer NOT NULL,
	"last" integer NOT NULL,
	"events" integer NOT NULL,
	"gross" bigint NOT NULL,
	"discounts" bigint NOT NULL,
	"returns" bigint NOT NULL,
	"changes" bigint NOT NULL,
	"goodwill" bigint NOT NULL,
	"delivery" bigint NOT NULL,
	"fees" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"net_with_cost" bigint NOT NULL,
	"last_sold" date,
	CONSTRAINT "one_sum_of_goods_per_year" UNIQUE NULLS NOT DISTINCT("year","product_id","variant_id","category","size")
);
--> statement-breakpoint
CREATE TABLE "ledger_totals_by_day" (
	"day" date PRIMARY KEY NOT NULL,
	"orders" integer NOT NULL,
	"pieces" integer NOT NULL,
	"pieces_back" integer NOT NULL,
	"pieces_kept" integer NOT NULL,
	"pieces_without_cost" integer NOT NULL,
	"last" integer NOT NULL,
	"events" integer NOT NULL,
	"gross" bigint NOT NULL,
	"discounts" bigint NOT NULL,
	"returns" bigint NOT NULL,
	"changes" bigint NOT NULL,
	"goodwill" bigint NOT NULL,
	"delivery" bigint NOT NULL,
	"fees" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"cost" bigint NOT NULL,
	"net_with_cost" bigint NOT NULL
);
--> statement-breakpoint
-- Sums by quarter and year are few enough to be read without these indexes of the sums by month.
DROP INDEX "last_sold_by_product";--> statement-breakpoint
DROP INDEX "net_sales_by_product";
--> statement-breakpoint
INSERT INTO start_clears (name, place, condition) VALUES ('ledger_goods_by_quarter', 86, 'false'), ('ledger_goods_by_year', 86, 'false');
