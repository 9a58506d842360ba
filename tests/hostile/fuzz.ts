import { type Operation, type PrivateOperation, snakeCase } from "@rostrum/contract/operation.ts";
import { operations } from "@rostrum/contract/operations.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import { tools } from "@rostrum/contract/tools/table.ts";
import type { Chance } from "../../server/src/testing/chance.ts";
import { hostileBody, type Named, schemaOf } from "./kinds/bodies.ts";
import { hostileType } from "./kinds/rest.ts";
import { damaged, hostileJson, hostilePart, hostileQuery } from "./values.ts";

/** Who makes a call: their header is known to the test alone. */
export type CallerName = "key" | "page" | "victim" | "operator" | "app" | "nobody";

/** One request to an operation, generated from its schemas. */
export interface Probe {
  /** Of the row or the tool. */
  readonly name: string;
  readonly door: "/v1" | "/app/api" | "/mcp";
  /** Null for a tool. */
  readonly row: Operation | null;
  readonly caller: CallerName;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly type: string | null;
  readonly body: Buffer | null;
}

/** What requests may name; `victim`: what somebody has whose access and brand may end. */
export interface Grounds {
  readonly named: Named;
  readonly victim: Named;
}

export interface Target {
  readonly name: string;
  probe(chance: Chance, grounds: Grounds): Probe;
}

/** Write and read files wherever they are told to on this machine, which is what the operator's token is for: refused to a person. */
export const FILES: ReadonlySet<string> = new Set(["backup", "restore", "startBackup"]);
/** End what other probes need: made by the victim, or about them. */
export const ENDING: ReadonlySet<string> = new Set([
  "signOut",
  "endOtherSessions",
  "endOwnSession",
  "changeOwnPassword",
  "changeOwnEmail",
  "leaveBrand",
  "deleteBrand",
  "handOverBrand",
  "removeDemo",
  "removeChannel",
  "deleteCollection",
  "removeMember",
  "changeMember",
  "disconnectProgram",
  "setPassword",
  "updateUser",
  "revokeKey",
  "revokeOwnKey",
  "revokeClient",
  "removeWebhook",
]);

/** Every operation of both tables and every tool. */
export const targets: readonly Target[] = [
  ...Object.entries<Operation>(operations).map(([name, row]) => targetOf(name, row, "/v1", "key")),
  ...Object.entries<PrivateOperation>(privateOperations).map(([name, row]) => {
    const person = ENDING.has(name) ? "victim" : "page";
    return targetOf(name, row, "/app/api", row.allows === "operator" && !FILES.has(name) ? "operator" : person);
  }),
  ...tools.map(
    ({ name, inputSchema }): Target => ({
      name,
      probe(chance, { named }) {
        const inside = chance.percent(90) ? withIds(hostileBody(chance, inputSchema, named), named) : hostileJson(chance);
        const text = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${inside}}}`;
        const body = broken(chance, Buffer.from(text.toWellFormed()));
        return {
          name,
          door: "/mcp",
          row: null,
          caller: callerOf(chance, "app"),
          method: "POST",
          path: "/mcp",
          type: "application/json",
          body,
        };
      },
    }),
  ),
];

function targetOf(name: string, row: Operation, door: "/v1" | "/app/api", usual: CallerName): Target {
  const schema = row.body === undefined ? null : schemaOf(row.body);
  const names = Object.keys(row.query?.shape ?? {}).map(snakeCase);
  const probe: Target["probe"] = (chance, grounds) => {
    const named = ENDING.has(name) ? grounds.victim : grounds.named;
    const path = row.path.replace(/\{(\w+)\}/g, (_, part: string) => {
      const own = named.ids[part] ?? ["1"];
      return chance.percent(85) ? chance.pick(own) : hostilePart(chance, own);
    });
    const hostile = chance.percent(row.query === undefined ? 10 : 80) ? hostileQuery(chance, names.length > 0 ? names : ["page"]) : "";
    const query = names.includes("user") && chance.percent(50) ? `?user=${encodeURIComponent(named.email)}` : hostile;
    const text = schema === null ? (chance.percent(10) ? hostileJson(chance) : null) : twice(chance, hostileBody(chance, schema, named));
    return {
      name,
      door,
      row,
      caller: callerOf(chance, usual),
      method: row.method,
      path: `${door}${path}${query}`,
      type: text === null ? null : chance.percent(95) ? "application/json" : hostileType(chance),
      body: text === null || row.method === "GET" ? null : broken(chance, Buffer.from(text.toWellFormed())),
    };
  };
  return { name, probe };
}

function callerOf(chance: Chance, usual: CallerName): CallerName {
  return chance.percent(94) ? usual : "nobody";
}

/** Tools take as arguments what paths name elsewhere. */
function withIds(body: string, { ids }: Named): string {
  return body
    .replace(/^\{"brandId":-?\d+/, `{"brandId":${ids.brand_id?.[0]}`)
    .replace(/"collectionId":-?\d+/, `"collectionId":${ids.collection_id?.[0]}`)
    .replace(/"postId":-?\d+/, `"postId":${ids.post_id?.[0]}`);
}

/** Sometimes names a member twice. */
function twice(chance: Chance, text: string): string {
  const first = /^\{("(?:[^"\\]|\\.)*"):/.exec(text)?.[1];
  return first !== undefined && chance.percent(5) ? `{${first}:${hostileJson(chance, 4)},${text.slice(1)}` : text;
}

/** Sometimes not in UTF-8 any more. */
function broken(chance: Chance, bytes: Buffer): Buffer {
  return chance.percent(5) ? damaged(chance, bytes) : bytes;
}
