CREATE TABLE "stocked" (
	"is" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"started_with" text NOT NULL,
	"cleared_at" timestamp with time zone,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stocked_is_one_row" CHECK ("stocked"."is"),
	CONSTRAINT "stocked_start_is_known" CHECK ("stocked"."started_with" in ('demo', 'empty', 'import'))
);
--> statement-breakpoint
CREATE TABLE "picture_lists" (
	"product_id" text NOT NULL,
	"color" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "picture_lists_product_id_color_pk" PRIMARY KEY("product_id","color")
);
--> statement-breakpoint
ALTER TABLE "media_uses" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "media_uses" ADD COLUMN "unused_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "picture_lists" ADD CONSTRAINT "picture_lists_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;