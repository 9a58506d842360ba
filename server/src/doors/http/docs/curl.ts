import type { OpenApi, OperationObject, ParameterObject } from "./document.ts";

export interface CurlCall {
  readonly serverUrl: string;
  readonly method: string;
  /** With path parameters in braces. */
  readonly path: string;
  readonly parameters: readonly ParameterObject[];
  readonly operation: OperationObject;
  readonly components: OpenApi["components"];
}

/** A command to paste into a shell: the key comes from the environment, everything else is an example. */
export function curl(call: CurlCall): string {
  const method = call.method === "get" ? "" : `-X ${call.method.toUpperCase()} `;
  const lines = [
    `curl ${method}${quoted(`${call.serverUrl}${filled(call)}`)}`,
    `-H "Authorization: Bearer $ROSTRUM_API_KEY"`,
    `-H 'Accept: application/json'`,
  ];
  const content = call.operation.requestBody?.content ?? {};
  if ("multipart/form-data" in content) lines.push("-F 'media=@croissant.jpg'");
  const [example] = Object.values(content["application/json"]?.examples ?? {});
  if (example !== undefined && "value" in example) {
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(example.value, null, 2))}`);
  }
  return lines.join(" \\\n  ");
}

/** Quotes any text as one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function filled({ path, parameters }: CurlCall): string {
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  return inPath.reduce((way, { name, schema }) => way.replace(`{${name}}`, encodeURIComponent(String(schema.example))), path);
}
