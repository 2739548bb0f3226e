ALTER TABLE "import_rows" ADD COLUMN "own_cells" integer;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "own_columns" integer;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "point_prices" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "other_money" text;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "import_has_one_decimal" CHECK (not ("imports"."comma_prices" and "imports"."point_prices"));--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "other_money_is_known" CHECK ("imports"."other_money" in ('dollars', 'left-out'));