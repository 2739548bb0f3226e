ALTER TABLE "gift_card_entries" ADD COLUMN "paid_by" text;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gift_cards" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entry_is_paid_out" CHECK ("gift_card_entries"."paid_by" is null or "gift_card_entries"."kind" = 'paid-out');