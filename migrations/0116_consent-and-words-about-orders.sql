CREATE TABLE "newsletter_words" (
	"digest" text PRIMARY KEY NOT NULL,
	"words" text NOT NULL,
	"first_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_id_unique";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_pkey";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD PRIMARY KEY ("id");--> statement-breakpoint
ALTER TABLE "subscriptions" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "address_hash" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "mailbox_hash" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "words_digest" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_words_digest_newsletter_words_digest_fk" FOREIGN KEY ("words_digest") REFERENCES "public"."newsletter_words"("digest") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriptions_mailbox_hash_index" ON "subscriptions" USING btree ("mailbox_hash");--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_email_unique" UNIQUE("email");--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_address_hash_unique" UNIQUE("address_hash");--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscription_has_address_or_hashes" CHECK (num_nulls("subscriptions"."email", "subscriptions"."address_hash") = 1
        and ("subscriptions"."address_hash" is null) = ("subscriptions"."mailbox_hash" is null));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscription_without_address_has_ended" CHECK ("subscriptions"."email" is not null or "subscriptions"."unsubscribed_at" is not null);
--> statement-breakpoint
ALTER TABLE "audit_shopper_data" ADD COLUMN "reason" text;--> statement-breakpoint
-- Takes what shoppers and members wrote about orders out of their events and out of the log; the events and changes themselves stay.
-- Runs with the owner's rights.
CREATE OR REPLACE FUNCTION blank_orders(numbers text[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	UPDATE order_events SET details = details - ARRAY['was', 'trackingNumber', 'trackingUrl', 'reason', 'words', 'note']
	WHERE order_number = ANY(numbers)
		AND details ?| ARRAY['was', 'trackingNumber', 'trackingUrl', 'reason', 'words', 'note'];
	UPDATE audit_shopper_data SET old = NULL, new = NULL, reason = NULL, blanked_at = now()
	FROM audit WHERE audit.id = audit_id AND blanked_at IS NULL
		AND audit.kind IN ('order', 'order-address', 'order-email', 'parcels', 'made-order') AND audit.record = ANY(numbers);
$$;
--> statement-breakpoint
-- Takes a shopper's words out of what the log knows of a record; the change itself stays. Runs with the owner's rights.
CREATE OR REPLACE FUNCTION blank_shopper_data(of_kind text, of_record text) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	WITH blanked AS (
		UPDATE audit_shopper_data SET old = NULL, new = NULL, reason = NULL, blanked_at = now()
		FROM audit WHERE audit.id = audit_id AND audit.kind = of_kind AND audit.record = of_record AND blanked_at IS NULL
		RETURNING 1
	)
	SELECT count(*)::integer FROM blanked;
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_change_but_blanking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.audit_id = OLD.audit_id AND NEW.old IS NULL AND NEW.new IS NULL AND NEW.reason IS NULL AND NEW.blanked_at IS NOT NULL THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END;
$$;
--> statement-breakpoint
-- Reasons of acts on orders, and tracking numbers, of earlier releases move to where they can be erased; those of erased orders go.
ALTER TABLE "audit" DISABLE TRIGGER refuse_update;--> statement-breakpoint
ALTER TABLE "audit_shopper_data" DISABLE TRIGGER refuse_update;--> statement-breakpoint
INSERT INTO audit_shopper_data AS own (audit_id, old, new, reason, blanked_at)
SELECT audit.id,
	CASE WHEN orders.email <> '' AND NOT audit.is_private AND is_parcel THEN audit.old END,
	CASE WHEN orders.email <> '' AND NOT audit.is_private AND is_parcel THEN audit.new END,
	CASE WHEN orders.email <> '' THEN nullif(audit.reason, '') END,
	CASE WHEN orders.email <> '' THEN NULL ELSE now() END
FROM audit
CROSS JOIN LATERAL (SELECT audit.field IN ('parcel', 'tracking', 'tracking-told', 'replacement') AS is_parcel) AS logged
LEFT JOIN orders ON orders.number = audit.record
WHERE audit.kind IN ('order', 'order-address', 'order-email', 'parcels', 'made-order')
	AND (audit.reason <> '' OR (NOT audit.is_private AND is_parcel))
ON CONFLICT (audit_id) DO UPDATE SET reason = excluded.reason WHERE own.blanked_at IS NULL;--> statement-breakpoint
UPDATE audit SET reason = '', is_private = true, old = NULL, new = NULL
WHERE kind IN ('order', 'parcels') AND NOT is_private AND field IN ('parcel', 'tracking', 'tracking-told', 'replacement');--> statement-breakpoint
UPDATE audit SET reason = ''
WHERE kind IN ('order', 'order-address', 'order-email', 'parcels', 'made-order') AND reason <> '';--> statement-breakpoint
ALTER TABLE "audit" ENABLE ALWAYS TRIGGER refuse_update;--> statement-breakpoint
ALTER TABLE "audit_shopper_data" ENABLE ALWAYS TRIGGER refuse_update;
