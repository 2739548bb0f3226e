CREATE TABLE "beyond_half_holds" (
	"order_number" text NOT NULL,
	"variant_id" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "beyond_half_holds_order_number_variant_id_pk" PRIMARY KEY("order_number","variant_id"),
	CONSTRAINT "hold_ends_after_it_began" CHECK ("beyond_half_holds"."until" >= "beyond_half_holds"."since")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "holds" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "beyond_half_holds" ADD CONSTRAINT "beyond_half_holds_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "beyond_half_holds_variant_id_until_index" ON "beyond_half_holds" USING btree ("variant_id","until");