CREATE TABLE "message_mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "message_mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"message_id" integer NOT NULL,
	"member_id" text NOT NULL,
	"put_in_at" timestamp with time zone DEFAULT now() NOT NULL,
	"came_on" date NOT NULL,
	"words" text NOT NULL,
	"removed_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "source" text DEFAULT 'form' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "order_number" text;--> statement-breakpoint
ALTER TABLE "message_mails" ADD CONSTRAINT "message_mails_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_mails_message_id_put_in_at_index" ON "message_mails" USING btree ("message_id","put_in_at");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "message_source_is_known" CHECK ("messages"."source" in ('form', 'shop'));
--> statement-breakpoint
-- As before, with what members put into threads, and the threads that they began about orders that are cleared.
-- The tables whose rows are cleared, in the order in which that can be done, and which rows: $1 to $5 are the scope.
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
		(27, 'message_answers', 'message_id IN (SELECT id FROM messages WHERE sample OR order_number = ANY ($1))'),
		(27, 'message_mails', 'message_id IN (SELECT id FROM messages WHERE sample OR order_number = ANY ($1))'),
		(28, 'messages', 'sample OR order_number = ANY ($1)'),
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
