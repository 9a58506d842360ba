/** Hours from UTC. The American ones are from RFC 822; the others occur in feeds. */
const HOURS: Readonly<Record<string, number>> = {
  ...{ ut: 0, utc: 0, gmt: 0, z: 0, zulu: 0, wet: 0, west: 1, bst: 1, cet: 1, met: 1, mez: 1, cest: 2, mest: 2, mesz: 2 },
  ...{ wat: 1, cat: 2, sast: 2, eat: 3, eet: 2, eest: 3, idt: 3, trt: 3, msk: 3, msd: 4, samt: 4, irst: 3.5, gst: 4, pkt: 5, yekt: 5 },
  ...{ ist: 5.5, npt: 5.75, omst: 6, ict: 7, wib: 7, krat: 7, wita: 8, irkt: 8, hkt: 8, sgt: 8, myt: 8, pht: 8, phst: 8, awst: 8 },
  ...{ jst: 9, kst: 9, wit: 9, yakt: 9, acst: 9.5, acdt: 10.5, aest: 10, aedt: 11, vlat: 10, magt: 11, nzst: 12, nzdt: 13, pett: 12 },
  ...{ nst: -3.5, ndt: -2.5, ast: -4, adt: -3, est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{ akst: -9, akdt: -8, hst: -10, hast: -10, hadt: -9, sst: -11, brt: -3, brst: -2, art: -3, clt: -4, clst: -3, cot: -5, pet: -5 },
  ...{ uyt: -3, vet: -4 },
};

/** Zone names that do not say whether daylight saving time applies. */
const PLACES: Readonly<Record<string, string>> = {
  at: "America/Halifax",
  et: "America/New_York",
  ct: "America/Chicago",
  mt: "America/Denver",
  pt: "America/Los_Angeles",
  akt: "America/Anchorage",
  aet: "Australia/Sydney",
  nzt: "Pacific/Auckland",
};

const OFFSET = /^(?:etc\/)?(?:gmt|utc|ut)?\s*([+-])(\d{1,2})(?::?(\d{2}))?$/i;

/** Whether the text is a zone, by name or as a UTC offset. */
export function isZone(text: string): boolean {
  const name = text.toLowerCase();
  return OFFSET.test(text) || Object.hasOwn(HOURS, name) || Object.hasOwn(PLACES, name);
}

/**
 * Converts local time in a zone, given in milliseconds as if it were UTC, to the actual moment. An unknown zone counts as UTC.
 */
export function millisecondsAt(local: number, zone: string | undefined): number {
  if (zone === undefined) return local;
  const offset = OFFSET.exec(zone);
  if (offset !== null) {
    const [, sign, hours, minutes] = offset;
    return local - (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
  }
  const name = zone.toLowerCase();
  const place = Object.hasOwn(PLACES, name) ? PLACES[name] : undefined;
  if (place === undefined) return local - (Object.hasOwn(HOURS, name) ? (HOURS[name] ?? 0) : 0) * 3_600_000;
  const there = new Date(local).toISOString().slice(0, -1);
  return Temporal.PlainDateTime.from(there).toZonedDateTime(place).epochMilliseconds;
}
