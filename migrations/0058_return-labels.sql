CREATE TABLE "return_labels" (
	"return_number" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"file" "bytea" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "label_kind_is_known" CHECK ("return_labels"."kind" in ('pdf', 'png')),
	CONSTRAINT "label_is_small" CHECK (octet_length(file) between 1 and 2097152)
);
--> statement-breakpoint
ALTER TABLE "return_labels" ADD CONSTRAINT "return_labels_return_number_returns_number_fk" FOREIGN KEY ("return_number") REFERENCES "public"."returns"("number") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- As before, with the files of returns' labels.
CREATE OR REPLACE FUNCTION cleared_at_start() RETURNS TABLE (place integer, name text, condition text) LANGUAGE sql IMMUTABLE AS $$
	VALUES
		(1, 'pgboss.job', 'state <> ''active'' AND (data ->> ''number'' = ANY ($1 || $2) OR data ->> ''orderNumber'' = ANY ($1) OR data ->> ''refundId'' IN (SELECT id::text FROM refunds WHERE payment_id = ANY ($3)) OR data ->> ''requestId'' IN (SELECT gateway_id FROM payments WHERE id = ANY ($3)) OR data ->> ''parcelId'' IN (SELECT id::text FROM parcels WHERE order_number = ANY ($1)) OR data ->> ''letterId'' IN (SELECT id::text FROM letters WHERE order_number = ANY ($1)))'),
		(2, 'beyond_half_holds', 'order_number = ANY ($1)'),
		(3, 'return_settled_lines', 'return_number = ANY ($2)'),
		(4, 'return_pieces', 'return_number = ANY ($2)'),
		(5, 'return_lines', 'return_number = ANY ($2)'),
		(6, 'order_replacements', 'order_number = ANY ($1)'),
		(7, 'lost_pieces', 'order_number = ANY ($1)'),
		(8, 'return_labels', 'return_number = ANY ($2)'),
		(9, 'returns', 'order_number = ANY ($1)'),
		(10, 'refund_extras', 'order_number = ANY ($1)'),
		(11, 'refund_lines', 'order_number = ANY ($1)'),
		(12, 'refunds', 'payment_id = ANY ($3)'),
		(13, 'sandbox_requests', 'id IN (SELECT gateway_id FROM payments WHERE id = ANY ($3) AND gateway = ''sandbox'')'),
		(14, 'payments', 'id = ANY ($3)'),
		(15, 'parcel_lines', 'order_number = ANY ($1)'),
		(16, 'parcels', 'order_number = ANY ($1)'),
		(17, 'discount_uses', 'order_number = ANY ($1)'),
		(18, 'letters', 'order_number = ANY ($1)'),
		(19, 'order_notes', 'order_number = ANY ($1)'),
		(20, 'order_events', 'order_number = ANY ($1)'),
		(21, 'order_lines', 'order_number = ANY ($1)'),
		(22, 'order_facts', 'number = ANY ($1)'),
		(23, 'order_search', 'number = ANY ($1)'),
		(24, 'order_name_words', 'number = ANY ($1)'),
		(25, 'orders', 'number = ANY ($1)'),
		(26, 'stock_movements', 'is_of_cleared_order(reference, cause, $1 || $2) OR variant_id IN (SELECT id FROM variants WHERE product_id = ANY ($4))'),
		(27, 'message_answers', 'message_id IN (SELECT id FROM messages WHERE sample)'),
		(28, 'messages', 'sample'),
		(29, 'community_signups', 'sample'),
		(30, 'comments', 'sample'),
		(31, 'reviews', 'sample OR product_id = ANY ($4)'),
		(32, 'questions', 'sample OR product_id = ANY ($4)'),
		(33, 'review_summaries', '$5'),
		(34, 'social_posts', '$5'),
		(35, 'videos', 'product_id = ANY ($4) OR ($5 AND product_id IS NULL)'),
		(36, 'price_plan_pairs', 'variant_id IN (SELECT id FROM variants WHERE product_id = ANY ($4))'),
		(37, 'stock_take_lines', 'variant_id IN (SELECT id FROM variants WHERE product_id = ANY ($4))'),
		(38, 'stock_requests', 'variant_id IN (SELECT id FROM variants WHERE product_id = ANY ($4))'),
		(39, 'picture_lists', 'product_id = ANY ($4)'),
		(40, 'search_names', 'product_id = ANY ($4)'),
		(41, 'search_documents', 'product_id = ANY ($4)'),
		(42, 'listed_products', 'product_id = ANY ($4)'),
		(43, 'variants', 'product_id = ANY ($4)'),
		(44, 'product_colors', 'product_id = ANY ($4)'),
		(45, 'products', 'id = ANY ($4)')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION hold_for_start() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	patience timestamptz := clock_timestamp() + interval '15 seconds';
BEGIN
	LOOP
		BEGIN
			LOCK TABLE beyond_half_holds, return_settled_lines, return_pieces, return_lines, order_replacements, lost_pieces, return_labels, returns, refund_extras, refund_lines, refunds, sandbox_requests, payments,
				parcel_lines, parcels, discount_uses, letters, order_notes, order_events, order_lines, order_facts, order_search, order_name_words, orders, stock_movements, message_answers, messages,
				community_signups, comments, reviews, questions, review_summaries, social_posts, videos, price_plan_pairs, stock_take_lines, stock_requests, picture_lists, search_names,
				listed_products, variants, product_colors, products, pages, media_uses, stocked, listing_counts, search_words, used_numbers
				IN EXCLUSIVE MODE NOWAIT;
			RETURN;
		EXCEPTION WHEN lock_not_available THEN
			IF clock_timestamp() > patience THEN
				RAISE;
			END IF;
		END;
		PERFORM pg_sleep(0.05);
	END LOOP;
END;
$$;
