import { access } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "@rostrum/contract/private/doctor.ts";
import { systemClock } from "../../ground/clock.ts";
import { type Config, readConfig, WrongSettings } from "../../ground/config.ts";
import { connect } from "../../ground/database/connect.ts";
import { messageOf } from "../../ground/database/failures.ts";
import { requireSessions, UnsuitableDatabase } from "../../ground/database/sessions.ts";
import { examineDatabase } from "./database.ts";
import { examineMachine } from "./machine.ts";
import { fault, judgeSettings, ok, warning } from "./rules.ts";

/** What can be said on this machine while the service cannot be asked: for `rostrum doctor`, with the settings of its shell. */
export async function examineLocally(environment: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const config = settingsIn(environment);
  if (Array.isArray(config)) return config;
  return [
    ...judgeSettings(config),
    ...(await databaseOf(config)),
    ...(await examineMachine(config, { now: systemClock.now(), asService: false, recordedAt: null })),
  ];
}

/** A finding for each setting that is wrong: the service would not start. */
function settingsIn(environment: Readonly<Record<string, string | undefined>>): Config | Finding[] {
  try {
    return readConfig(environment);
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error;
    return error.message.split("\n").map((line) => fault("settings", line, "Correct it: the service cannot start with it."));
  }
}

async function databaseOf({ databaseUrl, databaseDirectUrl: direct, dataDirectory }: Config): Promise<readonly Finding[]> {
  if (databaseUrl === null) return [await embeddedIn(dataDirectory)];
  const db = connect(databaseUrl, { poolSize: 1, log: () => {}, isPooled: direct !== null });
  try {
    const found = await examineDatabase({ db, isEmbedded: false, now: () => systemClock.now() });
    return [...found, ...(await addressesOf({ url: databaseUrl, direct }))];
  } finally {
    await db.end();
  }
}

/** Whether the service can work with these addresses. One that does not answer is a finding of the database. */
async function addressesOf(addresses: { readonly url: string; readonly direct: string | null }): Promise<readonly Finding[]> {
  try {
    await requireSessions(addresses);
    return [];
  } catch (error) {
    if (error instanceof UnsuitableDatabase)
      return [fault("database", `${error.message}.`, "See the page about scale in the documentation: the service cannot start with it.")];
    return addresses.direct === null
      ? []
      : [fault("database", `The database cannot be reached directly: ${messageOf(error)}.`, "Check DATABASE_DIRECT_URL.")];
  }
}

/** It runs only as long as the service does. */
async function embeddedIn(dataDirectory: string): Promise<Finding> {
  const trouble = await access(join(dataDirectory, "postgres", "cluster")).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (trouble === "EACCES") {
    const advice = "Run this as the user that runs the service, such as with sudo -u.";
    return warning("database", `${dataDirectory} cannot be looked into by this user.`, advice);
  }
  if (trouble === null) return ok("database", `The embedded database is in ${dataDirectory}, and runs when the service does.`);
  return warning(
    "database",
    `There is no embedded database in ${dataDirectory}.`,
    "Set ROSTRUM_DATA_DIR or DATABASE_URL as they are for the service.",
  );
}
