import type { Finding } from "@rostrum/contract/private/doctor.ts";
import { fault, ok, warning } from "./rules.ts";

const SERVER_VERSION_MIN = 15;
const LATENCY_MILLISECONDS_MAX = 50;

interface Server {
  readonly version: string;
  readonly milliseconds: number;
  readonly isEmbedded: boolean;
}

export function judgeServer({ version, milliseconds, isEmbedded }: Server): Finding {
  const name = `${isEmbedded ? "The embedded PostgreSQL" : "PostgreSQL"} ${version}`;
  if (Number.parseInt(version, 10) < SERVER_VERSION_MIN)
    return fault("database", `${name} is too old.`, `Upgrade it to ${SERVER_VERSION_MIN} or newer.`);
  if (milliseconds > LATENCY_MILLISECONDS_MAX)
    return warning(
      "database",
      `${name} takes ${Math.round(milliseconds)} ms for the smallest query.`,
      "Check the load on both machines, and move them closer together: each attempt takes several queries.",
    );
  return ok("database", `${name} answers within ${Math.max(1, Math.ceil(milliseconds))} ms.`);
}

/** `missing`: time-outs that the service's connections do not have. */
export function judgeTimeOuts(missing: readonly string[]): Finding[] {
  if (missing.length === 0) return [];
  const which = missing.join(" and ");
  const message = `Through the pooler the connections have no ${which}: what stands still there keeps its locks.`;
  return [warning("database", message, "Give them to the role with `alter role`, as /help/scale says.")];
}

/** `applied`: the number of the newest migration in the database, `known` that of this version. */
export function judgeSchema({ applied, known }: { readonly applied: number; readonly known: number }): Finding {
  if (applied > known)
    return fault(
      "schema",
      `A newer version has migrated the database to ${applied}; this one knows ${known}.`,
      "Start the newer version everywhere.",
    );
  if (applied < known)
    return fault("schema", `The database has migration ${applied} of ${known}.`, "Restart the service: it migrates when it starts.");
  return ok("schema", `All ${known} migrations are applied.`);
}
