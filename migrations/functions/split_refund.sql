-- Splits a refund into what it gives back. `pools` is a list of part, position and what is left of it; of goods with their tax, delivery with
-- its tax, fees with theirs. `asked` has the total; the amounts of `lines`, `delivery` and `fees`, each with its tax; `goodwill`, and whether
-- tax goes back with it; and under `goodwillBefore` what went back as goodwill. A line is split between goods and tax in proportion to what is left
-- of the two; whatever was not asked for by a part is spread over all that is left. The tax left is never out of reach: refunds that give back everything
-- give back all of it, whatever their order. More than is left of everything, which no refund should be, is goodwill.
CREATE OR REPLACE FUNCTION split_refund(asked jsonb, pools jsonb) RETURNS TABLE (part text, "position" integer, amount bigint)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	total bigint := (asked->>'total')::bigint;
	parts text[];
	positions integer[];
	lefts bigint[];
	outs bigint[];
	wanted bigint[];
	wanted_parts text[];
	wanted_positions integer[];
	-- Left of everything but tax, after goodwill.
	money bigint;
	taxes bigint;
	goodwill bigint := 0;
	shares bigint[];
	given bigint;
	of_tax bigint;
	of_money bigint;
	main integer;
	side integer;
BEGIN
	SELECT coalesce(array_agg(pool.part ORDER BY place), '{}'), coalesce(array_agg(pool.position ORDER BY place), '{}'),
		coalesce(array_agg(greatest(0, pool.remaining) ORDER BY place), '{}')
	INTO parts, positions, lefts
	FROM ROWS FROM (jsonb_to_recordset(pools) AS (part text, "position" integer, "left" bigint)) WITH ORDINALITY AS pool (part, "position", remaining, place);
	outs := array_fill(0::bigint, ARRAY[cardinality(parts)]);
	SELECT coalesce(array_agg(line.amount ORDER BY line.position), '{}'), coalesce(array_agg('goods'::text), '{}'),
		coalesce(array_agg(line.position ORDER BY line.position), '{}')
	INTO wanted, wanted_parts, wanted_positions
	FROM jsonb_to_recordset(coalesce(asked->'lines', '[]')) AS line ("position" integer, amount bigint);
	wanted := wanted || ARRAY[coalesce((asked->>'delivery')::bigint, 0), coalesce((asked->>'fees')::bigint, 0), coalesce((asked->>'goodwill')::bigint, 0)];
	wanted_parts := wanted_parts || ARRAY['delivery', 'fee'];
	wanted_positions := wanted_positions || ARRAY[NULL, NULL]::integer[];
	IF (SELECT sum(each) FROM unnest(wanted) AS each) > total THEN
		wanted := share_cents(total, wanted);
	END IF;
	SELECT greatest(0, coalesce(sum(lefts[j]), 0) - coalesce((asked->>'goodwillBefore')::bigint, 0)) INTO money
		FROM generate_subscripts(parts, 1) AS j WHERE parts[j] NOT LIKE '%tax';

	FOR i IN 1 .. cardinality(wanted_parts) LOOP
		main := NULL;
		side := NULL;
		FOR j IN 1 .. cardinality(parts) LOOP
			IF positions[j] IS NOT DISTINCT FROM wanted_positions[i] THEN
				IF parts[j] = wanted_parts[i] THEN
					main := j;
				ELSIF parts[j] = (CASE wanted_parts[i] WHEN 'goods' THEN 'tax' ELSE wanted_parts[i] || '-tax' END) THEN
					side := j;
				END IF;
			END IF;
		END LOOP;
		CONTINUE WHEN main IS NULL;
		taxes := CASE WHEN side IS NULL THEN 0 ELSE lefts[side] END;
		of_money := least(lefts[main], money);
		given := least(wanted[i], of_money + taxes);
		shares := share_cents(given, ARRAY[lefts[main], taxes]);
		of_tax := least(taxes, greatest(shares[2], given - of_money));
		of_money := given - of_tax;
		lefts[main] := lefts[main] - of_money;
		outs[main] := outs[main] + of_money;
		money := money - of_money;
		IF side IS NOT NULL THEN
			lefts[side] := lefts[side] - of_tax;
			outs[side] := outs[side] + of_tax;
		END IF;
	END LOOP;

	-- First goodwill, then whatever is left of the total.
	FOR i IN 1 .. 2 LOOP
		given := CASE i WHEN 1 THEN wanted[cardinality(wanted)] ELSE total - (SELECT sum(each) FROM unnest(outs || goodwill) AS each) END;
		IF i = 1 AND NOT coalesce((asked->>'taxWithGoodwill')::boolean, true) THEN
			of_money := least(given, money);
		ELSE
			SELECT array_agg(CASE WHEN parts[j] LIKE '%tax' THEN lefts[j] ELSE 0 END ORDER BY j) INTO shares FROM generate_subscripts(parts, 1) AS j;
			taxes := coalesce((SELECT sum(each) FROM unnest(shares) AS each), 0);
			shares := share_cents(least(given, money + taxes), money || coalesce(shares, '{}'));
			of_money := shares[1];
			FOR j IN 1 .. cardinality(parts) LOOP
				lefts[j] := lefts[j] - shares[j + 1];
				outs[j] := outs[j] + shares[j + 1];
			END LOOP;
			IF i = 2 THEN
				goodwill := goodwill + given - least(given, money + taxes);
			END IF;
		END IF;
		money := money - of_money;
		IF i = 1 THEN
			goodwill := of_money;
		ELSIF of_money > 0 THEN
			SELECT array_agg(CASE WHEN parts[j] LIKE '%tax' THEN 0 ELSE lefts[j] END ORDER BY j) INTO shares FROM generate_subscripts(parts, 1) AS j;
			shares := share_cents(of_money, shares);
			FOR j IN 1 .. cardinality(parts) LOOP
				outs[j] := outs[j] + shares[j];
			END LOOP;
		END IF;
	END LOOP;

	RETURN QUERY SELECT parts[j], positions[j], outs[j] FROM generate_subscripts(parts, 1) AS j WHERE outs[j] > 0
		UNION ALL SELECT 'goodwill', NULL, goodwill WHERE goodwill > 0;
END;
$$;
