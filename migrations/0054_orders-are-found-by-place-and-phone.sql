ALTER TABLE "order_search" ADD COLUMN "phone" text;--> statement-breakpoint
CREATE INDEX "order_search_phone_trigrams" ON "order_search" USING gin ("phone" gin_trgm_ops) WITH (gin_pending_list_limit=1024);--> statement-breakpoint
CREATE INDEX "order_search_unnoted" ON "order_search" USING btree ("number") WHERE "order_search"."phone" is null;--> statement-breakpoint
-- As before, but with size and color of each line, where the order goes, and its telephone.
CREATE OR REPLACE FUNCTION note_search_of(changed text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM order_search WHERE number = ANY (changed) ORDER BY number FOR UPDATE;
	INSERT INTO order_search AS known (number, text, email, phone)
	SELECT number, search_form(concat_ws(' ', number, name, line.words, parcel.words,
			nullif(translate(concat_ws(' ', address, city, postal_code, region), ',.', '  '), ''))), search_form(email),
		regexp_replace(regexp_replace(phone, '^\+1', ''), '\D', '', 'g')
	FROM orders
	CROSS JOIN LATERAL (
		SELECT string_agg(DISTINCT concat_ws(' ', order_lines.name, nullif(color, ''), nullif(size, ''), nullif(sku, '')), ' ') AS words
		FROM order_lines WHERE order_number = orders.number) line
	CROSS JOIN LATERAL (
		SELECT string_agg(DISTINCT regexp_replace(tracking_number, '\s', '', 'g'), ' ') AS words
		FROM parcels WHERE order_number = orders.number) parcel
	WHERE number = ANY (changed) ORDER BY number
	ON CONFLICT (number) DO UPDATE SET text = excluded.text, email = excluded.email, phone = excluded.phone
		WHERE (known.text, known.email, known.phone) IS DISTINCT FROM (excluded.text, excluded.email, excluded.phone);
END;
$$;
--> statement-breakpoint
-- Whatever of it is corrected or erased is found by no more.
CREATE OR REPLACE TRIGGER note_corrected_order AFTER UPDATE ON orders FOR EACH ROW
	WHEN ((OLD.name, OLD.email, OLD.phone, OLD.address, OLD.city, OLD.postal_code, OLD.region)
		IS DISTINCT FROM (NEW.name, NEW.email, NEW.phone, NEW.address, NEW.city, NEW.postal_code, NEW.region))
	EXECUTE FUNCTION note_corrected_order();
