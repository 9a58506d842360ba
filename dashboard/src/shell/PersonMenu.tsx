import { Menu, useMantineColorScheme } from "@mantine/core";
import { IconBook, IconDeviceDesktop, IconFlask, IconHelp, IconLogout, IconMoon, IconServer, IconSun } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { api, dataOf } from "../api/client.ts";
import { useSession } from "../api/session.ts";
import { PersonAvatar } from "../parts/look/avatars.tsx";
import { signInPath } from "../parts/sign-in.ts";
import { useAct } from "../parts/use-act.ts";
import { forgetShared } from "../share/shared.ts";
import { OWN_PLACES } from "./places.ts";
import css from "./shell.module.css";
import { words } from "./words.ts";

/** The person's own pages, what the service has besides, the colours, and the way out. */
export function PersonMenu() {
  const { user, service } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useAct(
    async () => {
      await dataOf(api.signOut());
      await forgetShared().catch(() => undefined);
      // A whole load: nothing of what this person has read stays in the page.
      globalThis.location.assign(signInPath("/"));
    },
    { changes: [] },
  );
  return (
    <Menu position="top-start" width={240}>
      <Menu.Target>
        <button type="button" className={css.person}>
          <span className="unseen">{words.menuOf({ name: user.name })}</span>
          <PersonAvatar name={user.name} />
          <span className={css.clip} aria-hidden>
            {user.name}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        {OWN_PLACES.map(({ to, label, Icon }) => (
          <Menu.Item key={to} leftSection={<Icon size={16} aria-hidden />} renderRoot={(props) => <Link to={to} {...props} />}>
            {label}
          </Menu.Item>
        ))}
        {user.isOperator && (
          <Menu.Item
            leftSection={<IconServer size={16} aria-hidden />}
            renderRoot={(props) => <Link to="/operator" search={{ tab: "service" }} {...props} />}
          >
            {words.operator}
          </Menu.Item>
        )}
        <Menu.Divider />
        {service.sandbox && (
          <Menu.Item component="a" href="/sandbox/" leftSection={<IconFlask size={16} aria-hidden />}>
            {words.sandbox}
          </Menu.Item>
        )}
        <Menu.Item component="a" href="/help/" leftSection={<IconHelp size={16} aria-hidden />}>
          {words.help}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
          {words.documentation}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{words.colours}</Menu.Label>
        <Menu.Item leftSection={<IconSun size={16} aria-hidden />} onClick={() => setColorScheme("light")}>
          {words.light}
        </Menu.Item>
        <Menu.Item leftSection={<IconMoon size={16} aria-hidden />} onClick={() => setColorScheme("dark")}>
          {words.dark}
        </Menu.Item>
        <Menu.Item leftSection={<IconDeviceDesktop size={16} aria-hidden />} onClick={() => setColorScheme("auto")}>
          {words.device}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => signOut.mutate(undefined)}>
          {words.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
