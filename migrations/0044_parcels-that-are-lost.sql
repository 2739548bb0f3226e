CREATE TABLE "lost_pieces" (
	"parcel_id" integer NOT NULL,
	"order_number" text NOT NULL,
	"position" integer NOT NULL,
	"variant_id" integer NOT NULL,
	"size" text NOT NULL,
	"color" text NOT NULL,
	"quantity" integer NOT NULL,
	"sent_again" integer DEFAULT 0 NOT NULL,
	"refunded" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "lost_pieces_parcel_id_position_pk" PRIMARY KEY("parcel_id","position"),
	CONSTRAINT "lost_quantity_is_positive" CHECK ("lost_pieces"."quantity" > 0),
	CONSTRAINT "lost_piece_is_sent_again_or_refunded" CHECK (least("lost_pieces"."sent_again", "lost_pieces"."refunded") >= 0 and "lost_pieces"."sent_again" + "lost_pieces"."refunded" <= "lost_pieces"."quantity")
);
--> statement-breakpoint
CREATE TABLE "order_replacements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_replacements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_number" text NOT NULL,
	"position" integer NOT NULL,
	"cause" text NOT NULL,
	"return_number" text,
	"lost_parcel_id" integer,
	"product_id" text NOT NULL,
	"variant_id" integer NOT NULL,
	"size" text NOT NULL,
	"color" text NOT NULL,
	"quantity" integer NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"parcel_id" integer,
	"ends_at" timestamp with time zone,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_replacement_per_returned_line" UNIQUE("return_number","position"),
	CONSTRAINT "replacement_quantity_is_above_zero" CHECK ("order_replacements"."quantity" > 0),
	CONSTRAINT "replacement_cause_is_known" CHECK ("order_replacements"."cause" in ('return', 'lost', 'change')),
	CONSTRAINT "replacement_names_its_return" CHECK (("order_replacements"."cause" = 'return') = ("order_replacements"."return_number" is not null)),
	CONSTRAINT "replacement_names_its_lost_parcel" CHECK (("order_replacements"."cause" = 'lost') = ("order_replacements"."lost_parcel_id" is not null)),
	CONSTRAINT "replacement_is_at_a_known_stage" CHECK ("order_replacements"."state" in ('reserved', 'waiting', 'sent', 'ended')),
	CONSTRAINT "sent_replacement_has_its_parcel" CHECK (("order_replacements"."state" = 'sent') = ("order_replacements"."parcel_id" is not null)),
	CONSTRAINT "replacement_has_its_end" CHECK (("order_replacements"."state" in ('reserved', 'ended')) = ("order_replacements"."ends_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "stock_movements" DROP CONSTRAINT "stock_cause_is_known";--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "lost_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "parcels" ADD COLUMN "found_answer" text;--> statement-breakpoint
ALTER TABLE "lost_pieces" ADD CONSTRAINT "lost_pieces_parcel_id_parcels_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_pieces" ADD CONSTRAINT "lost_pieces_order_number_position_order_lines_order_number_position_fk" FOREIGN KEY ("order_number","position") REFERENCES "public"."order_lines"("order_number","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_replacements" ADD CONSTRAINT "order_replacements_lost_parcel_id_parcels_id_fk" FOREIGN KEY ("lost_parcel_id") REFERENCES "public"."parcels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_replacements" ADD CONSTRAINT "order_replacements_parcel_id_parcels_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_replacements" ADD CONSTRAINT "order_replacements_order_number_position_order_lines_order_number_position_fk" FOREIGN KEY ("order_number","position") REFERENCES "public"."order_lines"("order_number","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lost_pieces_order_number_index" ON "lost_pieces" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "order_replacements_order_number_index" ON "order_replacements" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "order_replacements_state_index" ON "order_replacements" USING btree ("state");--> statement-breakpoint
CREATE INDEX "parcels_lost_at_index" ON "parcels" USING btree ("lost_at") WHERE "parcels"."lost_at" is not null;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_cause_is_known" CHECK ("stock_movements"."cause" in ('import', 'reservation', 'sale', 'release', 'return', 'correction', 'delivery', 'count', 'write-off', 'replacement'));--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "found_answer_is_known" CHECK ("parcels"."found_answer" in ('kept', 'asked-back'));