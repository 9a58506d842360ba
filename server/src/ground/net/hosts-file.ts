import { readFile } from "node:fs/promises";

const HOSTS_FILE = "/etc/hosts";

/**
 * The addresses elsewhere that the machine's hosts file gives a name; null if it has none. Of our own, because the one library function that reads
 * the file, `dns.lookup`, asks name servers too, and its look-ups cannot be cancelled.
 */
export async function inHostsFile(hostname: string): Promise<readonly string[] | null> {
  const text = await readFile(HOSTS_FILE, "utf8").catch(() => "");
  const addresses = addressesOf(hostname, text);
  return addresses.length === 0 ? null : addresses;
}

/** The addresses elsewhere of a name in the text of a hosts file: a line is an address and its names, `#` begins a comment (hosts(5)). */
export function addressesOf(hostname: string, text: string): readonly string[] {
  const wanted = hostname.toLowerCase().replace(/\.$/, "");
  return text.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    return names.some((name) => name.toLowerCase() === wanted) && !OWN.test(address) ? [address] : [];
  });
}

/** Distributions give a machine's own public name such an address, and block lists names that nobody is to reach. */
const OWN = /^(?:127\.|0\.0\.0\.0$|::1?$)/;
