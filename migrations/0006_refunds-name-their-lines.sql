CREATE TABLE "refund_lines" (
	"refund_id" uuid NOT NULL,
	"order_number" text NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"called_off" integer NOT NULL,
	CONSTRAINT "refund_lines_refund_id_position_pk" PRIMARY KEY("refund_id","position"),
	CONSTRAINT "refund_quantity_is_positive" CHECK ("refund_lines"."quantity" > 0),
	CONSTRAINT "refund_of_line_is_not_negative" CHECK ("refund_lines"."amount_cents" >= 0),
	CONSTRAINT "called_off_is_within_refund" CHECK ("refund_lines"."called_off" between 0 and "refund_lines"."quantity")
);
--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_lines_order_number_position_order_lines_order_number_position_fk" FOREIGN KEY ("order_number","position") REFERENCES "public"."order_lines"("order_number","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_lines_order_number_index" ON "refund_lines" USING btree ("order_number");