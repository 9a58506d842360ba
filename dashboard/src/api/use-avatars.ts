import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { conditionsQuery } from "./brand-queries.ts";

/** The pictures of the brand's accounts by channel; empty until they are known. */
export function useAvatars(brandId: number): ReadonlyMap<number, string | null> {
  const { data } = useQuery(conditionsQuery(brandId));
  return useMemo(() => new Map((data ?? []).map(({ id, avatarUrl }) => [id, avatarUrl])), [data]);
}
