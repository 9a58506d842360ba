/** The servers that a PostgreSQL URL names, and which of them is taken for the primary. */
export interface Servers {
  /** Whether a server has to prove that it takes writes: there are several, or the URL asks for it. */
  readonly isChosen: boolean;
  readonly count: number;
  /** URL of the server to connect to next. */
  readonly current: string;
  /** Goes on to the next server, unless somebody else has done so since. */
  moveOn(from: string): void;
}

/** Scheme, user and password, hosts, the rest. `URL` does not know lists of hosts. */
const PARTS = /^([a-z]+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/i;

/**
 * One URL for each host of a PostgreSQL URL, such as `postgresql://user@a,b:5433/db?target_session_attrs=read-write`, without what
 * is not the driver's business: it does not know `target_session_attrs`, and an `application_name` would take the place of the names
 * by which connections are told apart.
 */
export function urlsOf(url: string): string[] {
  const [, scheme = "", user = "", hosts = "", rest = ""] = PARTS.exec(url) ?? [];
  if (scheme === "") return [url];
  return hosts.split(",").map((host) => `${scheme}${user}${host}${withoutAttributes(rest)}`);
}

/** What the URL demands of a server; null if nothing. */
export function demandOf(url: string): string | null {
  return /[?&]target_session_attrs=([^&#]*)/.exec(url)?.[1] ?? null;
}

function withoutAttributes(rest: string): string {
  return rest.replace(/(?<=[?&])(?:target_session_attrs|application_name)=[^&#]*&?/g, "").replace(/[?&]$/, "");
}

/** All connections of the process agree on the primary: the first that finds out spares the others the search. */
const known = new Map<string, Servers>();

export function serversOf(url: string): Servers {
  const found = known.get(url) ?? searched(url);
  known.set(url, found);
  return found;
}

function searched(url: string): Servers {
  const urls = urlsOf(url);
  let index = 0;
  const current = () => urls[index] ?? url;
  return {
    isChosen: urls.length > 1 || demandOf(url) !== null,
    count: urls.length,
    get current() {
      return current();
    },
    moveOn(from) {
      if (current() === from) index = (index + 1) % urls.length;
    },
  };
}
