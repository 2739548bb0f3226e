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
