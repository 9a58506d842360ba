import { isSecretOf } from "../kit/applications.ts";
import { exchangeCode } from "../kit/codes.ts";
import type { SandboxNetwork, SandboxWorld } from "../network.ts";
import { refusedFlat } from "./refusal.ts";
import { type GraphCall, textIn } from "./request.ts";

/** What the code of a log-in is good for, where codes are exchanged without the envelope of other calls. */
export async function exchangedFlat(world: SandboxWorld, call: GraphCall, network: SandboxNetwork) {
  const clientId = requireFlat(call, network, "authorization_code");
  const [code, redirectUri] = [textIn(call, "code") ?? "", textIn(call, "redirect_uri") ?? ""];
  const outcome = await exchangeCode(world, { code, clientId, redirectUri, verifier: "" });
  if (outcome.kind === "refused") throw refusedFlat(REFUSED_CODES[outcome.why]);
  return outcome;
}

/** The application, which shows its secret and asks for this. */
export function requireFlat(call: GraphCall, network: SandboxNetwork, grantType: string): string {
  const [clientId, clientSecret] = [textIn(call, "client_id") ?? "", textIn(call, "client_secret") ?? ""];
  if (!isSecretOf(network, { clientId, clientSecret })) throw refusedFlat("Error validating client secret");
  if (textIn(call, "grant_type") !== grantType) throw refusedFlat("Invalid grant_type");
  return clientId;
}

const REFUSED_CODES = {
  unknown: "Invalid authorization code",
  used: "This authorization code has been used",
  expired: "This authorization code has expired",
  redirect: "Error validating verification code. Please make sure your redirect_uri is identical to the one you used",
  verifier: "Invalid authorization code",
  revoked: "Invalid authorization code",
} as const;
