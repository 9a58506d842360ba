import { Button, Indicator, Popover } from "@mantine/core";
import type { Notice } from "@rostrum/contract/private/bell.ts";
import { IconBell, IconCalendarX, IconKey, IconRss } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api, dataOf } from "../api/client.ts";
import { noticesQuery } from "../api/needs.ts";
import { useSession } from "../api/session.ts";
import { StateMark } from "../parts/look/StateMark.tsx";
import { printMoment } from "../parts/moments.ts";
import { useAct } from "../parts/use-act.ts";
import css from "./bell.module.css";
import { detailOf, placeOf, titleOf } from "./notices.ts";
import { words } from "./words.ts";

/** What happened in all brands of the person, newest first; the number of what they have not read stands on it. */
export function Bell() {
  const [isOpen, setIsOpen] = useState(false);
  const { unread = 0, notices = [] } = useQuery(noticesQuery).data ?? {};
  const read = useAct((body: { id: number; earlierToo: boolean }) => dataOf(api.readNotices(body)), {
    changes: [noticesQuery.queryKey],
  });
  const [latest] = notices;
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="top-start" width={360} trapFocus withinPortal>
      <Popover.Target>
        <button
          type="button"
          className={css.bell}
          aria-label={words.bell.label({ count: unread })}
          onClick={() => setIsOpen((was) => !was)}
        >
          <Indicator label={unread > 0 ? unread : undefined} disabled={unread === 0} size={16} color="red" offset={2}>
            <IconBell size={20} stroke={1.75} aria-hidden />
          </Indicator>
        </button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={words.bell.title}>
        <div className={css.head}>
          <b>{words.bell.title}</b>
          {latest !== undefined && unread > 0 && (
            <Button variant="subtle" size="compact-sm" onClick={() => read.mutate({ id: latest.id, earlierToo: true })}>
              {words.bell.readAll}
            </Button>
          )}
        </div>
        {notices.length === 0 && <p className={css.empty}>{words.bell.empty}</p>}
        <ul className={css.list}>
          {notices.map((notice) => (
            <NoticeRow
              key={notice.id}
              notice={notice}
              onOpen={() => {
                setIsOpen(false);
                if (notice.isUnread) read.mutate({ id: notice.id, earlierToo: false });
              }}
            />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

function NoticeRow({ notice, onOpen }: { readonly notice: Notice; readonly onOpen: () => void }) {
  const { brands } = useSession();
  const brand = brands.find(({ id }) => id === notice.brandId);
  const { to, search } = placeOf(notice);
  const detail = detailOf(notice);
  return (
    <li>
      <Link
        to={to}
        params={{ brandId: notice.brandId }}
        search={search}
        className={css.notice}
        data-unread={notice.isUnread || undefined}
        onClick={onOpen}
      >
        {markOf(notice)}
        <span className={css.text}>
          <span className={css.title}>
            {notice.isUnread && <span className="unseen">{words.bell.unread} </span>}
            {titleOf(notice, brand?.timezone ?? "UTC")}
          </span>
          {detail !== null && <span className={css.detail}>{detail}</span>}
          <span className={css.detail}>
            {brands.length > 1 && brand !== undefined ? `${brand.title} · ` : ""}
            {printMoment(notice.at, brand?.timezone ?? "UTC")}
          </span>
        </span>
      </Link>
    </li>
  );
}

function markOf(notice: Notice): ReactNode {
  switch (notice.kind) {
    case "POST":
      return <StateMark state={notice.outcome === "PUBLISHED" ? "sent" : notice.outcome === "SKIPPED" ? "skipped" : "failed"} size={16} />;
    case "LOG_IN_ENDED":
    case "LOG_IN_ENDS":
      return <IconKey size={16} stroke={1.75} aria-hidden />;
    case "QUEUE":
      return <IconCalendarX size={16} stroke={1.75} aria-hidden />;
    case "IMPORTED":
    case "AUTOMATION_FAILING":
      return <IconRss size={16} stroke={1.75} aria-hidden />;
  }
}
