import type { FastifyInstance } from "fastify";
import type { NetworkDirectory } from "../../app.ts";
import type { SandboxGround } from "./networks.ts";
import type { Sandbox } from "./sandbox.ts";

const NO_NETWORKS: NetworkDirectory = {
  sandboxCredentials: async () => null,
  hasSandbox: () => false,
  sandboxApplication: () => null,
};

/**
 * The sandbox networks as connecting knows them; an address of null: they are off. They are a sixth of what a start loads, and loaded only
 * where they are on.
 */
export async function openDirectory({
  sandboxUrl,
  ...ground
}: Omit<SandboxGround, "sandboxUrl"> & { readonly sandboxUrl: string | null }): Promise<NetworkDirectory> {
  if (sandboxUrl === null) return NO_NETWORKS;
  const { sandboxDirectory } = await import("./networks.ts");
  return sandboxDirectory({ ...ground, sandboxUrl });
}

/** Mounts every network at `/sandbox`. */
export async function mountAll(server: FastifyInstance, ground: SandboxGround, options: Pick<Sandbox, "guard" | "onError">): Promise<void> {
  const [{ mountSandbox }, { sandboxOn }] = await Promise.all([import("./mount.ts"), import("./networks.ts")]);
  await mountSandbox(server, { ...sandboxOn(ground), ...options });
}
