import type { Account, Call, Checkpoint } from "../connector.ts";
import type { Json } from "../json.ts";

/** A call of a connector test; hosts are below `baseUrl`, as on the sandbox networks. */
export function aCall({ baseUrl, ...rest }: Pick<Call, "net" | "now"> & Partial<Call>): Call {
  return {
    signal: new AbortController().signal,
    baseUrl: baseUrl ?? null,
    host: (name) => (name === "api" ? `${baseUrl}` : `${baseUrl}/${name}`),
    apiVersion: null,
    checkpoint: memoryCheckpoint(),
    ownedByOthers: async () => new Set(),
    ...rest,
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
    seal: set,
  };
}

/** An account of a connector test without a grant. */
export function anAccount(account: Pick<Account, "remoteId" | "handle" | "credentials" | "settings"> & Partial<Account>): Account {
  return { channelId: 1, grant: null, saveCredentials: async () => {}, ...account };
}
