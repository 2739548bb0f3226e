ALTER TABLE "menu_links" DROP CONSTRAINT "menu_links_menu_position_pk";--> statement-breakpoint
ALTER TABLE "banners" DROP CONSTRAINT "banners_pkey";--> statement-breakpoint
ALTER TABLE "banners" ADD COLUMN "id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "menu_links" ADD COLUMN "id" text PRIMARY KEY DEFAULT gen_random_uuid()::text NOT NULL;--> statement-breakpoint
ALTER TABLE "banners" ADD CONSTRAINT "banner_has_its_place" UNIQUE("position");--> statement-breakpoint
ALTER TABLE "menu_links" ADD CONSTRAINT "menu_link_has_its_place" UNIQUE("menu","position");--> statement-breakpoint
-- What was known by its place gets the id that its place stands for, the same in every shop: `idOfName` is the rule in the code.
CREATE FUNCTION id_of_name(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-8' || substr(hex, 14, 3) || '-'
		|| translate(substr(hex, 17, 1), '0123456789abcdef', '89ab89ab89ab89ab') || substr(hex, 18, 3) || '-' || substr(hex, 21, 12)
	FROM encode(sha256(convert_to(name, 'UTF8')), 'hex') AS hex
$$;
--> statement-breakpoint
UPDATE menu_links SET id = id_of_name('menu_links ' || menu || ' ' || position);
--> statement-breakpoint
UPDATE banners SET id = id_of_name('banners ' || position);
--> statement-breakpoint
DROP FUNCTION id_of_name(text);
