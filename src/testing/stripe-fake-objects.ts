/** Form parameters of Stripe's client, with bracket notation resolved to objects. */
export interface Params {
  [name: string]: string | Params;
}

export interface FakeIntent {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_received: number;
  currency: string;
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled";
  client_secret: string;
  allowed_payment_method_types: string[];
  payment_method_types: string[];
  metadata: Params;
  latest_charge: string | null;
  last_payment_error: Record<string, unknown> | null;
  next_action: Record<string, unknown> | null;
  created: number;
  canceled_at: number | null;
  livemode: false;
}

export interface FakeRefund {
  id: string;
  object: "refund";
  amount: number;
  currency: string;
  payment_intent: string;
  charge: string;
  status: "pending" | "succeeded" | "failed";
  failure_reason?: string;
  metadata: Params;
  created: number;
}

export interface FakeDispute {
  id: string;
  object: "dispute";
  amount: number;
  currency: string;
  charge: string | null;
  payment_intent: string;
  reason: string;
  status: string;
  is_charge_refundable: boolean;
  balance_transactions: { id: string; amount: number; currency: string }[];
  evidence_details: { due_by: number | null; has_evidence: boolean };
  created: number;
}

export interface FakeEvent {
  id: string;
  object: "event";
  api_version: string;
  type: string;
  created: number;
  livemode: false;
  data: { object: Record<string, unknown> };
}
