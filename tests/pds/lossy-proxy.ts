import { createServer, request as send } from "node:http";

/** A proxy in front of a server on 127.0.0.1 that can lose responses. */
export interface LossyProxy extends AsyncDisposable {
  readonly address: string;
  /** The next request for the method is forwarded and carried out, but never answered. */
  loseAnswerTo(method: string): void;
}

export async function startLossyProxy(target: string): Promise<LossyProxy> {
  const losses: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const index = losses.findIndex((method) => incoming.url?.includes(`/xrpc/${method}`));
    const isLost = index !== -1;
    if (isLost) losses.splice(index, 1);
    const passed = send(`${target}${incoming.url}`, { method: incoming.method ?? "GET", headers: incoming.headers }, (answer) => {
      if (isLost) {
        answer.resume().on("end", () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => incoming.socket.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("no port");
  return {
    address: `http://127.0.0.1:${bound.port}`,
    loseAnswerTo: (method) => losses.push(method),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
