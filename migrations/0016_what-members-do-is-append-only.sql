-- Rows that are carried over.
INSERT INTO "community_signups" ("id", "name", "email", "state", "joined_at") OVERRIDING SYSTEM VALUE
	SELECT "id", "name", "email", "state", "joined_at" FROM "community_signups_carried";--> statement-breakpoint
SELECT setval('community_signups_id_seq', (SELECT max("id") FROM "community_signups")) WHERE EXISTS (SELECT FROM "community_signups");--> statement-breakpoint
DROP TABLE "community_signups_carried";--> statement-breakpoint
UPDATE "order_lines" "line" SET "sku" = coalesce(nullif("pair"."sku", ''), "product"."sku")
	FROM "variants" "pair" JOIN "products" "product" ON "product"."id" = "pair"."product_id" WHERE "pair"."id" = "line"."variant_id";--> statement-breakpoint
UPDATE "return_lines" "back" SET "exchange_variant_id" = "pair"."id"
	FROM "order_lines" "line" JOIN "variants" "pair" ON "pair"."product_id" = "line"."product_id"
	WHERE "back"."exchange_for" <> '' AND "line"."order_number" = "back"."order_number" AND "line"."position" = "back"."position"
		AND lower("back"."exchange_for") = lower(concat_ws(' / ', nullif("pair"."color", 'default'),
			CASE "pair"."size" WHEN 'default' THEN NULL WHEN 'All Sizes' THEN 'One Size' ELSE "pair"."size" END));--> statement-breakpoint
UPDATE "questions" SET "sample" = true WHERE "request_key" IS NULL;--> statement-breakpoint
-- The goods of the demo shop.
UPDATE "products" SET "sample" = true WHERE "id" IN (
	'89bfd678d7e19124ca884351', '6453387b795358f1a3adc47b', 'b88730f49f813d6a9c9d71d6', '590a1116d3f9477aede632c5',
	'ba06b2c011fd68421a822dba', 'ec969c021ed29444c509410c', 'aa146f37f380205c95203e6d', '0b8a8b2e71c84baa63c0bd6a',
	'696445bbd7372232695ec305', '44f9eb987c762b1425951543', '1ae0f985e5876bd332616a16', '710681715c277498de7c7b50',
	'a6e92a470d7fc86ac2b5fe81', '30a99d5b7f5a5d1cfb1c1f1e', 'a8a7e2b03ada9160d9a2a177', '7a0d1c02025f09f343443c05',
	'34aa75e0ee930e75d14b4788', '1fc35b30adf3e823662e5ce5', '5d3601e81d1d929b5de03f3e', '0667ca22ed55bf71ec19eb23',
	'67a3dcae34db43f218d40795', 'b5f203e9be2d9626103b3a77', '229b3e77deddb8224467a072', '4fee8979c3059dbebc30bc5f',
	'961670841533767fab733938', '5d931aa29f5d87648aedadfa', 'fd060848cdff4ae18babbbdd', '31d140a518fc493ce584785d',
	'f6f40ad46b8f86861c157f6f', 'a4b1e8e80cc2a8c23ec9d53f', '3b59b9d61edd23ca9b0473af', 'b068fc8d5cb816aff3ad4b76',
	'62e3bf0b78c3220fe53d0219', '2f3a1b5e5b9b306a4ee75d54', 'b13c5e1efa7c11f7a5e4e3cc', '936da76d93a395733ba53a0e',
	'5df4553b24b47337526c2e05', 'e848bdcfce42344f18fc34ea', 'c246a560f19bd759fc28f578', 'effac17aed37835140d06215',
	'3c6060c0ba53fc1e1002e51e', 'ebdbce87c9a4c7ad501879b7', '2f5eb4b20b6f3ceed8b328fb', '8ebe901ad8fc928caade0b3f',
	'ebcac4ed43be4e922898b8a1', '4f96da1490c732b65adf27cd', '6937d953f942813816291501', '87958e6abe6d9df0d17b6644',
	'5a11f45ea84cf9f9cab6e8a3', '961fac089d6bb07d2a666ea3', '1543b447588d443b73c0fe9b', 'bb69c8228307d7267b8845cb',
	'3f26753000f7207e8573a27e', 'b2d1873d35fd459b50b78f79', '3b15104cba4563607b092168', '23797004a55ced88dac45e77',
	'799324151eaed628fb694333', 'd9f79da2751a108a77920349', '3d7bc751b957ff41f934dd86', '2ab796522990cc433cd1681d',
	'2a199b87418d567800512cd4', '391f8adf5747bb72697b6213', '8faf0f3f5959a47e02b230bd', 'a5e72961142baff4af5c8eac',
	'8234de1326d1aebed2a41b1d', '21c67ff46aed53598487a6e3'
);--> statement-breakpoint
-- What each migration grants the shop's role is read from these words; see docs/decisions/0006.
COMMENT ON TABLE "audit" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "audit_shopper_data" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "member_events" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "order_notes" IS 'never deleted';--> statement-breakpoint
COMMENT ON TABLE "letters" IS 'never deleted';--> statement-breakpoint
-- The log holds against the tables' owner, too, and against a session that switched triggers off.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END;
$$;
--> statement-breakpoint
CREATE FUNCTION refuse_change_but_blanking() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.audit_id = OLD.audit_id AND NEW.old IS NULL AND NEW.new IS NULL AND NEW.blanked_at IS NOT NULL THEN
		RETURN NEW;
	END IF;
	RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END;
$$;
--> statement-breakpoint
DO $$
DECLARE
	logged text;
BEGIN
	FOREACH logged IN ARRAY ARRAY['audit', 'audit_shopper_data', 'member_events'] LOOP
		EXECUTE format('CREATE TRIGGER refuse_truncate BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', logged);
		EXECUTE format('CREATE TRIGGER refuse_delete BEFORE DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_change()', logged);
		EXECUTE format('CREATE TRIGGER refuse_update BEFORE UPDATE ON %I FOR EACH ROW EXECUTE FUNCTION %I()', logged,
			CASE logged WHEN 'audit_shopper_data' THEN 'refuse_change_but_blanking' ELSE 'refuse_change' END);
		EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER refuse_truncate', logged);
		EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER refuse_delete', logged);
		EXECUTE format('ALTER TABLE %I ENABLE ALWAYS TRIGGER refuse_update', logged);
	END LOOP;
END;
$$;
--> statement-breakpoint
-- Takes a shopper's words out of what the log knows of a record; the change itself stays. Runs with the owner's rights.
CREATE FUNCTION blank_shopper_data(of_kind text, of_record text) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
	WITH blanked AS (
		UPDATE audit_shopper_data SET old = NULL, new = NULL, blanked_at = now()
		FROM audit WHERE audit.id = audit_id AND audit.kind = of_kind AND audit.record = of_record AND blanked_at IS NULL
		RETURNING 1
	)
	SELECT count(*)::integer FROM blanked;
$$;
