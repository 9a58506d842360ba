import multipart from "@fastify/multipart";
import { toEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { FastifyInstance } from "fastify";
import { mountSite } from "../../ground/web/page.ts";
import { mountFaultForm } from "./fault-form.ts";
import { injectFaults } from "./fault-hook.ts";
import { isForeignForm, OWN_FORMS_SAY_THEIR_ORIGIN, refuseForeignForm } from "./forms.ts";
import { Refusal } from "./kit/refusals.ts";
import { SANDBOX_BODY_BYTES_MAX, SANDBOX_TEXT_BYTES_MAX } from "./limits.ts";
import type { SandboxNetwork, SandboxWorld } from "./network.ts";
import { mountFeed, mountOverview } from "./pages.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * Mounts `/sandbox` (the list of networks) and each network below `/sandbox/<slug>` in a scope of its own, which provides
 * `@fastify/multipart` for uploads up to `SANDBOX_BODY_BYTES_MAX`, a smaller limit for JSON, and form bodies as
 * `Record<string, string | string[]>`. A network that accepts files in another way sets their limit where it parses them.
 * Errors are `{"error": text}`; a network whose platform has another format sets its own handlers.
 */
export async function mountSandbox(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  mountSite(app);
  await app.register(
    async (scope) => {
      sandbox.guard?.(scope);
      scope.addHook("onRequest", async (request, reply) => {
        const length = Number(request.headers["content-length"]);
        // Uploads are held in memory, so their size must be known in advance.
        if (Number.isNaN(length) && request.headers["transfer-encoding"] !== undefined)
          return reply.status(411).send({ error: "The request must have a Content-Length." });
        if (length > SANDBOX_BODY_BYTES_MAX) return reply.status(413).send({ error: "The body is too large." });
        if (request.method !== "GET" && isForeignForm(request)) return refuseForeignForm(reply);
      });
      scope.addHook("onSend", async (_request, reply) => void reply.header(...OWN_FORMS_SAY_THEIR_ORIGIN));
      scope.setNotFoundHandler((_request, reply) => reply.status(404).send({ error: "Not found" }));
      scope.addHook("onError", async (_request, _reply, error) => {
        // Networks also refuse with statuses above 500: Bluesky answers an unknown method with 501.
        if (!(error instanceof Refusal) && statusOf(error) === 500) sandbox.onError?.(error);
      });
      scope.setErrorHandler((error, _request, reply) => {
        const status = statusOf(error);
        return reply.status(status).send({ error: status >= 500 || !(error instanceof Error) ? "Internal error" : error.message });
      });
      mountOverview(scope, sandbox);
      for (const network of sandbox.networks) await mountNetwork(scope, network, sandbox);
    },
    { prefix: "/sandbox" },
  );
}

async function mountNetwork(parent: FastifyInstance, network: SandboxNetwork, sandbox: Sandbox): Promise<void> {
  const world = sandbox.world(network);
  await parent.register(
    async (scope) => {
      // The surrounding service may already have one; a scope inherits its parents' parsers and refuses a second.
      if (!scope.hasContentTypeParser("application/x-www-form-urlencoded")) {
        scope.addContentTypeParser(
          "application/x-www-form-urlencoded",
          { parseAs: "string", bodyLimit: SANDBOX_TEXT_BYTES_MAX },
          async (_request: unknown, body: string | Buffer) => formFields(String(body)),
        );
      }
      if (!scope.hasRequestDecorator("isMultipart")) {
        await scope.register(multipart, { limits: { fileSize: SANDBOX_BODY_BYTES_MAX, fieldSize: SANDBOX_TEXT_BYTES_MAX } });
      }
      scope.addHook("preValidation", async (request, reply) => {
        if (isTooDeep(request.body)) return reply.status(400).send({ error: "The body is nested too deeply." });
      });
      tellTime(scope, world);
      mountFeed(scope, network, sandbox);
      mountFaultForm(scope, network, world);
      injectFaults(scope, network, world);
      await network.routes(scope, world);
    },
    { prefix: `/${network.slug}` },
  );
}

function formFields(body: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(body)) {
    const earlier = fields[name];
    fields[name] = earlier === undefined ? value : [earlier, value].flat();
  }
  return fields;
}

/** Fastify's errors have a `statusCode`, those of networks without a refusal of the kit a `status`. */
function statusOf(error: unknown): number {
  if (typeof error !== "object" || error === null) return 500;
  const status = "statusCode" in error ? error.statusCode : "status" in error ? error.status : 500;
  return typeof status === "number" && status >= 400 && status < 600 ? status : 500;
}

/** Deeper than any platform's documents; readers and writers of these recurse once per level. */
const DEPTH_MAX = 64;

/** Whether a parsed body is nested too deeply. Goes level by level without recursion, so any depth is safe. */
export function isTooDeep(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return true;
    level = level.flatMap((value) =>
      typeof value === "object" && value !== null && !ArrayBuffer.isView(value) ? Object.values(value) : [],
    );
  }
  return false;
}

/** Replies bear the network's own time, which clients can compare with the times in them. */
export function tellTime(scope: FastifyInstance, world: SandboxWorld): void {
  scope.addHook("onRequest", async (_request, reply) => {
    reply.header("date", new Date(toEpochMilliseconds(world.now())).toUTCString());
  });
}
