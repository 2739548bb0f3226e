-- The tables whose rows are cleared, in the order in which that can be done, and which rows: $1 to $5 are the scope.
CREATE OR REPLACE FUNCTION cleared_at_start() RETURNS TABLE (place integer, name text, condition text) LANGUAGE sql STABLE AS $$
	SELECT place, name, condition FROM start_clears
$$;
