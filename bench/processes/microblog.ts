import { createServer, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Status } from "../soak.ts";
import { serveBench } from "./child.ts";

/**
 * Speaks just enough of Mastodon's API to take texts, and keeps idempotency keys as Mastodon does: a request that is repeated under
 * its key makes no second status. `GET /statuses` returns all of them.
 */
const ANSWER_MILLISECONDS = 50;

const statuses: Status[] = [];
const idByKey = new Map<string, number>();

const server = createServer(async (request, reply) => {
  try {
    const body = await answer(request);
    reply.writeHead(body === null ? 404 : 200, { "Content-Type": "application/json" });
    reply.end(JSON.stringify(body ?? { error: "Record not found" }));
  } catch {
    // The service was killed while it sent.
    reply.destroy();
  }
});

async function answer(request: IncomingMessage): Promise<unknown> {
  const text = await textOf(request);
  if (request.url === "/statuses") return statuses;
  if (request.method !== "POST" || request.url !== "/mastodon/api/v1/statuses") return null;
  const account = request.headers.authorization ?? "";
  const key = `${account} ${request.headers["idempotency-key"]}`;
  let id = idByKey.get(key);
  if (id === undefined) {
    id = statuses.push({ account, text: statusOf(text, request.headers["content-type"]) });
    idByKey.set(key, id);
  }
  await sleep(ANSWER_MILLISECONDS);
  return { id: String(id), url: `https://mastodon.example/${id}` };
}

function statusOf(body: string, type: string | undefined): string {
  if (type?.startsWith("application/json")) return (JSON.parse(body) as { status: string }).status;
  return new URLSearchParams(body).get("status") ?? "";
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The network has no port");
  serveBench(address.port, async () => {
    server.closeAllConnections();
    server.close();
  });
});
