import { setFlagsFromString } from 'node:v8'

/**
 * For a process of our own only. V8 compiles a function anew as soon as it seems worth it for a server that runs for days; in an
 * analysis of seconds, of code that is wide and not deep, a fifth of the processor's time went into that.
 */
export function suitShortRuns(): void {
  for (const flag of flagsFor(process.versions.v8)) setFlagsFromString(flag)
}

/**
 * Settings of the compiler for a version of V8, as `process.versions.v8` has it; none where they were not looked at, since V8 tells
 * the terminal of a flag that it does not know.
 *
 * Node 20 counts bytes of bytecode that a function runs through before it is looked at: 132 KB, and 600 KB here, measured on two
 * applications of 60 and 335 kLOC (400 KB to 1 MB made no difference). Node 22 to 26 count how often a function is run
 * before its best version is made: 3,000 times, and 30,000 here, since the version before that is good enough (335 kLOC: Node 22 from 27 to 23 s,
 * Node 24 from 23 to 22 s).
 */
export function flagsFor(v8: string): string[] {
  const [major = 0, minor = 0] = v8.split('.').map(Number)
  if (major === 11 && minor === 3) return ['--interrupt-budget=600000']
  return major >= 12 && major <= 14 ? ['--invocation-count-for-turbofan=30000'] : []
}
