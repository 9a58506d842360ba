const SECONDS_MIN = 60;
/** The slowest connection on which an upload still completes. */
const BYTES_PER_SECOND = 100_000;

/** How long sending so many bytes may take. */
export function secondsFor(bytes: number, secondsMin = SECONDS_MIN): number {
  return secondsMin + Math.ceil(bytes / BYTES_PER_SECOND);
}

/** A token is sent to the address that an answer names, so only to one on a host that is meant for it. */
export function isBelow(url: string, base: string): boolean {
  return URL.canParse(url) && new URL(url).href.startsWith(`${new URL(base).href.replace(/\/$/, "")}/`);
}

/** Whether a https address is on one of the network's domains, such as `linkedin.com`. */
export function isOnDomain(url: string, ...domains: readonly string[]): boolean {
  const { protocol, hostname } = URL.parse(url) ?? { protocol: "", hostname: "" };
  return protocol === "https:" && domains.some((domain) => hostname.endsWith(`.${domain}`));
}
