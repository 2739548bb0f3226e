-- Whether a line of an order is a gift card, by its kind: money that leaves by letter, and no goods.
CREATE OR REPLACE FUNCTION is_gift_card(kind text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT kind = 'gift-card' $$;
