-- Whatever a page is made of tells every process of the shop when it changes, whoever changed it.
CREATE FUNCTION tell_shop_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('shop_changed', TG_TABLE_NAME);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
DO $$
DECLARE
	content text;
BEGIN
	FOREACH content IN ARRAY ARRAY[
		'settings', 'categories', 'products', 'product_colors', 'variants', 'media_uses',
		'pages', 'faq_categories', 'faqs', 'menu_links', 'banners',
		'blog_categories', 'posts', 'comments', 'videos', 'social_posts', 'states', 'chapters', 'events',
		'reviews', 'questions', 'review_summaries'
	] LOOP
		EXECUTE format(
			'CREATE TRIGGER tell_shop_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
				FOR EACH STATEMENT EXECUTE FUNCTION tell_shop_changed()', content);
	END LOOP;
END;
$$;
--> statement-breakpoint
-- Adds and subtracts, so that two approvals at once are both counted.
CREATE FUNCTION keep_review_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' AND OLD.state = 'approved' THEN
		UPDATE products SET review_count = review_count - 1, star_sum = star_sum - OLD.rating WHERE id = OLD.product_id;
	END IF;
	IF TG_OP <> 'DELETE' AND NEW.state = 'approved' THEN
		UPDATE products SET review_count = review_count + 1, star_sum = star_sum + NEW.rating WHERE id = NEW.product_id;
	END IF;
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER keep_review_figures AFTER INSERT OR DELETE OR UPDATE OF product_id, rating, state ON reviews
	FOR EACH ROW EXECUTE FUNCTION keep_review_figures();
