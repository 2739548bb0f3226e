-- The mailbox that an e-mail address means, as countedAddress of src/shop/form-submission.ts says it.
CREATE FUNCTION mailbox_of(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN parts[2] IN ('gmail.com', 'googlemail.com')
    THEN replace(regexp_replace(parts[1], '(.)\+.*$', '\1'), '.', '') || '@gmail.com'
    ELSE regexp_replace(parts[1], '(.)\+.*$', '\1') || '@' || parts[2] END
  FROM regexp_match(lower(btrim(address)), '^(.*)@(.*)$') parts
$$;--> statement-breakpoint
DROP INDEX "discount_uses_code_index";--> statement-breakpoint
ALTER TABLE "discount_uses" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (mailbox_of(email)) STORED;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "mailbox" text GENERATED ALWAYS AS (mailbox_of(email)) STORED;--> statement-breakpoint
CREATE INDEX "discount_uses_code_mailbox_index" ON "discount_uses" USING btree ("code","mailbox");--> statement-breakpoint
CREATE INDEX "subscriptions_mailbox_index" ON "subscriptions" USING btree ("mailbox");