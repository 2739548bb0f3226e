-- Pieces that an order or a return moved, by its number.
CREATE OR REPLACE FUNCTION is_of_cleared_order(reference text, cause text, numbers text[]) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
	SELECT reference = ANY (numbers) AND cause IN ('reservation', 'release', 'sale', 'return', 'replacement')
$$;
