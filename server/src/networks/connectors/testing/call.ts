import sharp from "sharp";
import { fitted } from "../../../brands/media/testing/fitted.ts";
import type { Account, Call, Checkpoint, Connector } from "../connector.ts";
import type { Json } from "../json.ts";

/** A call of a connector test; hosts are below `baseUrl`, as on the sandbox networks. */
export function aCall({ baseUrl, ...rest }: Pick<Call, "net" | "now"> & Partial<Call>): Call {
  return {
    signal: new AbortController().signal,
    baseUrl: baseUrl ?? null,
    host: (name) => (name === "api" ? `${baseUrl}` : `${baseUrl}/${name}`),
    apiVersion: null,
    isAudited: true,
    checkpoint: memoryCheckpoint(),
    spend: async () => null,
    ownedByOthers: async () => new Set(),
    fetchPicture: picturesBy(rest.net),
    ...rest,
  };
}

/** Fetches and fits pictures of pages, as the service does. */
export function picturesBy(net: Call["net"]): NonNullable<Call["fetchPicture"]> {
  return async (url, wanted) => {
    const found = await net.fetchDocument(url, { maxBytes: 20_000_000, timeoutSeconds: 15 });
    if (found.kind === "failed" || found.status !== 200) return null;
    const isPicture = await sharp(found.body)
      .metadata()
      .then(
        () => true,
        () => false,
      );
    const made = isPicture ? await fitted(found.body, "image/jpeg", wanted) : null;
    return made === "ended" ? null : made;
  };
}

/** Progress as the engine keeps it: as JSON. */
export function memoryCheckpoint(): Checkpoint {
  const values = new Map<string, string>();
  const set = async (name: string, value: Json) => void values.set(name, JSON.stringify(value));
  return {
    get(name) {
      const stored = values.get(name);
      return stored === undefined ? undefined : (JSON.parse(stored) as Json);
    },
    set,
    keep: set,
    note: (name, value) => void values.set(name, JSON.stringify(value)),
    seal: set,
  };
}

/** An account of a connector test without a grant. */
export function anAccount(account: Pick<Account, "remoteId" | "handle" | "credentials" | "settings"> & Partial<Account>): Account {
  return { channelId: 1, preferences: {}, grant: null, saveCredentials: async () => true, ...account };
}

/** The application that is registered at every sandbox network with a log-in. */
export const APPLICATION = { clientId: "sandbox", clientSecret: "sandbox-secret" };

/** The account of a channel that is connected with these credentials, as the engine opens it. */
export async function connected(connector: Pick<Connector, "connect">, credentials: unknown, call: Call): Promise<Account> {
  const outcome = await connector.connect(credentials, call);
  if (outcome.kind !== "connected") throw new Error(`not connected: ${outcome.reason}`);
  const { remoteId, handle, settings, grant } = outcome;
  const opened = grant === undefined ? null : { ...grant, ...APPLICATION };
  return anAccount({ remoteId, handle, settings, credentials: outcome.credentials, grant: opened });
}
