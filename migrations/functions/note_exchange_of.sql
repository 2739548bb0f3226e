-- Writes what an exchange costs more, or what of it goes back, into the ledger of sales, on the day it is paid or given back.
CREATE OR REPLACE FUNCTION note_exchange_of(wanted text, of_change uuid, fee integer, fee_tax integer, moment timestamptz) RETURNS void LANGUAGE sql AS $$
	INSERT INTO sale_events (at, day, order_number, kind, part, amount_cents, change_id, code, state, zip_prefix)
	SELECT moment, shop_day(moment), wanted, event.kind, 'fee', event.amount, of_change, own.discount_code, own.region, left(own.postal_code, 3)
	FROM orders own CROSS JOIN (VALUES ('fee', fee), ('tax', fee_tax)) AS event (kind, amount)
	WHERE own.number = wanted AND own.paid_at IS NOT NULL AND NOT own.sample AND event.amount <> 0
$$;
