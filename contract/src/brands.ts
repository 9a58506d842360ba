import { z } from "zod";
import { DAYS, type Day, IsoMicros, TimeOfDay } from "./formats.ts";
import { Id } from "./text.ts";

export const BrandPath = z.object({ brandId: Id.meta({ description: "Id of the brand.", example: 7 }) });

export const QueueStatus = z.enum(["ACTIVE", "PAUSED"]);
export type QueueStatus = z.infer<typeof QueueStatus>;

export const Timezone = z
  .string()
  .nullable()
  .meta({ description: "IANA name of the brand's timezone; null means UTC.", example: "Europe/Berlin" });

export const Brand = z
  .object({
    id: Id,
    title: z.string().meta({ example: "Corner Bakery" }),
    description: z.string().nullable().meta({ example: "Bread and cake since 1924" }),
    timezone: Timezone,
    queueStatus: QueueStatus.meta({ description: "While `PAUSED` no queued post publishes from any collection of the brand." }),
    createdAt: IsoMicros,
    updatedAt: IsoMicros,
  })
  .meta({ id: "Brand" });

export const ScheduleSlot = z
  .object({
    time: TimeOfDay,
    queueId: Id.meta({ description: "The same value as the slot's `id` in the collection's `queues`." }),
    collectionId: Id,
    collectionTitle: z.string().meta({ example: "Evergreen tips" }),
    collectionStatus: QueueStatus,
  })
  .meta({ id: "ScheduleSlot" });

const slots = z.array(ScheduleSlot);

export const Schedule = z
  .object({
    timezone: Timezone,
    queueStatus: QueueStatus,
    schedule: z
      .object(Object.fromEntries(DAYS.map((day) => [day, slots])) as Record<Day, typeof slots>)
      .meta({ description: "Slots of each day, ordered by time; an empty array for a day without slots." }),
  })
  .meta({
    id: "Schedule",
    description: "A slot publishes queued posts only while `queueStatus` and its `collectionStatus` are both `ACTIVE`.",
  });
