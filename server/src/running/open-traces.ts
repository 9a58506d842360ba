import type { Config } from "../ground/config.ts";
import { createNet } from "../ground/net/index.ts";
import type { Log } from "../ground/observability/log.ts";
import type { Traces } from "../ground/spans.ts";
import { VERSION } from "../ground/version.ts";

/** A collector says little, and nobody reads it. */
const REPLY_BYTES_MAX = 64 * 1024;

/**
 * Null where no collector is set: then none of what records spans is loaded. The collector's address is the operator's own, so it may be
 * a private one.
 */
export async function openTraces({ traces: settings }: Config, log: Log): Promise<(Traces & AsyncDisposable) | null> {
  if (settings === null) return null;
  const { recordTraces } = await import("../ground/observability/otlp/provider.ts");
  const { endpoint: url, timeoutSeconds } = settings;
  const net = createNet({ allowPrivate: [], trustedOrigins: [new URL(url).origin], userAgent: `Rostrum/${VERSION}` });
  return recordTraces({
    settings,
    version: VERSION,
    log,
    send: (body, headers) => net.call({ method: "POST", url, headers, body, timeoutSeconds, maxBytes: REPLY_BYTES_MAX }),
    close: async () => {
      await net[Symbol.asyncDispose]();
    },
  });
}
