import type { SessionBrand } from "@rostrum/contract/private/session.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, dataOf } from "../api/client.ts";
import { has } from "../api/session.ts";
import { ownZone } from "../parts/moments.ts";

const DONE = "rostrum.demo-zone";

/**
 * The demo is made by a machine, whose clock is often UTC. Its brand lives in the zone of the first browser that opens it, once; whoever
 * chooses another one keeps that.
 */
export function useDemoZone(brand: SessionBrand | null): void {
  const queries = useQueryClient();
  const id = brand?.isDemo === true && brand.timezone === "UTC" && has(brand, "admin") ? brand.id : null;
  useEffect(() => {
    const timezone = ownZone();
    if (id === null || timezone === "UTC" || localStorage.getItem(DONE) !== null) return;
    localStorage.setItem(DONE, timezone);
    dataOf(api.updateBrand({ brandId: id, timezone })).then(
      () => queries.invalidateQueries(),
      // Nobody asked for it: the zone stays, and can be changed in the settings.
      () => undefined,
    );
  }, [id, queries]);
}
