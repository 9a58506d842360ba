import type { Ok, Server } from "../../connectors/api.ts";
import type { BudgetHold, Call } from "../../connectors/connector.ts";
import { askGoogle, type GoogleFailure, type GoogleReply, type GoogleRequest, reasonOf as inWords } from "../../connectors/google/api.ts";
import { GOOGLE_HOSTS } from "../../connectors/google/tokens.ts";

/** The places of YouTube and of the log-in. Files are sent to `upload`; on `www`, people watch. */
export const HOSTS = {
  api: "https://youtube.googleapis.com",
  upload: "https://www.googleapis.com",
  ...GOOGLE_HOSTS,
  www: "https://www.youtube.com",
} as const;

export interface Request extends Omit<GoogleRequest, "url"> {
  /** Below the version. */
  readonly path: string;
}

/** A budget that does not suffice is an answer, too: the call was not made. */
export type Failure = GoogleFailure | BudgetHold;
export type Reply = Ok | Failure;

const VERSION = "v3";

/** Without a budget: for log-ins, which know none. */
export function ask(server: Server, { path, ...request }: Request): Promise<GoogleReply> {
  const { reach } = server;
  return askGoogle(server, { ...request, url: `${reach.host("api")}/youtube/${reach.apiVersion ?? VERSION}${path}` });
}

/** The same, paid for. Every call costs, whatever its answer: https://developers.google.com/youtube/v3/determine_quota_cost (2026-09). */
export async function spendAndAsk(
  { server, call }: { readonly server: Server; readonly call: Pick<Call, "spend"> },
  { price, ...request }: Request & { readonly price: Readonly<Record<string, number>> },
): Promise<Reply> {
  return (await call.spend(price)) ?? ask(server, request);
}

export function uploadAddress({ host, apiVersion }: Pick<Call, "host" | "apiVersion">, path: string): string {
  return `${host("upload")}/upload/youtube/${apiVersion ?? VERSION}${path}`;
}

/** The failure as words for people, without a full stop. */
export function reasonOf(failure: Failure): string {
  return failure.kind === "held" ? failure.reason.replace(/\.$/, "") : inWords("YouTube", failure);
}
