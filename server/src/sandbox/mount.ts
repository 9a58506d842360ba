import multipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { mountSite } from "../web/page.ts";
import { isTooDeep } from "./depth.ts";
import { mountFaultForm } from "./fault-form.ts";
import { injectFaults } from "./fault-hook.ts";
import { isForeignForm, refuseForeignForm } from "./forms.ts";
import { SANDBOX_BODY_BYTES_MAX, SANDBOX_TEXT_BYTES_MAX } from "./limits.ts";
import type { SandboxNetwork } from "./network.ts";
import { mountFeed, mountOverview } from "./pages.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * Mounts `/sandbox` (the list of networks) and each network below `/sandbox/<slug>` in a scope of its own, which brings:
 * `@fastify/multipart` for uploads up to `SANDBOX_BODY_BYTES_MAX`, smaller ones of JSON, and form bodies as
 * `Record<string, string | string[]>`. A network that takes files otherwise says so where it parses them.
 * Errors are `{"error": text}`; a network whose platform says it otherwise sets its own handlers.
 */
export async function mountSandbox(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  mountSite(app);
  await app.register(
    async (scope) => {
      sandbox.guard?.(scope);
      scope.addHook("onRequest", async (request, reply) => {
        const length = Number(request.headers["content-length"]);
        // What is uploaded lies in memory: without its length nobody knows how much that will be.
        if (Number.isNaN(length) && request.headers["transfer-encoding"] !== undefined)
          return reply.status(411).send({ error: "The length of the body is missing." });
        if (length > SANDBOX_BODY_BYTES_MAX) return reply.status(413).send({ error: "The body is too large." });
        if (request.method !== "GET" && isForeignForm(request)) return refuseForeignForm(reply);
      });
      scope.setNotFoundHandler((_request, reply) => reply.status(404).send({ error: "Not found" }));
      scope.addHook("onError", async (_request, _reply, error) => {
        // Networks refuse with more than 500 too: 501 is what Bluesky answers to a method that it does not know.
        if (statusOf(error) === 500) sandbox.onError?.(error);
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
      // The service around may have them already; a scope sees those of its parents and refuses a second one.
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

/** Errors of Fastify have a `statusCode`, refusals of the networks a `status`. */
function statusOf(error: unknown): number {
  if (typeof error !== "object" || error === null) return 500;
  const status = "statusCode" in error ? error.statusCode : "status" in error ? error.status : 500;
  return typeof status === "number" && status >= 400 && status < 600 ? status : 500;
}
