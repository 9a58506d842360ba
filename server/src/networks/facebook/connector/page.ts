import type { Account, Call } from "../../connectors/connector.ts";
import { facebookGraph } from "../../connectors/meta/facebook-hosts.ts";
import { askGraph, type GraphReply, type GraphRequest } from "../../connectors/meta/graph.ts";
import { storedCredentials } from "./credentials.ts";
import { NAMES } from "./hosts.ts";
import { type Progress, progressOf } from "./progress.ts";

/** One Page, acted as with its own token. */
export interface Page {
  readonly id: string;
  readonly token: string;
  /** The id of the application that publishes; null if it is not known. */
  readonly applicationId: string | null;
  readonly call: Call;
  readonly progress: Progress;
}

export function pageOf(account: Account, call: Call): Page {
  const { pageId, accessToken } = storedCredentials(account.credentials);
  const { grant } = account;
  const applicationId = grant?.application === "facebook" && grant.clientId !== "" ? grant.clientId : null;
  return { id: pageId, token: accessToken, applicationId, call, progress: progressOf(call.checkpoint) };
}

export interface PageRequest extends Omit<GraphRequest, "url" | "token"> {
  /** Below the version, with its leading slash. */
  readonly path: string;
}

export function ask({ token, call }: Pick<Page, "token" | "call">, { path, ...request }: PageRequest): Promise<GraphReply> {
  return askGraph(call, { ...request, url: `${facebookGraph(call, NAMES)}${path}`, token });
}

/** A read, by the fields that are wanted. */
export function read(page: Pick<Page, "token" | "call">, path: string, fields: string): Promise<GraphReply> {
  return ask(page, { method: "GET", path, fields: { fields } });
}

/** Readers' address of something on Facebook, which its API sometimes gives without a host. */
export function addressOf({ call }: Pick<Page, "call">, permalink: string | null | undefined): string | null {
  if (!permalink) return null;
  return permalink.startsWith("/") ? `${call.host("www")}${permalink}` : permalink;
}
