import { randomUUID } from "node:crypto";
import { eventually } from "../../server/src/testing/eventually.ts";
import type { N8n } from "./start.ts";

/** Workflows as n8n's editor saves them. */

export interface NodeOf {
  readonly name: string;
  readonly type: string;
  readonly typeVersion: number;
  readonly parameters: object;
  readonly credentials?: object;
  readonly onError?: "continueRegularOutput";
}

/** Chains of nodes, each of which begins with a node that starts the workflow. */
export type Chains = readonly (readonly NodeOf[])[];

/** Saves a workflow and switches it on; returns its id. */
export async function activate(n8n: N8n, name: string, chains: Chains): Promise<string> {
  const { id, versionId } = await n8n.rest<{ id: string; versionId: string }>("POST", "/workflows", workflow(name, chains));
  await n8n.rest("POST", `/workflows/${id}/activate`, { versionId });
  // n8n registers what starts it after it has answered.
  await eventually(`${name} is active`, async () => {
    const found = await n8n.rest<{ status: string }>("GET", `/workflows/${id}/publication-status`);
    if (found.status === "failed" || found.status === "partial") throw new Error(JSON.stringify(found));
    return found.status === "published";
  });
  return id;
}

function workflow(name: string, chains: Chains): object {
  const nodes = chains.flatMap((chain, row) =>
    chain.map((node, column) => ({ ...node, id: randomUUID(), webhookId: randomUUID(), position: [column * 220, row * 180] })),
  );
  const connections = Object.fromEntries(
    chains.flatMap((chain) =>
      chain.slice(1).map((node, index) => [chain[index]?.name, { main: [[{ node: node.name, type: "main", index: 0 }]] }]),
    ),
  );
  return { name, nodes, connections, settings: { executionOrder: "v1" }, active: false };
}

/** Starts at a request to `/webhook/PATH` and answers with what the last node has given. */
export function startedBy(path: string): NodeOf {
  return {
    name: `On ${path}`,
    type: "n8n-nodes-base.webhook",
    typeVersion: 2,
    parameters: { httpMethod: "POST", path, responseMode: "lastNode", responseData: "allEntries", options: {} },
  };
}

export function readFeed(url: string): NodeOf {
  return { name: "Read feed", type: "n8n-nodes-base.rssFeedRead", typeVersion: 1.2, parameters: { url, options: {} } };
}

/** Tells an address what has happened. */
export function tell(url: string): NodeOf {
  return {
    name: "Tell me",
    type: "n8n-nodes-base.httpRequest",
    typeVersion: 4.2,
    parameters: {
      method: "POST",
      url,
      sendBody: true,
      specifyBody: "json",
      jsonBody: "={{ JSON.stringify($json) }}",
      options: {},
    },
  };
}

export interface Keys {
  readonly id: string;
  readonly name: string;
}

export function rostrum(name: string, keys: Keys, parameters: object): NodeOf {
  return { name, type: "n8n-nodes-rostrum.rostrum", typeVersion: 1, parameters, credentials: { rostrumApi: keys } };
}

export function rostrumTrigger(keys: Keys, parameters: object): NodeOf {
  const credentials = { rostrumApi: keys };
  return { name: "Rostrum Trigger", type: "n8n-nodes-rostrum.rostrumTrigger", typeVersion: 1, parameters, credentials };
}

/** An id as a resource locator has it. */
export function byId(id: number | string): object {
  return { __rl: true, mode: "id", value: String(id) };
}
