-- The story and the sizes beside every product, and the reasons of the community page, stand in records of their own: a change of home drops
-- home alone. Home keeps its copy for the release before.
INSERT INTO pages (key, content, published_at)
	SELECT 'productPage', jsonb_build_object('brandStory', content->'brandStory', 'sizeFit', content->'sizeFit'), published_at
	FROM pages WHERE key = 'home' AND content ? 'brandStory' AND content ? 'sizeFit'
	ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO pages (key, content, published_at)
	SELECT 'communityReasons', jsonb_build_object('items', content->'benefits'->'community'), published_at
	FROM pages WHERE key = 'home' AND content->'benefits' ? 'community'
	ON CONFLICT DO NOTHING;
