CREATE TABLE "tax_fees" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tax_fees_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"state" text NOT NULL,
	"name" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"from_value_cents" integer NOT NULL,
	"only_with_taxed" boolean DEFAULT false NOT NULL,
	"from_day" date,
	"to_day" date,
	"taxed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "fee_has_a_name" CHECK ("tax_fees"."name" <> ''),
	CONSTRAINT "fee_is_positive" CHECK ("tax_fees"."amount_cents" > 0 and "tax_fees"."from_value_cents" >= 0),
	CONSTRAINT "days_of_fee_are_in_order" CHECK ("tax_fees"."from_day" <= "tax_fees"."to_day")
);
--> statement-breakpoint
CREATE TABLE "tax_ranges" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tax_ranges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"state" text NOT NULL,
	"zip_from" text NOT NULL,
	"zip_to" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"local_rate" integer NOT NULL,
	"local_exempt" boolean DEFAULT false NOT NULL,
	"choice" text DEFAULT 'higher' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"day" date DEFAULT current_date NOT NULL,
	CONSTRAINT "zips_have_five_digits" CHECK ("tax_ranges"."zip_from" ~ '^[0-9]{5}$' and "tax_ranges"."zip_to" ~ '^[0-9]{5}$'),
	CONSTRAINT "zips_are_in_order" CHECK ("tax_ranges"."zip_from" <= "tax_ranges"."zip_to"),
	CONSTRAINT "rate_of_range_is_a_share" CHECK ("tax_ranges"."local_rate" between 0 and 300000),
	CONSTRAINT "choice_of_range_is_known" CHECK ("tax_ranges"."choice" in ('higher', 'lower'))
);
--> statement-breakpoint
CREATE TABLE "tax_rules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tax_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"state" text NOT NULL,
	"kind" text NOT NULL,
	"treatment" text NOT NULL,
	"amount_cents" integer,
	"part" text DEFAULT 'both' NOT NULL,
	"from_day" date,
	"to_day" date,
	"cap_cents" integer,
	"name" text DEFAULT '' NOT NULL,
	CONSTRAINT "kind_of_rule_is_known" CHECK ("tax_rules"."kind" in ('clothing', 'footwear', 'protective', 'accessory')),
	CONSTRAINT "treatment_is_known" CHECK ("tax_rules"."treatment" in ('taxed', 'exempt', 'exempt-below', 'excess')),
	CONSTRAINT "part_of_rule_is_known" CHECK ("tax_rules"."part" in ('both', 'state')),
	CONSTRAINT "amount_of_rule_is_there" CHECK (("tax_rules"."treatment" in ('exempt-below', 'excess')) = ("tax_rules"."amount_cents" is not null)),
	CONSTRAINT "money_of_rule_is_positive" CHECK (least("tax_rules"."amount_cents", "tax_rules"."cap_cents") > 0),
	CONSTRAINT "days_of_rule_are_in_order" CHECK ("tax_rules"."from_day" <= "tax_rules"."to_day"),
	CONSTRAINT "cap_has_days" CHECK ("tax_rules"."cap_cents" is null or coalesce("tax_rules"."from_day", "tax_rules"."to_day") is not null)
);
--> statement-breakpoint
CREATE TABLE "tax_states" (
	"state" text PRIMARY KEY NOT NULL,
	"registered" boolean DEFAULT false NOT NULL,
	"state_rate" integer,
	"local_rate" integer DEFAULT 0 NOT NULL,
	"delivery" text DEFAULT 'not' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"day" date DEFAULT current_date NOT NULL,
	"since" date,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tax_state_has_two_letters" CHECK ("tax_states"."state" ~ '^[A-Z]{2}$'),
	CONSTRAINT "state_rate_is_a_share" CHECK ("tax_states"."state_rate" between 0 and 300000),
	CONSTRAINT "local_rate_is_a_share" CHECK ("tax_states"."local_rate" between 0 and 300000),
	CONSTRAINT "tax_of_delivery_is_known" CHECK ("tax_states"."delivery" in ('not', 'with-taxed', 'by-share'))
);
--> statement-breakpoint
ALTER TABLE "tax_fees" ADD CONSTRAINT "tax_fees_state_tax_states_state_fk" FOREIGN KEY ("state") REFERENCES "public"."tax_states"("state") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_ranges" ADD CONSTRAINT "tax_ranges_state_tax_states_state_fk" FOREIGN KEY ("state") REFERENCES "public"."tax_states"("state") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tax_rules" ADD CONSTRAINT "tax_rules_state_tax_states_state_fk" FOREIGN KEY ("state") REFERENCES "public"."tax_states"("state") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tax_fees_state_index" ON "tax_fees" USING btree ("state");--> statement-breakpoint
CREATE INDEX "tax_ranges_state_index" ON "tax_ranges" USING btree ("state");--> statement-breakpoint
CREATE INDEX "tax_rules_state_index" ON "tax_rules" USING btree ("state");--> statement-breakpoint
-- Every process computes with the same rates.
DO $$
DECLARE
	rates text;
BEGIN
	FOREACH rates IN ARRAY ARRAY['tax_states', 'tax_ranges', 'tax_rules', 'tax_fees'] LOOP
		EXECUTE format('CREATE TRIGGER tell_shop_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
			FOR EACH STATEMENT EXECUTE FUNCTION notify_table()', rates);
	END LOOP;
END;
$$;
--> statement-breakpoint
-- The state a ZIP lies in for tax: one that the gazetteer does not know lies where most ZIPs of its first three digits do.
CREATE FUNCTION tax_state_of_zip(wanted text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT coalesce(state_of_zip(wanted), (SELECT state FROM zip_places
		WHERE zip >= left(wanted, 3) || '00' AND zip <= left(wanted, 3) || '99' AND state <> '' AND state NOT IN ('AA', 'AE', 'AP')
		GROUP BY state ORDER BY count(*) DESC, state LIMIT 1))
$$;
