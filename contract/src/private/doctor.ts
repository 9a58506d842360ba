import { z } from "zod";
import { privateOperation } from "../operation.ts";

const Finding = z.object({
  check: z.string().meta({ description: "What was looked at, such as `database`." }),
  level: z.enum(["ok", "warning", "fault"]),
  message: z.string().meta({ description: "What was found, in one sentence." }),
  advice: z.string().nullable().meta({ description: "What to do about it; null: nothing." }),
});
export type Finding = z.output<typeof Finding>;

/** What `rostrum doctor` asks a service that runs. */
export const doctorOperations = {
  examineService: privateOperation({
    allows: "operator",
    tag: "Doctor",
    status: 200,
    errors: [401, 403, 500],
    method: "GET",
    path: "/admin/examination",
    command: "doctor",
    summary: "Say what is wrong with the service, and what to do about it",
    description:
      "Looks at the settings, the database, the clock, the data directory, the media storage, the public address, networks and channels, what is late, mail and backups. If the service cannot be reached, it says so first and looks at what is on this machine. Exits with 1 if something is wrong.",
    data: z.object({ findings: z.array(Finding) }),
  }),
} as const;
