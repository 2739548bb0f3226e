CREATE TABLE "media" (
	"hash" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"derived_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "media_uses" (
	"path" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blog_categories" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "blog_categories_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"post_id" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"request_key" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comments_requestKey_unique" UNIQUE("request_key"),
	CONSTRAINT "comment_state_is_known" CHECK ("comments"."state" in ('waiting', 'approved', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" text PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"image" text,
	"description" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"category_id" text NOT NULL,
	"published_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "posts_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"parent_id" text,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_colors" (
	"product_id" text NOT NULL,
	"name" text NOT NULL,
	"swatch" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_colors_product_id_name_pk" PRIMARY KEY("product_id","name")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"materials" text DEFAULT '' NOT NULL,
	"details" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"care" text DEFAULT '' NOT NULL,
	"fit" text DEFAULT '' NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"price_cents" integer,
	"sale_price_cents" integer,
	"cost_cents" integer,
	"sku" text DEFAULT '' NOT NULL,
	"weight_grams" integer,
	"category_id" text NOT NULL,
	"type" text,
	"kind_for_tax" text NOT NULL,
	"headwear" boolean DEFAULT false NOT NULL,
	"final_sale" boolean DEFAULT false NOT NULL,
	"new_arrivals" boolean DEFAULT false NOT NULL,
	"best_seller" boolean DEFAULT false NOT NULL,
	"published_status" text DEFAULT 'draft' NOT NULL,
	"size_chart" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"style_with" boolean DEFAULT false NOT NULL,
	"style_with_products" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "product_id_has_no_dash" CHECK ("products"."id" ~ '^[A-Za-z0-9]+$'),
	CONSTRAINT "product_price_is_not_negative" CHECK ("products"."price_cents" >= 0),
	CONSTRAINT "product_sale_price_is_not_negative" CHECK ("products"."sale_price_cents" >= 0),
	CONSTRAINT "product_cost_is_not_negative" CHECK ("products"."cost_cents" >= 0),
	CONSTRAINT "product_type_is_known" CHECK ("products"."type" in ('top', 'bottom')),
	CONSTRAINT "product_status_is_known" CHECK ("products"."published_status" in ('published', 'draft')),
	CONSTRAINT "product_tax_kind_is_known" CHECK ("products"."kind_for_tax" in ('clothing', 'footwear', 'protective', 'accessory'))
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"variant_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"cause" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"actor" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_cause_is_known" CHECK ("stock_movements"."cause" in ('import', 'reservation', 'sale', 'release', 'return', 'correction'))
);
--> statement-breakpoint
CREATE TABLE "stock_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"variant_id" integer NOT NULL,
	"email" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "one_request_per_pair_and_address" UNIQUE("variant_id","email")
);
--> statement-breakpoint
CREATE TABLE "variants" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "variants_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"product_id" text NOT NULL,
	"size" text NOT NULL,
	"color" text NOT NULL,
	"price_cents" integer,
	"image" text,
	"sku" text DEFAULT '' NOT NULL,
	"stock" integer,
	"position" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "one_variant_per_size_and_color" UNIQUE("product_id","size","color"),
	CONSTRAINT "variant_price_is_not_negative" CHECK ("variants"."price_cents" >= 0),
	CONSTRAINT "stock_is_not_negative" CHECK ("variants"."stock" >= 0)
);
--> statement-breakpoint
CREATE TABLE "chapters" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"rule" text NOT NULL,
	"time" text NOT NULL,
	"schedule" jsonb NOT NULL,
	"meet_at" text NOT NULL,
	"description" text NOT NULL,
	CONSTRAINT "chapter_kind_is_known" CHECK ("chapters"."kind" in ('chapter', 'meet-up'))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"rule" text NOT NULL,
	"schedule" jsonb NOT NULL,
	"description" text NOT NULL,
	"blog_category" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"state" text NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "joined_a_state_once" UNIQUE("email","state")
);
--> statement-breakpoint
CREATE TABLE "social_posts" (
	"id" text PRIMARY KEY NOT NULL,
	"caption" text NOT NULL,
	"media_type" text NOT NULL,
	"media_url" text NOT NULL,
	"thumbnail_url" text,
	"position" integer NOT NULL,
	CONSTRAINT "social_media_type_is_known" CHECK ("social_posts"."media_type" in ('image', 'video'))
);
--> statement-breakpoint
CREATE TABLE "states" (
	"code" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "states_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" text PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"file_path" text NOT NULL,
	"poster" text,
	"product_id" text,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"message" text NOT NULL,
	"request_key" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "messages_requestKey_unique" UNIQUE("request_key")
);
--> statement-breakpoint
CREATE TABLE "discount_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"percent" integer,
	"amount_cents" integer,
	"minimum_cents" integer,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"most_uses" integer,
	"once_per_email" boolean DEFAULT false NOT NULL,
	"email" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "code_is_in_capitals" CHECK ("discount_codes"."code" = upper("discount_codes"."code")),
	CONSTRAINT "code_kind_is_known" CHECK ("discount_codes"."kind" in ('percent', 'amount', 'free-delivery')),
	CONSTRAINT "code_percent_is_a_percentage" CHECK ("discount_codes"."percent" between 1 and 100),
	CONSTRAINT "code_amount_is_positive" CHECK ("discount_codes"."amount_cents" > 0),
	CONSTRAINT "code_minimum_is_not_negative" CHECK ("discount_codes"."minimum_cents" >= 0),
	CONSTRAINT "code_takes_something_off" CHECK (("discount_codes"."kind" = 'percent') = ("discount_codes"."percent" is not null)),
	CONSTRAINT "code_amount_goes_with_kind" CHECK (("discount_codes"."kind" = 'amount') = ("discount_codes"."amount_cents" is not null))
);
--> statement-breakpoint
CREATE TABLE "discount_uses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discount_uses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"order_number" text NOT NULL,
	"email" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_code_per_order" UNIQUE("order_number")
);
--> statement-breakpoint
CREATE TABLE "banners" (
	"position" integer PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"href" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "faq_categories" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "faq_categories_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "faqs" (
	"id" text PRIMARY KEY NOT NULL,
	"category_id" text NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"position" integer NOT NULL,
	"published_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "menu_links" (
	"menu" text NOT NULL,
	"position" integer NOT NULL,
	"heading" text DEFAULT '' NOT NULL,
	"label" text NOT NULL,
	"href" text NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	CONSTRAINT "menu_links_menu_position_pk" PRIMARY KEY("menu","position")
);
--> statement-breakpoint
CREATE TABLE "pages" (
	"key" text PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"published_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"entity" text NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"actor" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "revisions_entity_key_version_pk" PRIMARY KEY("entity","key","version")
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"email" text PRIMARY KEY NOT NULL,
	"code" text,
	"token" text NOT NULL,
	"subscribed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"unsubscribed_at" timestamp with time zone,
	CONSTRAINT "subscriptions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_number" text NOT NULL,
	"kind" text NOT NULL,
	"actor" jsonb NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"once_key" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_events_onceKey_unique" UNIQUE("once_key")
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"order_number" text NOT NULL,
	"position" integer NOT NULL,
	"product_id" text NOT NULL,
	"variant_id" integer NOT NULL,
	"name" text NOT NULL,
	"size" text NOT NULL,
	"color" text NOT NULL,
	"image" text,
	"quantity" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"discount_share_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"cost_cents" integer,
	"final_sale" boolean NOT NULL,
	"kind_for_tax" text NOT NULL,
	CONSTRAINT "order_lines_order_number_position_pk" PRIMARY KEY("order_number","position"),
	CONSTRAINT "quantity_is_positive" CHECK ("order_lines"."quantity" > 0),
	CONSTRAINT "line_money_is_not_negative" CHECK (least("order_lines"."price_cents", "order_lines"."discount_share_cents", "order_lines"."tax_cents") >= 0),
	CONSTRAINT "discount_share_is_within_line" CHECK ("order_lines"."discount_share_cents" <= "order_lines"."price_cents" * "order_lines"."quantity")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"number" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"draft_key" text,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"city" text NOT NULL,
	"postal_code" text NOT NULL,
	"region" text,
	"country" text DEFAULT 'US' NOT NULL,
	"order_value_cents" integer NOT NULL,
	"discount_cents" integer NOT NULL,
	"discount_code" text,
	"delivery_fee_cents" integer NOT NULL,
	"tax_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"drafted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reserved_until" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "orders_draftKey_unique" UNIQUE("draft_key"),
	CONSTRAINT "order_number_is_eight_digits" CHECK ("orders"."number" ~ '^[0-9]{8}$'),
	CONSTRAINT "order_money_is_not_negative" CHECK (least("orders"."order_value_cents", "orders"."discount_cents", "orders"."delivery_fee_cents", "orders"."tax_cents", "orders"."total_cents") >= 0),
	CONSTRAINT "order_total_adds_up" CHECK ("orders"."total_cents" = "orders"."order_value_cents" - "orders"."discount_cents" + "orders"."delivery_fee_cents" + "orders"."tax_cents")
);
--> statement-breakpoint
CREATE TABLE "parcel_lines" (
	"parcel_id" integer NOT NULL,
	"order_number" text NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "parcel_lines_parcel_id_position_pk" PRIMARY KEY("parcel_id","position"),
	CONSTRAINT "parcel_quantity_is_positive" CHECK ("parcel_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "parcels" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "parcels_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_number" text NOT NULL,
	"carrier" text NOT NULL,
	"tracking_number" text DEFAULT '' NOT NULL,
	"tracking_url" text DEFAULT '' NOT NULL,
	"shipped_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_number" text,
	"gateway" text NOT NULL,
	"gateway_id" text,
	"method" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"state" text DEFAULT 'requested' NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"received_at" timestamp with time zone,
	CONSTRAINT "one_order_per_payment" UNIQUE("order_number"),
	CONSTRAINT "one_payment_per_request" UNIQUE("gateway","gateway_id"),
	CONSTRAINT "payment_is_not_negative" CHECK ("payments"."amount_cents" >= 0),
	CONSTRAINT "payment_state_is_known" CHECK ("payments"."state" in ('requested', 'received', 'failed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"gateway_id" text,
	"state" text DEFAULT 'requested' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_refund_per_cause" UNIQUE("payment_id","cause"),
	CONSTRAINT "refund_is_positive" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refund_state_is_known" CHECK ("refunds"."state" in ('requested', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"client_secret" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"method" text NOT NULL,
	"status" text DEFAULT 'requires_payment_method' NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"billing" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sandbox_requests_key_unique" UNIQUE("key"),
	CONSTRAINT "sandbox_amount_is_not_negative" CHECK ("sandbox_requests"."amount_cents" >= 0),
	CONSTRAINT "sandbox_refund_is_within" CHECK ("sandbox_requests"."refunded_cents" between 0 and "sandbox_requests"."amount_cents")
);
--> statement-breakpoint
CREATE TABLE "zip_places" (
	"zip" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"search" text NOT NULL,
	CONSTRAINT "zip_places_zip_city_pk" PRIMARY KEY("zip","city")
);
--> statement-breakpoint
CREATE TABLE "return_lines" (
	"return_number" text NOT NULL,
	"order_number" text NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "return_lines_return_number_position_pk" PRIMARY KEY("return_number","position"),
	CONSTRAINT "return_quantity_is_positive" CHECK ("return_lines"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"number" text PRIMARY KEY NOT NULL,
	"order_number" text NOT NULL,
	"state" text DEFAULT 'started' NOT NULL,
	"request_key" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "returns_requestKey_unique" UNIQUE("request_key")
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"question" text NOT NULL,
	"author" text NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"request_key" text,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "questions_requestKey_unique" UNIQUE("request_key"),
	CONSTRAINT "question_state_is_known" CHECK ("questions"."state" in ('waiting', 'approved', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "review_summaries" (
	"scope" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"stars" jsonb NOT NULL,
	"fit" jsonb NOT NULL,
	"breakdowns" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" text PRIMARY KEY NOT NULL,
	"product_id" text NOT NULL,
	"rating" integer NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"author" text NOT NULL,
	"content" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"sample" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"request_key" text,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reviews_requestKey_unique" UNIQUE("request_key"),
	CONSTRAINT "rating_is_one_to_five" CHECK ("reviews"."rating" between 1 and 5),
	CONSTRAINT "review_state_is_known" CHECK ("reviews"."state" in ('waiting', 'approved', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "media_uses" ADD CONSTRAINT "media_uses_hash_media_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."media"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_category_id_blog_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."blog_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_colors" ADD CONSTRAINT "product_colors_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_requests" ADD CONSTRAINT "stock_requests_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "variants" ADD CONSTRAINT "variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_state_states_code_fk" FOREIGN KEY ("state") REFERENCES "public"."states"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_state_states_code_fk" FOREIGN KEY ("state") REFERENCES "public"."states"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_state_states_code_fk" FOREIGN KEY ("state") REFERENCES "public"."states"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_code_discount_codes_code_fk" FOREIGN KEY ("code") REFERENCES "public"."discount_codes"("code") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faqs" ADD CONSTRAINT "faqs_category_id_faq_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."faq_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_lines" ADD CONSTRAINT "parcel_lines_parcel_id_parcels_id_fk" FOREIGN KEY ("parcel_id") REFERENCES "public"."parcels"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcel_lines" ADD CONSTRAINT "parcel_lines_order_number_position_order_lines_order_number_position_fk" FOREIGN KEY ("order_number","position") REFERENCES "public"."order_lines"("order_number","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "parcels" ADD CONSTRAINT "parcels_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_return_number_returns_number_fk" FOREIGN KEY ("return_number") REFERENCES "public"."returns"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_lines" ADD CONSTRAINT "return_lines_order_number_position_order_lines_order_number_position_fk" FOREIGN KEY ("order_number","position") REFERENCES "public"."order_lines"("order_number","position") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_order_number_orders_number_fk" FOREIGN KEY ("order_number") REFERENCES "public"."orders"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_post_id_state_index" ON "comments" USING btree ("post_id","state");--> statement-breakpoint
CREATE INDEX "posts_published_at_index" ON "posts" USING btree ("published_at");--> statement-breakpoint
CREATE INDEX "products_category_id_index" ON "products" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "stock_movements_variant_id_index" ON "stock_movements" USING btree ("variant_id");--> statement-breakpoint
CREATE INDEX "stock_movements_reference_index" ON "stock_movements" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "chapters_state_index" ON "chapters" USING btree ("state");--> statement-breakpoint
CREATE INDEX "discount_uses_code_index" ON "discount_uses" USING btree ("code");--> statement-breakpoint
CREATE INDEX "faqs_category_id_index" ON "faqs" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "order_events_order_number_index" ON "order_events" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "orders_email_index" ON "orders" USING btree ("email");--> statement-breakpoint
CREATE INDEX "orders_state_drafted_at_index" ON "orders" USING btree ("state","drafted_at");--> statement-breakpoint
CREATE INDEX "parcels_order_number_index" ON "parcels" USING btree ("order_number");--> statement-breakpoint
CREATE INDEX "payments_state_requested_at_index" ON "payments" USING btree ("state","requested_at");--> statement-breakpoint
CREATE INDEX "zip_places_search_index" ON "zip_places" USING btree ("search" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "questions_product_id_index" ON "questions" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "reviews_product_id_index" ON "reviews" USING btree ("product_id");