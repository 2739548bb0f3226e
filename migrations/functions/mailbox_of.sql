-- The mailbox that an e-mail address means, as countedAddress of src/shop/form-submission.ts says it.
CREATE OR REPLACE FUNCTION mailbox_of(address text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN parts[2] IN ('gmail.com', 'googlemail.com')
    THEN replace(regexp_replace(parts[1], '(.)\+.*$', '\1'), '.', '') || '@gmail.com'
    ELSE regexp_replace(parts[1], '(.)\+.*$', '\1') || '@' || parts[2] END
  FROM regexp_match(lower(btrim(address)), '^(.*)@(.*)$') parts
$$;
