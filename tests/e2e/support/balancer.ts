import { connect, createServer, type Socket } from 'node:net';

/** What stands before several nodes of a shop: every new connection goes to the next one, as a simple balancer does. */
export async function openBalancer(port: number, nodes: readonly number[]): Promise<{ close(): Promise<void> }> {
  const open = new Set<Socket>();
  let turn = 0;
  const server = createServer((near) => {
    turn += 1;
    const far = connect({ host: '127.0.0.1', port: nodes[turn % nodes.length]! });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  return {
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of open) socket.destroy();
      }),
  };
}
