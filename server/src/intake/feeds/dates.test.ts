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

function assertRead(table: Readonly<Record<string, string>>): void {
  for (const [text, moment] of Object.entries(table)) assert.equal(parseDate(text), `${moment}.000000Z`, text);
}

test("a weekday may touch the day", () => {
  assertRead({ "Fri,24 Nov 2023 18:28:36 -0000": "2023-11-24T18:28:36", "Fri., 24 Nov 2023 18:28": "2023-11-24T18:28:00" });
});

test("dates are read as C, Unix and Twitter print them", () => {
  assertRead({
    "Sun Jan  4 16:29:06 2004": "2004-01-04T16:29:06",
    "Fri Nov 24 10:00:00 EST 2023": "2023-11-24T15:00:00",
    "Sun Jul 15 01:16:00 +0000 2012": "2012-07-15T01:16:00",
    "Sun Jul 15 01:16:00 +0200 2012": "2012-07-14T23:16:00",
  });
});

test("year, month and day may be separated by slashes, dots or nothing", () => {
  assertRead({
    "2006/09/15": "2006-09-15T00:00:00",
    "2006/9/5 8:19": "2006-09-05T08:19:00",
    "2006.09.15": "2006-09-15T00:00:00",
    "Fri, 2006/09/15 08:19:53 EDT": "2006-09-15T12:19:53",
    "20060915": "2006-09-15T00:00:00",
    "20060915T081953Z": "2006-09-15T08:19:53",
    "20060915081953": "2006-09-15T08:19:53",
  });
});

test("with dots the day may come first, and then the month follows", () => {
  assertRead({
    "24.11.2023": "2023-11-24T00:00:00",
    "03.11.2026 09:30": "2026-11-03T09:30:00",
    "Di, 3. 11. 2026, 09:30:15 MEZ": "2026-11-03T08:30:15",
    "3.11.2026 21:30 +0200": "2026-11-03T19:30:00",
  });
  for (const text of ["11.24.2023", "31.11.2026", "3.11.26"]) assert.equal(parseDate(text), null, text);
});

test("minutes and seconds may have one digit, and the zone behind them counts", () => {
  assertRead({
    "2006-01-17T12:35:9+01:00": "2006-01-17T11:35:09",
    "2006-01-17 9:5:3 -0500": "2006-01-17T14:05:03",
    "Tue, 17 Jan 2006 12:35:9 EST": "2006-01-17T17:35:09",
  });
});

test("ISO 8601 ordinal dates are read, and dates without day or month", () => {
  assertRead({
    "2003-335": "2003-12-01T00:00:00",
    "2003335": "2003-12-01T00:00:00",
    "2004-366T10:00:00Z": "2004-12-31T10:00:00",
    "2003-12": "2003-12-01T00:00:00",
    "2003": "2003-01-01T00:00:00",
    "2003-12-31T24:00:00Z": "2004-01-01T00:00:00",
    "2003-12-31T10Z": "2003-12-31T10:00:00",
    "2012-01-01T10:00:00.000+02:00[Europe/Berlin]": "2012-01-01T08:00:00",
  });
});

test("RFC 822 comments are ignored, but a zone in brackets counts if there is no other", () => {
  assertRead({
    "Tue, 03 Nov 2026 09:30:00 -0500 (EST)": "2026-11-03T14:30:00",
    "Tue, 03 Nov 2026 09:30:00 -0500 (CET)": "2026-11-03T14:30:00",
    "Tue, 03 Nov 2026 09:30:00 (EST)": "2026-11-03T14:30:00",
    "Tue (of all days), 03 Nov (the 11th) 2026 09:30:00 +0100 (my clock)": "2026-11-03T08:30:00",
  });
});

