import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDate } from "./dates.ts";

test("dates are read in the forms that feeds use", () => {
  const table: Record<string, string> = {
    "Tue, 03 Nov 2026 09:30:15 +0000": "2026-11-03T09:30:15",
    "Tue, 3 Nov 2026 09:30 GMT": "2026-11-03T09:30:00",
    "3 Nov 26 09:30:00 Z": "2026-11-03T09:30:00",
    "Tue, 03 Nov 2026 09:30:00 EST": "2026-11-03T14:30:00",
    "Tue, 03 Nov 2026 09:30:00 pdt": "2026-11-03T16:30:00",
    "Di, 03 Nov 2026 09:30:00 MEZ": "2026-11-03T08:30:00",
    "Tue, 03 Nov 2026 09:30:00 GMT+0200": "2026-11-03T07:30:00",
    "Tue, 03 Nov 2026 09:30:00 -0330": "2026-11-03T13:00:00",
    "Tue, 03 Nov 2026 09:30:00 (UTC)": "2026-11-03T09:30:00",
    "Tuesday, 03-Nov-2026 09:30:00 UTC": "2026-11-03T09:30:00",
    "Tue, 03 November 2026 09:30:00": "2026-11-03T09:30:00",
    "Tue, 03 Nov 2026 23:59:60 GMT": "2026-11-03T23:59:59",
    "03 Nov 2026": "2026-11-03T00:00:00",
    "2026-11-03T09:30:15Z": "2026-11-03T09:30:15",
    "2026-11-03T09:30:15.123456+05:30": "2026-11-03T04:00:15",
    "2026-11-03T09:30:15+0100": "2026-11-03T08:30:15",
    "2026-11-03 09:30:15 +01:00": "2026-11-03T08:30:15",
    "2026-11-03T09:30Z": "2026-11-03T09:30:00",
    "2026-11-03": "2026-11-03T00:00:00",
    "November 3, 2026 9:30 pm": "2026-11-03T21:30:00",
    "Nov 3rd, 2026 at 12:05 AM": "2026-11-03T00:05:00",
    " \n Tue, 03 Nov 2026 09:30:00 GMT ": "2026-11-03T09:30:00",
  };
  for (const [text, moment] of Object.entries(table)) assert.equal(parseDate(text), `${moment}.000000Z`, text);
});

test("what is no date is none", () => {
  for (const text of [
    "",
    "yesterday",
    "Tue, 31 Feb 2026 10:00 GMT",
    "2026-13-01",
    "2026-00-10",
    "0000-00-00 00:00:00",
    "1 Foo 2026",
    "99:99",
    "31/12/2026",
    "Tue, 03 Nov 2026 25:00 GMT",
    "0001-01-01T00:00:00Z",
    "1",
  ]) {
    assert.equal(parseDate(text), null, text);
  }
});
