ALTER TABLE "payments" ADD COLUMN "card_brand" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "card_last_four" text;--> statement-breakpoint
-- Returns that were started before anything left and stand open beside an order that was cancelled since: nothing of them can come back.
UPDATE returns SET state = 'refused', refused_at = now(), label_url = '', version = returns.version + 1,
	words = 'The order was cancelled before anything of it had left.'
FROM orders WHERE orders.number = returns.order_number AND orders.state = 'cancelled' AND returns.state = 'started';
--> statement-breakpoint
DELETE FROM return_labels USING returns WHERE returns.number = return_labels.return_number AND returns.state = 'refused';
