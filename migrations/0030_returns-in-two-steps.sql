CREATE TABLE "return_pieces" (
	"return_number" text NOT NULL,
	"position" integer NOT NULL,
	"condition" text NOT NULL,
	"quantity" integer NOT NULL,
	"restocked" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "return_pieces_return_number_position_condition_pk" PRIMARY KEY("return_number","position","condition"),
	CONSTRAINT "arrived_pieces_are_positive" CHECK ("return_pieces"."quantity" > 0),
	CONSTRAINT "restocked_pieces_have_arrived" CHECK ("return_pieces"."restocked" between 0 and "return_pieces"."quantity"),
	CONSTRAINT "condition_is_known" CHECK ("return_pieces"."condition" in ('as-new', 'worn', 'damaged'))
);
--> statement-breakpoint
CREATE TABLE "return_settled_lines" (
	"return_number" text NOT NULL,
	"position" integer NOT NULL,
	"refunded" integer NOT NULL,
	"exchanged" integer NOT NULL,
	CONSTRAINT "return_settled_lines_return_number_position_pk" PRIMARY KEY("return_number","position"),
	CONSTRAINT "settled_pieces_are_not_negative" CHECK (least("return_settled_lines"."refunded", "return_settled_lines"."exchanged") >= 0)
);
--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "label_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "received_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "words" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "return_pieces" ADD CONSTRAINT "return_pieces_return_number_position_return_lines_return_number_position_fk" FOREIGN KEY ("return_number","position") REFERENCES "public"."return_lines"("return_number","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_settled_lines" ADD CONSTRAINT "return_settled_lines_return_number_position_return_lines_return_number_position_fk" FOREIGN KEY ("return_number","position") REFERENCES "public"."return_lines"("return_number","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "returns_started_at_number_index" ON "returns" USING btree ("started_at","number");--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "return_state_is_known" CHECK ("returns"."state" in ('started', 'received', 'settled', 'refused'));