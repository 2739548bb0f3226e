-- An article that is on the shop keeps its former address by a redirect, whoever renames it: a form, an undo, an import. Earlier redirects
-- lead to the new address in one step, and one from the new address makes room for the article.
CREATE OR REPLACE FUNCTION lead_on_from_post() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	former text := '/blog/' || OLD.slug;
	current text := '/blog/' || NEW.slug;
BEGIN
	UPDATE redirects SET removed_at = now(), version = version + 1 WHERE "from" = current AND removed_at IS NULL;
	INSERT INTO redirects ("from", "to") VALUES (former, current)
		ON CONFLICT ("from") DO UPDATE SET "to" = current, removed_at = NULL, member_id = NULL, made_at = now(), version = redirects.version + 1;
	UPDATE redirects SET "to" = current, version = version + 1 WHERE "to" = former AND "from" <> current;
	RETURN NULL;
END;
$$;