test("month names are read in the languages of feeds, with and without accents, full and abbreviated", () => {
  assertRead({
    "Di, 03 Dez 2026 09:30:00 +0100": "2026-12-03T08:30:00",
    "3. März 2026": "2026-03-03T00:00:00",
    "3 Maerz 2026": "2026-03-03T00:00:00",
    "15. Januar 2026, 10:00": "2026-01-15T10:00:00",
    "lun., 3 août 2026": "2026-08-03T00:00:00",
    "3 aout 2026": "2026-08-03T00:00:00",
    "1er février 2026": "2026-02-01T00:00:00",
    "mar. 3 mars 2026 10:00:00 +0100": "2026-03-03T09:00:00",
    "15 juil. 2012": "2012-07-15T00:00:00",
    "15 de julio de 2012 a las 10:30": "2012-07-15T10:30:00",
    "mar, 15 ene 2013": "2013-01-15T00:00:00",
    "15 luglio 2012": "2012-07-15T00:00:00",
    "gio, 3 dic 2026 10:00:00 +0100": "2026-12-03T09:00:00",
    "ter, 3 fev 2026 10:00:00 -0300": "2026-02-03T13:00:00",
    "15 de março de 2012": "2012-03-15T00:00:00",
    "15 mei 2012": "2012-05-15T00:00:00",
    "15 maart 2012": "2012-03-15T00:00:00",
    "15 июля 2012": "2012-07-15T00:00:00",
    "15 мая 2012 г., 10:30": "2012-05-15T10:30:00",
    "15 sierpnia 2012": "2012-08-15T00:00:00",
    "15 wrz 2012": "2012-09-15T00:00:00",
    "15. prosince 2012": "2012-12-15T00:00:00",
    "Κυρ, 11 Ιούλ 2004 12:00:00 EST": "2004-07-11T17:00:00",
    "11 Ιουλίου 2004": "2004-07-11T00:00:00",
    "2004-július-13T9:15-05:00": "2004-07-13T14:15:00",
    "2004. július 13.": "2004-07-13T00:00:00",
    "15 Temmuz 2012": "2012-07-15T00:00:00",
    "15 heinäkuuta 2012": "2012-07-15T00:00:00",
    "15 juli 2012": "2012-07-15T00:00:00",
  });
});

test("dates are read in Korean, with Korea's time zone, and in Chinese and Japanese", () => {
  assertRead({
    "2004년 05월 28일  01:31:15": "2004-05-27T16:31:15",
    "2004-05-25 오후 11:23:17": "2004-05-25T14:23:17",
    "2004년 5월 28일 금요일": "2004-05-27T15:00:00",
    "2004年5月28日": "2004-05-28T00:00:00",
    "2004年5月28日 下午3:15": "2004-05-28T15:15:00",
    "2004年05月28日(金) 10時15分": "2004-05-28T10:15:00",
    "2004年05月28日 午前10:15 +0900": "2004-05-28T01:15:00",
  });
});

test("zones are read by their common names, with daylight saving time where it applies", () => {
  const at = "Thu, 15 Jan 2004 12:00:00";
  const zones = { ET: 17, CT: 18, MT: 19, PT: 20, AT: 16, MET: 11, SAST: 10, WIB: 5, AST: 16, HKT: 4, "Etc/GMT": 12, "UTC+3": 9, XYZ: 12 };
  assertRead(
    Object.fromEntries(Object.entries(zones).map(([zone, hour]) => [`${at} ${zone}`, `2004-01-15T${String(hour).padStart(2, "0")}:00:00`])),
  );
  assertRead({
    "Thu, 15 Jul 2004 12:00:00 ET": "2004-07-15T16:00:00",
    "Thu, 15 Jul 2004 12:00:00 PT": "2004-07-15T19:00:00",
    "Thu, 15 Jul 2004 12:00:00 MEST": "2004-07-15T10:00:00",
    "2004-07-15 12:00:00 ct": "2004-07-15T17:00:00",
    "Thu, 15 Jan 2004 12:00:00 NST": "2004-01-15T15:30:00",
  });
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
    "20",
    "2003-000",
    "2003-367",
    "2003 items",
    "20260230",
    "12345678901",
    "January 2026",
    "the 3rd of 4",
    "mars 3",
    "Tue, 03 Nov 2026 24:01 GMT",
  ]) {
    assert.equal(parseDate(text), null, text);
  }
});
