// Health check of the container image: exits with 0 if the shop on PORT answers /healthz, else with 1.
const { ok } = await fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).catch(() => ({ ok: false }));
process.exit(ok ? 0 : 1);
