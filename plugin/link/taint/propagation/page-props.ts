/** Functions of a page's server half, `getServerSideProps`. In: a function. Out: first parameters of the pages that are handed what it returns. */
import { LabelKind } from '../../labels'
import type { Linked } from '../../linked'

const NONE: readonly number[] = []

const PAGE_PROPS = new Set(['getServerSideProps', 'getStaticProps', 'getInitialProps'])

export function pagesOf({ whole, solver }: Linked, fn: number): readonly number[] {
  if (!PAGE_PROPS.has(whole.functions[fn]?.fact.name ?? '')) return NONE
  const found: number[] = []
  for (const entry of whole.exports[whole.functions[fn]?.file ?? -1] ?? [])
    if (entry.name === 'default')
      for (const label of solver.of(entry.node))
        if (solver.labels.kind[label] === LabelKind.Function) {
          const param = whole.functions[solver.labels.data[label] as number]?.params[0]
          if (param !== undefined) found.push(param)
        }
  return found
}
