import { once } from "node:events";
import { createServer } from "node:net";

/** A port of 127.0.0.1 that nobody listens on now; whoever asked takes it a moment later. A service's address is part of its settings. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
