CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rule" jsonb NOT NULL,
	"goods" jsonb NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"is_without_codes" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"put_away_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "offer_ends_after_start" CHECK ("offers"."ends_at" > "offers"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "order_offers" (
	"order_number" text NOT NULL,
	"position" integer NOT NULL,
	"offer_id" uuid NOT NULL,
	"turn" integer NOT NULL,
	"sentence" text NOT NULL,
	"amount_cents" integer NOT NULL,
	CONSTRAINT "order_offers_order_number_position_offer_id_pk" PRIMARY KEY("order_number","position","offer_id"),
	CONSTRAINT "offer_amount_is_not_negative" CHECK ("order_offers"."amount_cents" >= 0)
);
--> statement-breakpoint
ALTER TABLE "order_offers" ADD CONSTRAINT "order_offers_order_number_position_order_lines_order_number_position_fk" FOREIGN KEY ("order_number","position") REFERENCES "public"."order_lines"("order_number","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_offers_offer_id_index" ON "order_offers" USING btree ("offer_id");--> statement-breakpoint
-- Every process takes off by the same offers.
CREATE TRIGGER notify_keys AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON offers FOR EACH STATEMENT EXECUTE FUNCTION notify_table();
--> statement-breakpoint
INSERT INTO start_clears (name, place, condition) VALUES ('order_offers', 144, 'order_number = ANY ($1)');
