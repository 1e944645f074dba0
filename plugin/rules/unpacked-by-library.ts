/** Archives that a library unpacks as a whole. In: the program. Out: the same without the ways by which a name in one leads out of the directory where the library keeps it inside. */
import type { Flow, Program } from '../types'
import { isAtLeast } from './package-versions'

/** Methods by which a package unpacks what it holds, and the first version that keeps names inside the directory: CVE-2018-1002204, and what was left of it until 0.5.2 (adm-zip). */
const UNPACKS = [{ name: 'adm-zip', methods: /\.(?:extractAllTo|extractAllToAsync|extractEntryTo)$/, keepsInside: '0.5.2' }]

export function withoutConfined(program: Program): Program {
  const unpacks = program.flows.filter(isUnpacked)
  if (unpacks.length === 0) return program
  const isConfined = ({ api, at }: Flow) =>
    UNPACKS.some(({ name, methods, keepsInside }) => methods.test(api) && isAtLeast(program, [name], keepsInside, at.file))
  const others = program.flows.filter((flow) => !isUnpacked(flow))
  // Where the directory comes from outside as well, the place is told once.
  const told = new Set(others.map(placeOf))
  const left = unpacks.filter((flow) => !told.has(placeOf(flow)) && !isConfined(flow))
  return { ...program, flows: [...others, ...left] }
}

const isUnpacked = (flow: Flow) => flow.sink === 'path' && flow.onReceiver === true

const placeOf = ({ source, sink, at }: Flow) => `${source} ${sink} ${at.file}:${at.line}`
