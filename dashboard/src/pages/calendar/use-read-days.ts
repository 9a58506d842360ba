import type { CalendarEntry } from "@rostrum/contract/private/calendar.ts";
import { type UseQueryResult, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { sentenceOf } from "../../api/client.ts";
import { say } from "../../parts/toast.tsx";
import { windowOf } from "./grid.ts";
import { calendarQuery, wholeQuery } from "./queries.ts";
import type { CalendarSearch } from "./search.ts";
import { covers, type DaySpan, withWhole } from "./whole-days.ts";

interface Asked {
  readonly zone: string;
  readonly days: readonly string[];
  readonly search: Pick<CalendarSearch, "collection" | "state">;
}

const NO_SPANS: readonly DaySpan[] = [];

/** The days of a page: the first posts of each, and all of those that somebody has opened, as long as the page shows the same days. */
export function useReadDays(brandId: number, { zone, days, search }: Asked) {
  const queries = useQueryClient();
  const narrowed = { collectionId: search.collection, state: search.state };
  const few = useQuery(calendarQuery(brandId, { ...windowOf(days, zone), ...narrowed }));
  const page = [days[0], days.length, search.collection, search.state].join(" ");
  const [opened, setOpened] = useState({ page, spans: NO_SPANS });
  const spans = opened.page === page ? opened.spans : NO_SPANS;
  const askOf = (span: DaySpan) => wholeQuery(brandId, { ...windowOf([span.first, span.last], zone), ...narrowed });
  const wholes = useQueries({ queries: spans.map(askOf), combine: dataOfEach });
  const { data } = few;
  const read = useMemo(() => {
    if (data === undefined) return undefined;
    const counts = new Map(data.days.map(({ day, posts }) => [day, posts]));
    return { ...data, ...withWhole({ entries: data.entries, counts }, spans, wholes) };
  }, [data, spans, wholes]);
  return {
    read,
    error: few.error,
    isFetching: few.isFetching,
    /** Reads days whole, and gives the posts of all days as they are then. */
    async open(first: string, last = first): Promise<readonly CalendarEntry[]> {
      const span = { first, last };
      // Two may be opened at the same time.
      setOpened((now) => {
        const known = now.page === page ? now.spans : NO_SPANS;
        return known.some((one) => covers(one, first) && covers(one, last)) ? now : { page, spans: [...known, span] };
      });
      try {
        const whole = await queries.ensureQueryData(askOf(span));
        return withWhole({ entries: read?.entries ?? [], counts: new Map() }, [span], [whole]).entries;
      } catch (error) {
        setOpened((now) => ({ ...now, spans: now.spans.filter((one) => one !== span) }));
        say({ message: sentenceOf(error) });
        return read?.entries ?? [];
      }
    },
  };
}

function dataOfEach(results: UseQueryResult<CalendarEntry[]>[]): (CalendarEntry[] | undefined)[] {
  return results.map(({ data }) => data);
}
