import type { Page } from "@rostrum/contract/operation.ts";
import { type Arguments, decodeFields, decodePath, decodeUpload } from "@rostrum/contract/tools/input.ts";
import { withNumbers } from "@rostrum/contract/tools/numbers.ts";
import { refused, succeeded, type ToolResult } from "@rostrum/contract/tools/result.ts";
import type { Tool } from "@rostrum/contract/tools/tool.ts";
import { enterBrand } from "../../brands/brands/access.ts";
import { accepted, refuse } from "../../ground/refusal.ts";
import { asPart } from "../../ground/spans.ts";
import { failureOf, problemOf } from "../../ground/web/problems.ts";
import { type Hit, RESOURCE_LIMIT_PASSED, ROUTE_LIMIT_PASSED, resourceKey } from "../../ground/web/rate-limits.ts";
import { tellOf } from "../live/tell.ts";
import { type AnyHandler, handlers } from "../operations.ts";
import type { Caller, ToolGround } from "./gate.ts";
import { receiveFile } from "./uploads.ts";

/** Calls an operation for a tool, through the same checks as the API's (`docs/api.md#the-order-of-the-checks`). Whatever is refused is a result. */
export function callTool(ground: ToolGround, caller: Caller, tool: Tool, given: Arguments): Promise<ToolResult> {
  const facts = { "mcp.method.name": "tools/call", "gen_ai.tool.name": tool.name, "rostrum.operation": tool.operation };
  return asPart({ name: `tools/call ${tool.name}`, facts }, async (span) => {
    const result = await answerTool(ground, caller, tool, given);
    if (result.isError === true) span?.fail("tool_error");
    return result;
  });
}

async function answerTool(ground: ToolGround, caller: Caller, tool: Tool, given: Arguments): Promise<ToolResult> {
  if (caller.route?.allowed === false) return limited(tool, ROUTE_LIMIT_PASSED, caller.route);
  const hit = await countCall(ground, caller, tool);
  if (hit?.allowed === false) return limited(tool, RESOURCE_LIMIT_PASSED, hit);
  try {
    return await carryOut(ground, caller, tool, withNumbers(tool, given));
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) ground.app.log.error({ event: "tool failed", tool: tool.name, err: error });
    return refused(tool, problem ?? failureOf(error));
  }
}

async function countCall({ app, limiter }: ToolGround, { viewer }: Caller, { row }: Tool): Promise<Hit | null> {
  const limit = app.config.resourceLimit;
  return limit === 0 || row.exempt ? null : limiter.hit(resourceKey(viewer.userId), limit);
}

function limited(tool: Tool, message: string, hit: Hit): ToolResult {
  return refused(tool, { kind: "limit", message, seconds: hit.resetSeconds });
}

async function carryOut(
  { app }: ToolGround,
  { viewer, gone, again: isStillIn }: Caller,
  tool: Tool,
  given: Arguments,
): Promise<ToolResult> {
  const { row, operation } = tool;
  if (viewer.readsOnly && row.method !== "GET")
    refuse(403, "scope", "This connection is read-only: the user did not allow it to make changes.");
  const path = accepted(decodePath(row, given));
  const { foreignBrand: foreign } = row;
  const enter = async () =>
    foreign === undefined ? null : await enterBrand(app, viewer, { brandId: Number(path.brandId), foreign, writes: row.method !== "GET" });
  const inside = await enter();
  const again = async () => {
    await isStillIn();
    await enter();
  };
  const entered = inside ?? viewer;
  const handler = handlers[operation] as AnyHandler;
  const told = <R>(result: R): R => {
    if (inside !== null) tellOf(app, row, inside.brand.id);
    return result;
  };
  const place = { timezone: (inside?.brand ?? viewer).timezone, now: app.clock.now() };
  if (row.upload) {
    await using upload = await receiveFile(app, accepted(decodeUpload(given)), {
      signal: gone,
      holder: inside === null ? null : `account ${inside.brand.accountId}`,
    });
    await again();
    return succeeded(tool, told(await handler(app, entered, { ...path, upload })), { ...place, page: null });
  }
  const fields = accepted(decodeFields(row, given));
  const result = told(await handler(app, entered, { ...path, ...fields, ...(row.reachesOut ? { gone, again } : {}) }));
  if (!row.paginated) return succeeded(tool, result, { ...place, page: null });
  const { rows, total } = result as Page<unknown>;
  return succeeded(tool, rows, { ...place, page: { page: Number(fields.page), perPage: Number(fields.perPage), total } });
}
