import type { FastifyInstance } from "fastify";
import { useQuota } from "../../sandbox/kit/quotas.ts";
import { type GraphNode, showNode } from "../../sandbox/meta/node.ts";
import { requiredText, textIn } from "../../sandbox/meta/request.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { readAsked, requireScope } from "./caller.ts";
import { quotaReached } from "./refusals.ts";
import { quotasOf, settingsOf } from "./settings.ts";

interface Location {
  readonly id: string;
  readonly name: string;
  readonly city: string;
}

/** All places of this network. */
const LOCATIONS: readonly Location[] = [
  { id: "5000000000000000001", name: "Market Street", city: "Sandbox" },
  { id: "5000000000000000002", name: "Harbour", city: "Sandbox" },
];

/**
 * `GET /location_search`: places whose name contains the words.
 * https://developers.facebook.com/documentation/threads/posts (2026-04)
 */
export function locationRoutes(scope: FastifyInstance, world: SandboxWorld): void {
  scope.get("/v1.0/location_search", async (request) => {
    const asked = await readAsked(world, request);
    requireScope(asked, "threads_location_tagging");
    const words = requiredText(asked.call, "q").toLowerCase();
    const settings = await settingsOf(world);
    if (!(await useQuota(world, request, quotasOf(asked.account.id, settings).searches))) throw quotaReached(settings.quota_code);
    const found = LOCATIONS.filter(({ name }) => name.toLowerCase().includes(words));
    return { data: await Promise.all(found.map((location) => showNode(nodeOf(location), textIn(asked.call, "fields")))) };
  });
}

export function isLocation(id: string): boolean {
  return LOCATIONS.some((location) => location.id === id);
}

function nodeOf({ id, name, city }: Location): GraphNode {
  return {
    type: "ThreadsLocation",
    id,
    defaults: ["name"],
    fields: {
      name: () => name,
      address: () => undefined,
      city: () => city,
      country: () => undefined,
      latitude: () => undefined,
      longitude: () => undefined,
      postal_code: () => undefined,
    },
  };
}
