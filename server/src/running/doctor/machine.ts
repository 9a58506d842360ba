import { access, constants, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Instant } from "@rostrum/contract/formats.ts";
import type { Finding } from "@rostrum/contract/private/doctor.ts";
import { findFfmpeg } from "../../brands/media/ffmpeg.ts";
import type { Config } from "../../ground/config.ts";
import { spaceAt } from "../../ground/storage/space.ts";
import { newestBackupAt } from "../backup/kept.ts";
import { judgeBackups, judgeFfmpeg, judgePlaces, judgeSpace, judgeStranger, type Place } from "./rules.ts";

const SECRETS = ["secret-key", "secret-key.old", "admin-token"];

/**
 * What can be seen on this machine, whether or not the service runs. `asService`: by the service itself, whoever owns what. `recordedAt`:
 * when the history says that a backup was last made, wherever it was put; null: it says nothing.
 */
export async function examineMachine(
  { dataDirectory, path }: Config,
  { now, asService, recordedAt }: { readonly now: Instant; readonly asService: boolean; readonly recordedAt: Instant | null },
): Promise<Finding[]> {
  const places = [dataDirectory, ...SECRETS.map((name) => join(dataDirectory, name))];
  const found = (await Promise.all(places.map(placeAt))).flatMap((place) => place ?? []);
  const keptAt = await newestBackupAt(dataDirectory);
  const [own] = found;
  const isOthers = !asService && own !== undefined && !own.isWritable && own.owner !== process.geteuid?.();
  return [
    judgeSpace(await spaceAt(dataDirectory), dataDirectory),
    ...(isOthers ? [judgeStranger(own)] : found.length === 0 ? [] : judgePlaces(found)),
    ...(isOthers ? [] : [judgeBackups({ keptAt, recordedAt }, now)]),
    judgeFfmpeg(await findFfmpeg(path)),
  ];
}

/** Null if there is nothing. */
async function placeAt(path: string): Promise<Place | null> {
  const found = await stat(path).catch(() => null);
  if (found === null) return null;
  const isWritable = await access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
  return { path, isFolder: found.isDirectory(), mode: found.mode, owner: found.uid, isWritable };
}
