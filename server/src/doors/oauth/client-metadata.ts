import { z } from "zod";
import { REDIRECT_URI_LENGTH_MAX, redirectKind } from "./redirects.ts";

export const NAME_LENGTH_MAX = 80;
const REDIRECT_URIS_MAX = 20;
const UNNAMED = "an unnamed app";

/** Client metadata, from a registration (RFC 7591) or the document at the client id's URL. Unknown fields are ignored. */
const ClientMetadata = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string().max(REDIRECT_URI_LENGTH_MAX)).min(1).max(REDIRECT_URIS_MAX),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.string().optional(),
});

export interface DescribedClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** The requested token endpoint authentication method; null when not given. */
  readonly authMethod: string | null;
}

/** RFC 7591, section 3.2.2. */
export interface MetadataProblem {
  readonly error: "invalid_redirect_uri" | "invalid_client_metadata";
  readonly description: string;
}

export function readClientMetadata(value: unknown): DescribedClient | MetadataProblem {
  const parsed = ClientMetadata.safeParse(value);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join(".") ?? "";
    const error = path.startsWith("redirect_uris") ? "invalid_redirect_uri" : "invalid_client_metadata";
    return { error, description: `${path === "" ? "The metadata" : path} is missing or malformed.` };
  }
  const { client_name, redirect_uris, grant_types, response_types, token_endpoint_auth_method } = parsed.data;
  if (!redirect_uris.every((uri) => redirectKind(uri) !== null)) {
    return { error: "invalid_redirect_uri", description: "A redirect URI must use https, http on loopback, or a private-use scheme." };
  }
  if (grant_types !== undefined && !grant_types.includes("authorization_code")) {
    return { error: "invalid_client_metadata", description: "grant_types must include authorization_code." };
  }
  if (response_types !== undefined && !response_types.includes("code")) {
    return { error: "invalid_client_metadata", description: "response_types must include code." };
  }
  return { name: cleanName(client_name ?? ""), redirectUris: redirect_uris, authMethod: token_endpoint_auth_method ?? null };
}

/** Makes an untrusted name safe to display: one line, without control or direction characters, truncated. */
function cleanName(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
  const letters = [...line];
  if (letters.length === 0) return UNNAMED;
  return letters.length > NAME_LENGTH_MAX ? `${letters.slice(0, NAME_LENGTH_MAX - 1).join("")}…` : line;
}
