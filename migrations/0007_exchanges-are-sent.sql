CREATE TABLE "replacements" (
	"return_number" text NOT NULL,
	"order_number" text NOT NULL,
	"position" integer NOT NULL,
	"variant_id" integer NOT NULL,
	"size" text NOT NULL,
	"color" text NOT NULL,
	"quantity" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"parcel_id" integer,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "replacements_return_number_position_pk" PRIMARY KEY("return_number","position"),
	CONSTRAINT "replacement_quantity_is_positive" CHECK ("replacements"."quantity" > 0),
	CONSTRAINT "replacement_state_is_known" CHECK ("replacements"."state" in ('waiting', 'sent', 'called-off')),
	CONSTRAINT "replacement_is_sent_in_a_parcel" CHECK (("replacements"."state" = 'sent') = ("replacements"."parcel_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "replacements" ADD CONSTRAINT "replacements_parcel_id_parcels_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replacements" ADD CONSTRAINT "replacements_order_number_position_order_lines_order_number_position_fk" FOREIGN KEY ("order_number","position") REFERENCES "public"."order_lines"("order_number","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replacements_order_number_index" ON "replacements" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "replacements_state_index" ON "replacements" USING btree ("state");--> statement-breakpoint
CREATE INDEX "parcel_lines_order_number_index" ON "parcel_lines" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "returns_order_number_index" ON "returns" USING btree ("order_number");