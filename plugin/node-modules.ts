/**
 * Modules that come with Node and are imported by their bare name: `fs`, `stream/promises`. Those of versions 20 to 26, by its documentation:
 * `module.builtinModules` is that of the Node which happens to run the analysis, and reports would differ with it.
 * `node:test` and others that only have the name with the scheme are none of them.
 */
export const NODE_MODULES: ReadonlySet<string> = new Set(
  `assert assert/strict async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns dns/promises domain events
  fs fs/promises http http2 https inspector inspector/promises module net os path path/posix path/win32 perf_hooks process punycode querystring
  readline readline/promises repl stream stream/consumers stream/promises stream/web string_decoder sys timers timers/promises tls trace_events
  tty url util util/types v8 vm wasi worker_threads zlib`.split(/\s+/),
)
