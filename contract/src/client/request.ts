import { snakeCase, uploadField } from "../names.ts";
import type { Operation } from "../operation.ts";
import type { ClientOptions } from "./facts.ts";

export interface Prepared {
  readonly url: string;
  readonly init: RequestInit;
}

/**
 * Builds the request of an operation: each field of the flat input goes where the operation's row declares it, the rest is the
 * body.
 */
export function prepare(row: Operation, input: Readonly<Record<string, unknown>>, options: ClientOptions): Prepared {
  const rest = { ...input };
  const take = (field: string) => {
    const value = rest[field];
    delete rest[field];
    return value;
  };
  let path = row.path;
  for (const field of Object.keys(row.params?.shape ?? {})) {
    path = path.replace(`{${snakeCase(field)}}`, encodeURIComponent(String(take(field))));
  }
  const query = new URLSearchParams();
  for (const field of Object.keys(row.query?.shape ?? {})) {
    const value = take(field);
    if (value !== undefined && value !== null) query.set(snakeCase(field), String(value));
  }
  const body = bodyOf(row, rest);
  return {
    url: `${options.baseUrl.replace(/\/+$/, "")}${path}${query.size > 0 ? `?${query}` : ""}`,
    init: {
      method: row.method,
      // A change that is redirected by 301 or 302 would arrive as a GET, and be answered with success.
      ...(row.method === "GET" ? {} : { redirect: "manual" as const }),
      headers: headersOf(options, body),
      ...(body === null ? {} : { body }),
      ...(options.credentials ? { credentials: options.credentials } : {}),
    },
  };
}

function bodyOf(row: Operation, fields: Readonly<Record<string, unknown>>): FormData | string | null {
  if (row.upload) return formOf(uploadField(row), fields);
  return row.body === undefined ? null : JSON.stringify(fields);
}

function formOf(field: string, { fileName, ...fields }: Readonly<Record<string, unknown>>): FormData {
  const file = fields[field];
  if (!(file instanceof Blob)) throw new TypeError(`${field} must be a Blob or a File`);
  const form = new FormData();
  const ownName = file instanceof File ? file.name : "upload";
  form.append(field, file, typeof fileName === "string" ? fileName : ownName);
  return form;
}

function headersOf(options: ClientOptions, body: FormData | string | null): Headers {
  const headers = new Headers(options.headers);
  headers.set("accept", "application/json");
  if (options.apiKey !== undefined) headers.set("authorization", `Bearer ${options.apiKey}`);
  // Only fetch knows the form's boundary.
  if (typeof body === "string") headers.set("content-type", "application/json");
  return headers;
}
