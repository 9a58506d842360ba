import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type ListenOptions } from "node:net";

/**
 * A port on 127.0.0.1 for a service whose address must be known before it starts. It is below the range from which the kernel
 * assigns ports, and reserved until this process ends: an abstract socket (unix(7)) with the number in its name keeps all other
 * tests on this machine from using it.
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
/** The first port that the kernel assigns; usually 32768. */
const KERNELS_FIRST = Number(readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split(/\s/)[0]);
const FIRST_PORT = KERNELS_FIRST > PORTS + 1024 ? KERNELS_FIRST - PORTS : 20_000;
/** Spreads out processes that start at the same time. */
let start = (process.pid * 97) % PORTS;

/** Reserves the port until this process ends, however it ends. */
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

/** Null if somebody else is listening. */
async function listening(options: ListenOptions) {
  const server = createServer();
  try {
    await once(server.listen(options), "listening");
    return server;
  } catch {
    return null;
  }
}
