-- Of the trigger on settings: the gift card is on the shop as long as the setting says so, with its amounts as sizes, whoever writes it. An amount
-- that is not offered any more is retired, because orders name it. A card that was never sold is not made.
CREATE OR REPLACE FUNCTION offer_gift_cards() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	is_on boolean := coalesce((NEW.value->>'isOn')::boolean, false);
	dollars integer[] := ARRAY(SELECT word::integer FROM regexp_split_to_table(coalesce(NEW.value->>'amounts', ''), '\D+') AS word WHERE word <> '' ORDER BY 1);
	card text := (SELECT id FROM products WHERE kind = 'gift-card');
BEGIN
	IF card IS NULL THEN
		IF NOT is_on THEN
			RETURN NULL;
		END IF;
		card := 'giftcard';
		INSERT INTO products (id, kind, name, description, details, position)
		VALUES (card, 'gift-card', 'Gift Card', 'Let them choose their own gear. The card comes by e-mail on the day that you pick, with your words.',
			'["Pays for goods, delivery and tax, alone or beside a card or Klarna","What is not spent stays on it","It does not end, and has no fees"]',
			(SELECT coalesce(max(position), 0) + 1 FROM products));
	END IF;
	PERFORM lock_products(ARRAY[card]);
	PERFORM FROM lock_variants(ARRAY(SELECT id FROM variants WHERE product_id = card));
	UPDATE variants SET retired_at = now(), version = version + 1
		WHERE product_id = card AND retired_at IS NULL AND price_cents <> ALL (SELECT 100 * amount FROM unnest(dollars) AS amount);
	INSERT INTO variants (product_id, size, color, price_cents, position)
	SELECT card, '$' || amount, 'default', amount * 100, place FROM unnest(dollars) WITH ORDINALITY AS offered (amount, place)
	ON CONFLICT ON CONSTRAINT one_variant_per_size_and_color DO UPDATE
		SET retired_at = NULL, position = excluded.position, version = variants.version + 1
		WHERE variants.retired_at IS NOT NULL OR variants.position <> excluded.position;
	UPDATE products SET published_status = CASE WHEN is_on THEN 'published' ELSE 'archived' END, version = version + 1
		WHERE id = card AND published_status <> CASE WHEN is_on THEN 'published' ELSE 'archived' END;
	RETURN NULL;
END;
$$;
