-- What each migration grants the shop's role is read from these words; see docs/decisions/0006.
COMMENT ON TABLE "stock_movements" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "order_events" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "order_lines" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "parcel_lines" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "refund_lines" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "return_lines" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "gateway_events" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "revisions" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "orders" IS 'never deleted';--> statement-breakpoint
COMMENT ON TABLE "parcels" IS 'never deleted';--> statement-breakpoint
COMMENT ON TABLE "payments" IS 'never deleted';--> statement-breakpoint
COMMENT ON TABLE "refunds" IS 'never deleted';--> statement-breakpoint
COMMENT ON TABLE "replacements" IS 'never deleted';--> statement-breakpoint
COMMENT ON TABLE "returns" IS 'never deleted';
