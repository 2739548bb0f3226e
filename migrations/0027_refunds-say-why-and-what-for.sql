CREATE TABLE "refund_extras" (
	"refund_id" uuid NOT NULL,
	"order_number" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	CONSTRAINT "refund_extras_refund_id_kind_pk" PRIMARY KEY("refund_id","kind"),
	CONSTRAINT "refund_extra_is_known" CHECK ("refund_extras"."kind" in ('delivery', 'goodwill')),
	CONSTRAINT "refund_extra_is_positive" CHECK ("refund_extras"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "refund_lines" DROP CONSTRAINT "refund_of_line_is_not_negative";--> statement-breakpoint
ALTER TABLE "refund_lines" DROP CONSTRAINT "called_off_is_within_refund";--> statement-breakpoint
ALTER TABLE "refund_lines" ADD COLUMN "withheld_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refund_lines" ADD COLUMN "called_off_before" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "code" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refund_extras" ADD CONSTRAINT "refund_extras_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_extras" ADD CONSTRAINT "refund_extras_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_extras_order_number_index" ON "refund_extras" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "refunds_state_at_index" ON "refunds" USING btree ("state","at") WHERE "refunds"."state" <> 'done';--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "refund_of_line_is_not_negative" CHECK (least("refund_lines"."amount_cents", "refund_lines"."withheld_cents") >= 0);--> statement-breakpoint
ALTER TABLE "refund_lines" ADD CONSTRAINT "called_off_is_within_refund" CHECK (least("refund_lines"."called_off", "refund_lines"."called_off_before") >= 0 and "refund_lines"."called_off" + "refund_lines"."called_off_before" <= "refund_lines"."quantity");