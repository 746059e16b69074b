import Fastify from 'fastify';

// The yardstick of bench/api/bench-api.ts: the least that Fastify can do, in a process of its own, measured by the same clients.
const app = Fastify();
app.get('/ok', async () => ({ ok: true }));
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
