import type { FastifyInstance, FastifyRequest } from "fastify";
import { processingSecondsOf } from "../../sandbox/faults.ts";
import { queryIn } from "../../sandbox/kit/requests.ts";
import { takeRawBodies } from "../../sandbox/kit/uploads.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { invalidRequest, refusal } from "./refusal.ts";

export interface Asked {
  readonly world: SandboxWorld;
  /** The first value of each parameter; `all` has every value. */
  readonly parameters: Readonly<Record<string, string>>;
  all(name: string): readonly string[];
  /** As it came, for the proof that it carries and the faults that strike it. */
  readonly request: FastifyRequest;
  readonly contentType: string;
  /** Parsed JSON, a Buffer for every other type, undefined without a body. */
  readonly body: unknown;
  /** How long a fault keeps the upload processing; null without one. */
  readonly processingSeconds: number | null;
}

/** GET or POST `/xrpc/<name>`; returns the JSON of the response. */
export interface Method {
  readonly verb: "GET" | "POST";
  run(asked: Asked): Promise<unknown>;
}

/** Mounts the table of methods; every other name gets the 501 that servers send for unknown methods. */
export function mountMethods(scope: FastifyInstance, methods: Readonly<Record<string, Method>>, world: SandboxWorld): void {
  takeRawBodies(scope);
  for (const [name, method] of Object.entries(methods)) {
    scope.route({ method: method.verb, url: `/xrpc/${name}`, handler: (request) => method.run(askedOf(request, world)) });
  }
  scope.all("/xrpc/*", async () => {
    throw refusal(501, "MethodNotImplemented", "Method Not Implemented");
  });
}

export function required(asked: Asked, name: string): string {
  const value = asked.parameters[name];
  if (value === undefined || value === "") throw invalidRequest(`Error: Params must have the property "${name}"`);
  return value;
}

function askedOf(request: FastifyRequest, world: SandboxWorld): Asked {
  const search = queryIn(request);
  return {
    world,
    parameters: Object.fromEntries([...search].reverse()),
    all: (name) => search.getAll(name),
    request,
    contentType: request.headers["content-type"] ?? "",
    body: request.body,
    processingSeconds: processingSecondsOf(request),
  };
}

const PAGE_LENGTH_DEFAULT = 50;
const PAGE_LENGTH_MAX = 100;

/** The parameter `limit` of lists, 1 to 100. */
export function pageLength({ parameters }: Asked): number {
  const asked = Math.trunc(Number(parameters.limit));
  return Number.isFinite(asked) && asked > 0 ? Math.min(asked, PAGE_LENGTH_MAX) : PAGE_LENGTH_DEFAULT;
}
