import { resolve } from "node:path";
import { messageOf } from "../ground/database/failures.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Why the service cannot start, in one sentence with the setting or command that helps. What is not known is told in the error's own words.
 */
export function startFailure(error: unknown, environment: Environment): string {
  const facts = factsOf(error);
  if (facts.syscall === "listen") return listening(facts, environment) ?? messageOf(error);
  return directory(facts, environment) ?? database(facts, environment) ?? messageOf(error);
}

interface Facts {
  readonly code: string;
  readonly syscall: string;
  readonly path: string;
  readonly address: string;
  readonly port: string;
  readonly message: string;
}

function factsOf(error: unknown): Facts {
  // Nobody answered at any of a host's addresses.
  const one = error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
  const word = (name: string) => {
    const value = typeof one === "object" && one !== null ? Reflect.get(one, name) : undefined;
    return value === undefined ? "" : String(value);
  };
  return {
    code: word("code"),
    syscall: word("syscall"),
    path: word("path"),
    address: word("address"),
    port: word("port"),
    message: messageOf(one),
  };
}

function listening({ code, address, port }: Facts, environment: Environment): string | null {
  if (code === "EADDRINUSE")
    return "The address is in use by another program. Set PORT (or ROSTRUM_METRICS_PORT) to another port, or stop that program.";
  if (code === "EACCES" || code === "EPERM")
    return `This user may not listen at port ${port}. Set PORT to 1024 or more, such as 4000, and put a proxy in front of it.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `This machine has no address ${address || environment.HOST}. Set HOST to 127.0.0.1 for this machine alone, or to 0.0.0.0 for all of its addresses.`;
  return null;
}

/** Why a directory cannot be written, by what the system says. */
const UNWRITABLE: Readonly<Record<string, string>> = {
  EACCES: "this user may not write to it",
  EPERM: "this user may not write to it",
  EROFS: "its file system is read-only",
  EEXIST: "it is a file",
  ENOTDIR: "part of its path is a file",
  ENOSPC: "its disk is full",
  EDQUOT: "this user's share of its disk is full",
};

function directory({ code, path, message }: Facts, environment: Environment): string | null {
  const folder = resolve(environment.ROSTRUM_DATA_DIR || "./data");
  const why = UNWRITABLE[code];
  if (why === undefined || !resolve(path || "/").startsWith(folder)) return null;
  const remedy =
    code === "EACCES" || code === "EPERM"
      ? `Give it to this user (\`mkdir -p ${folder} && chown -R ${process.geteuid?.()} ${folder}\` as root), or set`
      : "Set";
  return `The data directory ${folder} cannot be used: ${why} (${message}). ${remedy} ROSTRUM_DATA_DIR to a directory that this user can write to.`;
}

/** Codes of PostgreSQL: https://www.postgresql.org/docs/18/errcodes-appendix.html (November 2026). */
const REFUSED: Readonly<Record<string, string>> = {
  "28P01": "refuses the user or the password of DATABASE_URL. Correct them there.",
  "28000": "refuses the user of DATABASE_URL. Correct it there, or allow it in the server's pg_hba.conf.",
  "3D000": "has no database of the name in DATABASE_URL. Correct it there, or make it with `createdb`.",
  "42501": "does not let the user of DATABASE_URL make tables. Give the database to that user with `ALTER DATABASE … OWNER TO …`.",
  "57P03": "is starting or stopping. Start the service again when it is ready.",
  "53300": "has no connection left. Raise its max_connections, or stop other programs that use it.",
};
const UNREACHABLE = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

function database({ code, message }: Facts, environment: Environment): string | null {
  const isOwn = !environment.DATABASE_URL && !environment.DATABASE_URL_FILE;
  if (isOwn) return null;
  const refused = REFUSED[code];
  if (refused !== undefined) return `The database server ${refused} (${message})`;
  if (!UNREACHABLE.test(code)) return null;
  return `The database server cannot be reached (${message}). Start it, or correct DATABASE_URL; without that setting the service brings a database of its own.`;
}
