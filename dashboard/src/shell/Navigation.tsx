import { NavLink, Stack } from "@mantine/core";
import { IconExternalLink, IconSettings } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import { has, useSession } from "../api/session.ts";
import { useBrandInPath } from "./brand-in-path.ts";
import { BRAND_PLACES, OWN_PLACES } from "./places.ts";

/** The pages of the brand, and what the service has besides. */
export function Navigation() {
  const { service, user } = useSession();
  const brand = useBrandInPath();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <Stack component="nav" aria-label="Pages" gap={2} mih="100%">
      {brand === null
        ? OWN_PLACES.map(({ to, label, Icon }) => (
            <NavLink
              key={to}
              label={label}
              leftSection={<Icon size={18} aria-hidden />}
              active={path === to}
              renderRoot={(props) => <Link to={to} activeOptions={{ exact: true }} {...props} />}
            />
          ))
        : BRAND_PLACES.filter((place) => !("needs" in place) || has(brand, place.needs)).map(({ to, label, Icon }) => (
            <NavLink
              key={to}
              label={label}
              leftSection={<Icon size={18} aria-hidden />}
              active={isAt(path, to.replace("$brandId", String(brand.id)))}
              renderRoot={(props) => <Link to={to} params={{ brandId: brand.id }} activeOptions={{ exact: true }} {...props} />}
            />
          ))}
      <Stack gap={2} mt="auto">
        {user.isOperator && (
          <NavLink
            label="Operator"
            leftSection={<IconSettings size={18} aria-hidden />}
            active={path === "/operator"}
            renderRoot={(props) => <Link to="/operator" search={{ tab: "service" }} {...props} />}
          />
        )}
        {service.sandbox && (
          <NavLink label="Sandbox networks" component="a" href="/sandbox/" leftSection={<IconExternalLink size={18} aria-hidden />} />
        )}
        <NavLink label="API documentation" component="a" href="/docs" leftSection={<IconExternalLink size={18} aria-hidden />} />
      </Stack>
    </Stack>
  );
}

/** Whether the page is the place or below it; everything is below the overview, which has to be the page itself. */
function isAt(path: string, place: string): boolean {
  return path === place || (/^\/brands\/\d+\/./.test(place) && path.startsWith(`${place}/`));
}
