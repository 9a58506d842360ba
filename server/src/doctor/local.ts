import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "@rostrum/contract/private/doctor.ts";
import { systemClock } from "../clock.ts";
import { type Config, readConfig, WrongSettings } from "../config.ts";
import { connect } from "../database/connect.ts";
import { examineDatabase } from "./database.ts";
import { examineMachine } from "./machine.ts";
import { fault, judgeSettings, ok, warning } from "./rules.ts";

/** What can be said on this machine while the service cannot be asked: for `rostrum doctor`, with the settings of its shell. */
export async function examineLocally(environment: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const config = settingsIn(environment);
  if (Array.isArray(config)) return config;
  return [...judgeSettings(config), ...(await databaseOf(config)), ...(await examineMachine(config, systemClock.now()))];
}

/** A finding for each setting that is wrong: the service would not start. */
function settingsIn(environment: Readonly<Record<string, string | undefined>>): Config | Finding[] {
  try {
    return readConfig(environment);
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error;
    return error.message.split("\n").map((line) => fault("settings", line, "Correct it: the service does not start like this."));
  }
}

async function databaseOf({ databaseUrl, dataDirectory }: Config): Promise<readonly Finding[]> {
  if (databaseUrl === null) return [await embeddedIn(dataDirectory)];
  const db = connect(databaseUrl, { poolSize: 1, log: () => {} });
  try {
    return await examineDatabase({ db, isEmbedded: false, now: () => systemClock.now() });
  } finally {
    await db.end();
  }
}

/** It runs only as long as the service does. */
async function embeddedIn(dataDirectory: string): Promise<Finding> {
  const isThere = await access(join(dataDirectory, "postgres", "cluster")).then(
    () => true,
    () => false,
  );
  if (isThere) return ok("database", `The embedded database is in ${dataDirectory}, and runs when the service does.`);
  return warning(
    "database",
    `There is no embedded database in ${dataDirectory}.`,
    "Set ROSTRUM_DATA_DIR or DATABASE_URL as they are for the service.",
  );
}
