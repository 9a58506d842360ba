import {
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { Facts, Span, SpanStart } from "../../spans.ts";

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const;
/** Hosts are as long as anybody makes them. */
const VALUE_LENGTH_MAX = 256;

/** Begins a span below `parent`, or a trace. */
export function beginSpan(tracer: Tracer, { name, kind, facts, startedAt }: SpanStart, parent: SpanContext | null): Span {
  const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
  const options = {
    kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind],
    attributes: attributesOf(facts ?? {}),
    ...(startedAt === undefined ? {} : { startTime: startedAt }),
  };
  return new TracedSpan(tracer, tracer.startSpan(name, options, context));
}

class TracedSpan implements Span {
  readonly #tracer: Tracer;
  readonly #span: OtelSpan;

  constructor(tracer: Tracer, span: OtelSpan) {
    this.#tracer = tracer;
    this.#span = span;
  }

  get traceId(): string {
    return this.#span.spanContext().traceId;
  }

  get spanId(): string {
    return this.#span.spanContext().spanId;
  }

  get traceParent(): string | null {
    const { traceId, spanId, traceFlags } = this.#span.spanContext();
    return (traceFlags & TraceFlags.SAMPLED) === 0 ? null : `00-${traceId}-${spanId}-01`;
  }

  tell(facts: Facts): void {
    this.#span.setAttributes(attributesOf(facts));
  }

  fail(type: string): void {
    this.#span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR });
  }

  link(traceParent: string): void {
    const context = contextOf(traceParent);
    if (context !== null) this.#span.addLink({ context });
  }

  begin(part: SpanStart): Span {
    return beginSpan(this.#tracer, part, this.#span.spanContext());
  }

  end(endedAt?: number): void {
    this.#span.end(endedAt);
  }
}

const TRACE_PARENT = /^(?!ff)[\da-f]{2}-((?!0{32})[\da-f]{32})-((?!0{16})[\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Null for what W3C Trace Context does not allow. */
export function contextOf(traceParent: string): SpanContext | null {
  const [, traceId, spanId, flags, more] = TRACE_PARENT.exec(traceParent.trim()) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (more !== undefined && traceParent.trim().startsWith("00")) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
}

function attributesOf(facts: Facts): Record<string, string | number | boolean> {
  const attributes: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (value === null || value === undefined) continue;
    attributes[name] = typeof value === "string" ? value.slice(0, VALUE_LENGTH_MAX) : value;
  }
  return attributes;
}
