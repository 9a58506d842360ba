import type { IncomingHttpHeaders } from "node:http";
import { refusal } from "./refusals.ts";

/** What a request to an upload session is about; numbers are bytes of the whole file. */
export type ContentRange =
  /** How far did it get? */
  | { readonly kind: "question"; readonly total: number | null }
  | { readonly kind: "chunk"; readonly first: number; readonly length: number; readonly total: number | null }
  /** The body is the whole file, whatever length the upload was opened with. */
  | { readonly kind: "whole"; readonly length: number };

export function readContentRange(headers: IncomingHttpHeaders): ContentRange {
  const length = Number(headers["content-length"] ?? 0);
  const range = headers["content-range"];
  if (range === undefined) return length === 0 ? { kind: "question", total: null } : { kind: "whole", length };
  const [match, first, last, end] = /^bytes (?:(\d{1,15})-(\d{1,15})|\*)\/(\d{1,15}|\*)$/.exec(range) ?? [];
  if (match === undefined) throw badRange("Failed to parse the Content-Range header.");
  const total = end === "*" ? null : Number(end);
  if (first === undefined) return { kind: "question", total };
  if (length !== Number(last) - Number(first) + 1) throw badRange("The range has another length than the body.");
  if (total !== null && Number(last) >= total) throw badRange("The range ends behind the end of the file.");
  return { kind: "chunk", first: Number(first), length, total };
}

export function badRange(message: string) {
  return refusal({ code: 400, reason: "badRequest", message, location: "Content-Range", locationType: "header" });
}
