-- Whether one letter more, less, another one or two swapped make one word of the other.
CREATE OR REPLACE FUNCTION is_one_slip_apart(one text, other text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	same integer := 0;
BEGIN
	IF abs(length(one) - length(other)) > 1 THEN
		RETURN false;
	END IF;
	WHILE same < length(one) AND substr(one, same + 1, 1) = substr(other, same + 1, 1) LOOP
		same := same + 1;
	END LOOP;
	RETURN substr(one, same + 2) = substr(other, same + 2)
		OR substr(one, same + 2) = substr(other, same + 1)
		OR substr(one, same + 1) = substr(other, same + 2)
		OR (substr(one, same + 3) = substr(other, same + 3) AND substr(one, same + 1, 1) = substr(other, same + 2, 1)
			AND substr(one, same + 2, 1) = substr(other, same + 1, 1));
END;
$$;
