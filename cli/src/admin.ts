import type { Operation } from "@rostrum/contract/operation.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import type { Command } from "commander";
import { addOperation } from "./commands.ts";
import type { Settings } from "./settings.ts";

/** Every private operation that has a command, with the admin token: `rostrum admin …`, and `rostrum sandbox …` beside it. */
export function addAdmin(program: Command, settings: Settings): void {
  const admin = program.command("admin").description("Run the service: users, keys, brands, channels, backups.");
  const caller = { base: `${settings.url}/app/api`, token: () => settings.adminToken() };
  const rows: readonly Operation[] = Object.values(privateOperations);
  for (const row of rows) if (row.command !== undefined) addOperation(row.tag === "Admin" ? admin : program, row, caller);
}
