import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type ListenOptions } from "node:net";

/**
 * A port on 127.0.0.1 for a service whose address must be known before it starts; nobody else takes it in between. It is below
 * the range from which the kernel assigns ports by itself, and reserved for this process until it ends: an abstract socket
 * (unix(7)) with the number in its name keeps it from all other tests on this machine.
 */
export async function freePort(): Promise<number> {
  for (let look = 0; look < PORTS; look += 1) {
    const port = FIRST_PORT + ((start + look) % PORTS);
    if (!(await reserved(port)) || !(await isFree(port))) continue;
    start += look + 1;
    return port;
  }
  throw new Error(`no port is free between ${FIRST_PORT} and ${FIRST_PORT + PORTS}`);
}

const PORTS = 8000;
/** The first that the kernel gives away; usually 32768. */
const KERNELS_FIRST = Number(readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split(/\s/)[0]);
const FIRST_PORT = KERNELS_FIRST > PORTS + 1024 ? KERNELS_FIRST - PORTS : 20_000;
/** Processes that begin at the same time begin at different places. */
let start = (process.pid * 97) % PORTS;

/** Taken until this process ends, whatever ends it. */
async function reserved(port: number): Promise<boolean> {
  const server = await listening({ path: `\0rostrum-test-port-${port}` });
  server?.unref();
  return server !== null;
}

async function isFree(port: number): Promise<boolean> {
  const server = await listening({ port, host: "127.0.0.1" });
  if (server === null) return false;
  server.close();
  await once(server, "close");
  return true;
}

/** Null where somebody else listens. */
async function listening(options: ListenOptions) {
  const server = createServer();
  try {
    await once(server.listen(options), "listening");
    return server;
  } catch {
    return null;
  }
}
