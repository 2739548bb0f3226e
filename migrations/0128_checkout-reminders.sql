CREATE TABLE "checkout_reminders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"email" text NOT NULL,
	"mailbox" text GENERATED ALWAYS AS (mailbox_of(email)) STORED,
	"bag" jsonb NOT NULL,
	"network" text,
	"asked_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"enqueued_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reminder_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mailbox_hash" text,
	"enqueued_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"came_back_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "retention_days" DROP CONSTRAINT "ended_kind_is_known";--> statement-breakpoint
ALTER TABLE "retention_notices" DROP CONSTRAINT "retention_kind_is_known";--> statement-breakpoint
ALTER TABLE "letter_endings" DROP CONSTRAINT "ended_letter_is_known";--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_reminder_per_key" ON "checkout_reminders" USING btree ("key") WHERE enqueued_at is null;--> statement-breakpoint
CREATE INDEX "checkout_reminders_key_index" ON "checkout_reminders" USING btree ("key");--> statement-breakpoint
CREATE INDEX "checkout_reminders_changed_at_index" ON "checkout_reminders" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "checkout_reminders_mailbox_index" ON "checkout_reminders" USING btree ("mailbox");--> statement-breakpoint
CREATE INDEX "checkout_reminders_email_index" ON "checkout_reminders" USING btree ("email");--> statement-breakpoint
CREATE INDEX "checkout_reminders_network_index" ON "checkout_reminders" USING btree ("network");--> statement-breakpoint
CREATE INDEX "reminder_letters_mailbox_hash_index" ON "reminder_letters" USING btree ("mailbox_hash");--> statement-breakpoint
CREATE INDEX "reminder_letters_sent_at_index" ON "reminder_letters" USING btree ("sent_at");--> statement-breakpoint
ALTER TABLE "retention_days" ADD CONSTRAINT "ended_kind_is_known" CHECK (kind in ('messages', 'community', 'drafts', 'reminders', 'orders'));--> statement-breakpoint
ALTER TABLE "retention_notices" ADD CONSTRAINT "retention_kind_is_known" CHECK (kind in ('messages', 'community', 'drafts', 'reminders', 'orders'));--> statement-breakpoint
ALTER TABLE "letter_endings" ADD CONSTRAINT "ended_letter_is_known" CHECK ("letter_endings"."kind" in ('review', 'reminder'));--> statement-breakpoint
INSERT INTO start_clears (name, place, condition) VALUES ('checkout_reminders', 208, 'true'), ('reminder_letters', 209, 'true');
