import { createServer } from "node:http";
import { serveBench } from "./child.ts";

/**
 * `GET /<bytes>`: a file of that many bytes, served from memory.
 */
const block = Buffer.alloc(1024 * 1024, 0x5a);

const server = createServer((request, reply) => {
  const bytes = Number(request.url?.slice(1));
  reply.writeHead(200, { "Content-Type": "video/mp4", "Content-Length": bytes });
  send(bytes);
  function send(left: number): void {
    for (let rest = left; rest > 0; rest -= block.length) {
      const next = rest - block.length;
      if (!reply.write(rest < block.length ? block.subarray(0, rest) : block)) {
        if (next > 0) {
          reply.once("drain", () => send(next));
          return;
        }
      }
    }
    reply.end();
  }
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The file server has no port");
  serveBench(address.port, async () => {
    server.closeAllConnections();
    server.close();
  });
});
