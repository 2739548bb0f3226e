CREATE TABLE "left_addresses" (
	"path" text PRIMARY KEY NOT NULL,
	"member_id" text NOT NULL,
	"left_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "missed_addresses" (
	"path" text NOT NULL,
	"day" date NOT NULL,
	"times" integer NOT NULL,
	"came_from" text DEFAULT '' NOT NULL,
	CONSTRAINT "missed_addresses_path_day_pk" PRIMARY KEY("path","day")
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"from" text PRIMARY KEY NOT NULL,
	"to" text NOT NULL,
	"member_id" text,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	"hits" integer DEFAULT 0 NOT NULL,
	"last_hit_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "markdown" text;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "search_title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "posts" ADD COLUMN "search_words" text DEFAULT '' NOT NULL;
--> statement-breakpoint
-- Not for the counts of a redirect, which change each minute.
CREATE TRIGGER notify_keys AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "to", removed_at ON redirects
	FOR EACH STATEMENT EXECUTE FUNCTION notify_table();
--> statement-breakpoint
-- An article that is on the shop keeps its former address by a redirect, whoever renames it: a form, an undo, an import. Earlier redirects
-- lead to the new address in one step, and one from the new address makes room for the article.
CREATE FUNCTION lead_on_from_post() RETURNS trigger LANGUAGE plpgsql AS $$
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
--> statement-breakpoint
CREATE TRIGGER lead_on AFTER UPDATE OF slug ON posts
	FOR EACH ROW WHEN (OLD.slug IS DISTINCT FROM NEW.slug AND OLD.published_at IS NOT NULL AND OLD.published_at <= now())
	EXECUTE FUNCTION lead_on_from_post();
--> statement-breakpoint
-- A shop that is stocked already gets the page about accessibility and its link; a new one is stocked with them.
INSERT INTO pages (key, content, published_at)
	SELECT 'policy:accessibility', $page${"markdown": "> **Template for the merchant's lawyer.** Demo text for the {shopName} shop. It is not legal advice. Have it reviewed and adapted before you sell to anyone, then remove this note.\n\n# Accessibility\n\n{shopName} is meant for every rider: with a mouse, a keyboard, a finger, a screen reader, or the page at twice its size. This page says what works, what does not yet, and whom to tell.\n\n## What works\n\n- Every page can be read and every order placed with the keyboard alone. What has the focus is marked, and a link at the top skips to the content.\n- Headings, lists, forms and buttons are named for screen readers. Pictures of goods have words, and pictures that only decorate are left out.\n- Words stand out from what is behind them: text at least 4.5 to 1, and borders of fields at least 3 to 1.\n- Pages can be made four times as large, and fit a screen 320 pixels wide without scrolling to the side.\n- What moves stops where your device asks for less motion. Nothing flashes.\n- Mistakes in a form are said in words beside the field, and what you typed stays.\n- Reading, finding goods, writing to us and starting a return work without JavaScript.\n\nWe test against the Web Content Accessibility Guidelines (WCAG) 2.2, level AA, with automatic checks and by hand.\n\n## What does not work yet\n\n- The short films on our pages have no spoken words, and so no captions. What they show is not described.\n- The field for your card and the page of Klarna belong to our payment provider. The same holds for pages of carriers and of other sites that we link to.\n- Putting goods into the bag and paying need JavaScript.\n\n## Tell us\n\nIf something keeps you from reading a page or placing an order, write to {supportEmail} or use our [contact form](/contact). Say which page it was and what you use, if you like. We reply within {replyWithin}, and take your order by e-mail meanwhile.\n\n## Where to complain\n\nIf our answer does not help, you can write to the U.S. Department of Justice, which looks after the Americans with Disabilities Act: [ada.gov/file-a-complaint](https://www.ada.gov/file-a-complaint/).\n"}$page$::jsonb, now() FROM pages WHERE key = 'policy:privacy'
	ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO menu_links (menu, position, heading, label, href)
	SELECT 'footer', (SELECT max(position) + 1 FROM menu_links WHERE menu = 'footer'), heading, 'Accessibility', '/accessibility'
	FROM menu_links WHERE menu = 'footer' AND href = '/privacy-policy'
		AND NOT EXISTS (SELECT FROM menu_links WHERE menu = 'footer' AND href = '/accessibility')
	ORDER BY position LIMIT 1;
