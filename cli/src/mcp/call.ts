import type { Client, Failure, PageFacts } from "@rostrum/contract/client/types.ts";
import type { Decoded } from "@rostrum/contract/decode.ts";
import { fromEpochMilliseconds } from "@rostrum/contract/formats.ts";
import type { operations } from "@rostrum/contract/operations.ts";
import { type Arguments, decodePath, decodeUpload } from "@rostrum/contract/tools/input.ts";
import { withNumbers } from "@rostrum/contract/tools/numbers.ts";
import { needsZone, whyOf } from "@rostrum/contract/tools/over-rest.ts";
import { refused, succeeded, type ToolResult } from "@rostrum/contract/tools/result.ts";
import type { Tool } from "@rostrum/contract/tools/tool.ts";
import { download } from "./download.ts";
import type { Guard } from "./guard.ts";

export interface Ground {
  readonly client: Client<typeof operations>;
  /** Undefined if it cannot be found out. */
  zoneOf(brandId: number): Promise<string | null | undefined>;
  /** Where files may be fetched from. */
  readonly guard: Guard;
}

/** Calls an operation of the REST API for a tool. The service validates query and body; names and forms are the tools' own. */
export async function callTool(ground: Ground, tool: Tool, written: Arguments, signal: AbortSignal): Promise<ToolResult> {
  const given = withNumbers(tool, written);
  const path = decodePath(tool.row, given);
  if ("problem" in path) return refused(tool, path.problem);
  const input = tool.row.upload ? await fileIn(ground, given, signal) : { value: given };
  if ("problem" in input) return refused(tool, input.problem);
  const result = await methodOf(ground.client, tool)({ ...input.value, ...path.value }, { signal });
  if (!result.ok) return refused(tool, whyOf(tool, result));
  const timezone = needsZone(tool) ? await ground.zoneOf(Number(path.value.brandId)) : null;
  const { pagination } = result;
  const page = pagination === null ? null : { page: pagination.currentPage, perPage: pagination.perPage, total: pagination.total };
  return succeeded(tool, result.data, { timezone, now: fromEpochMilliseconds(Date.now()), page });
}

async function fileIn({ guard }: Ground, given: Arguments, signal: AbortSignal): Promise<Decoded<Arguments>> {
  const upload = decodeUpload(given);
  if ("problem" in upload) return upload;
  const { url, fileName, contentBase64 = "" } = upload.value;
  if (url === undefined) return { value: { media: new Blob([Buffer.from(contentBase64, "base64")]), fileName } };
  const file = await download(url, guard, signal);
  if ("problem" in file) return file;
  return { value: { media: new Blob(file.value.pieces), fileName: fileName ?? file.value.name } };
}

type Reply = { readonly ok: true; readonly data: unknown; readonly pagination: PageFacts | null } | Failure;
type Method = (input: object, options: { readonly signal: AbortSignal }) => Promise<Reply>;

/** Safe because client and tools come from the same table. */
function methodOf(client: object, { operation }: Tool): Method {
  return (client as Readonly<Record<string, Method>>)[operation] as Method;
}
