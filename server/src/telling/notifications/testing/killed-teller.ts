import { appToBeKilled } from "../../../testing/killed.ts";
import { tellDue } from "../loop.ts";

/** A process that tells what is due and is killed at the point that its argument names. */
await tellDue(await appToBeKilled(), new AbortController().signal);
