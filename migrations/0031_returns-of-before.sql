-- Until now a return was received and settled in one step. What was received then is settled; each line came whole, in the condition
-- that its reason names, and was exchanged where something was promised in its place, refunded else.
INSERT INTO return_pieces (return_number, position, condition, quantity, restocked)
SELECT l.return_number, l.position,
  CASE WHEN l.reason IN ('damaged', 'faulty') THEN 'damaged' ELSE 'as-new' END,
  l.quantity,
  CASE WHEN l.reason IN ('damaged', 'faulty') THEN 0 ELSE l.quantity END
FROM return_lines l JOIN returns r ON r.number = l.return_number
WHERE r.state = 'received';--> statement-breakpoint
INSERT INTO return_settled_lines (return_number, position, refunded, exchanged)
SELECT l.return_number, l.position,
  CASE WHEN p.return_number IS NULL THEN l.quantity ELSE 0 END,
  CASE WHEN p.return_number IS NULL THEN 0 ELSE l.quantity END
FROM return_lines l JOIN returns r ON r.number = l.return_number
LEFT JOIN replacements p ON p.return_number = l.return_number AND p.position = l.position
WHERE r.state = 'received';--> statement-breakpoint
UPDATE returns r SET state = 'settled', received_at = e.at, settled_at = e.at
FROM (
  SELECT number, coalesce(
    (SELECT max(at) FROM order_events WHERE kind = 'return-received' AND details ->> 'return' = number), started_at
  ) AS at FROM returns
) e
WHERE r.number = e.number AND r.state = 'received';--> statement-breakpoint
-- What somebody approved, and what was approved by itself.
UPDATE returns r SET
  approved_at = coalesce(e.at, CASE WHEN r.state <> 'started' OR s.value IS NULL OR s.value <> '"by-hand"' THEN r.started_at END),
  answered_at = CASE WHEN r.state <> 'started' THEN coalesce(e.at, r.started_at) ELSE e.at END
FROM returns own
LEFT JOIN order_events e ON e.once_key = 'return-approved:' || own.number
LEFT JOIN settings s ON s.name = 'returnApproval'
WHERE own.number = r.number AND r.state <> 'refused';--> statement-breakpoint
COMMENT ON TABLE "return_settled_lines" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "return_pieces" IS 'never deleted';
