import { tools } from "@rostrum/contract/tools/table.ts";
import type { Chance } from "../../../server/src/testing/chance.ts";
import { type Kind, requestAttack } from "../attack.ts";
import type { Ground } from "../ground.ts";
import { hostileJson, hostileText, list } from "../values.ts";
import { hostileBody } from "./bodies.ts";
import { hostileAuthorization, hostileHeaders, hostileType } from "./rest.ts";
import { hostileFile } from "./uploads.ts";

/** Messages to the tool server. */
export const toolKind: Kind = (chance, ground) => {
  const { what, body } = hostileMessage(chance, ground);
  const token = chance.percent(94) ? `Bearer ${ground.toolToken}` : hostileAuthorization(chance, ground.toolToken);
  return requestAttack({
    name: `/mcp ${what}`,
    method: chance.percent(95) ? "POST" : chance.pick(["GET", "DELETE", "OPTIONS", "PUT"]),
    path: "/mcp",
    headers: [
      ["Authorization", token],
      ["Content-Type", chance.percent(93) ? "application/json" : hostileType(chance)],
      ["Accept", chance.percent(95) ? "application/json, text/event-stream" : hostileText(chance).slice(0, 100)],
      [
        "MCP-Protocol-Version",
        chance.percent(85) ? "2025-06-18" : chance.pick(["2025-03-26", "2026-01-01", "", "x", "9".repeat(1000), "2024-11-05"]),
      ],
      ...(chance.percent(10) ? [["Mcp-Session-Id", hostileText(chance).slice(0, 200)] as const] : []),
      ...hostileHeaders(chance),
    ],
    body: chance.percent(95) ? body : body.slice(0, chance.number(0, body.length)),
  });
};

function hostileMessage(chance: Chance, ground: Ground): { readonly what: string; readonly body: string } {
  const way = chance.number(1, 10);
  if (way <= 5) {
    const tool = chance.pick(tools);
    return { what: tool.name, body: callOf(tool.name, withBrand(chance, hostileBody(chance, tool.inputSchema, ground), ground)) };
  }
  if (way === 6) {
    const { what, bytes } = hostileFile(chance, ground);
    const size = chance.percent(95) ? 0 : 9_000_000;
    const file = Buffer.concat([bytes, Buffer.alloc(size)]).toString(chance.percent(90) ? "base64" : "base64url");
    const fields = `"brandId":${ground.ids.brand_id?.[0]},"fileName":${JSON.stringify(hostileText(chance))},"contentBase64":"${file}${chance.pick(["", "", "=", "%", "\\u0041"])}"`;
    return { what: `upload of ${what}`, body: callOf("upload_media", `{${fields}}`) };
  }
  if (way === 7) {
    const one = callOf(chance.pick(tools).name, hostileJson(chance));
    return { what: "batch", body: chance.percent(5) ? "[]" : list(one, chance.pick([1, 50, 101, 900])) };
  }
  if (way === 8) return { what: "any JSON", body: hostileJson(chance) };
  const method = chance.pick([
    "initialize",
    "tools/list",
    "tools/call",
    "ping",
    "resources/read",
    "notifications/cancelled",
    "logging/setLevel",
    "completion/complete",
    hostileText(chance),
  ]);
  const id = chance.percent(50) ? "1" : hostileJson(chance, 4);
  return {
    what: method.slice(0, 30),
    body: `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${hostileJson(chance)}}`,
  };
}

/** Tools take the brand as an argument. */
function withBrand(chance: Chance, body: string, { ids }: Ground): string {
  if (!body.startsWith('{"brandId":') || chance.percent(10)) return body;
  return body
    .replace(/^\{"brandId":-?\d+/, `{"brandId":${ids.brand_id?.[0]}`)
    .replace(/"collectionId":-?\d+/, `"collectionId":${ids.collection_id?.[0]}`);
}

function callOf(name: string, inside: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${inside}}}`;
}
