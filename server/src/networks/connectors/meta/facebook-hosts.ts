import type { Call } from "../connector.ts";

/** The names under which a connector lists Facebook's hosts. */
export interface FacebookHosts {
  /** Of https://graph.facebook.com. */
  readonly api: string;
  /** Of https://www.facebook.com, where people log in. */
  readonly www: string;
}

/** https://developers.facebook.com/docs/graph-api/changelog/versions (2026-10). */
const VERSION_DEFAULT = "v25.0";
/** Versions end about two years after they appear; older ones end soon or have ended. */
const VERSION_MIN = 22;

/** Always named: a call without a version follows a switch in the application's dashboard. */
export function facebookVersion({ apiVersion }: Pick<Call, "apiVersion">): string {
  return apiVersion === null ? VERSION_DEFAULT : `v${apiVersion.replace(/^v/, "")}`;
}

/** What is wrong with the version that the operator set; null if nothing is. */
export function versionProblem(call: Pick<Call, "apiVersion">): string | null {
  const version = facebookVersion(call);
  if (Number.parseFloat(version.slice(1)) >= VERSION_MIN) return null;
  return `The version ${version} of Meta's API is set; version v${VERSION_MIN}.0 or a later one is needed.`;
}

/** The base of all calls but the log-in's page. */
export function facebookGraph(call: Pick<Call, "apiVersion" | "host">, { api }: Pick<FacebookHosts, "api">): string {
  return `${call.host(api)}/${facebookVersion(call)}`;
}
