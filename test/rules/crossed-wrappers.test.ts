/** A wrapper that calls what it is handed: what goes into one of the functions that it makes does not come out in another. */
import { test } from 'vitest'
import { check } from './marked-lines'

const busy = `
import { useCallback, useState } from 'react'
export function useBusy<T extends unknown[], R>(work: (...args: T) => Promise<R>, needs: unknown[]) {
  const [isBusy, setBusy] = useState(false)
  const run = useCallback((...args: T) => {
    setBusy(true)
    return work(...args).finally(() => setBusy(false))
  }, needs)
  return [run, isBusy] as const
}
`
const page = (called: string, marked: string) => ({
  'src/busy.ts': busy,
  'src/Survey.tsx': `
import { useSearchParams } from 'react-router-dom'
import { useBusy } from './busy'
export function Survey() {
  const [query] = useSearchParams()
  const [save, isSaving] = useBusy(async (answer: string) => {
    await fetch('/answers', { method: 'POST', body: answer })
  }, [])
  const [leave, isLeaving] = useBusy(async (to: string) => {
    window.location.href = to // javascript-address: ${marked}
  }, [])
  const answer = query.get('answer') ?? ''
  leave('/done')
  ${called}
  return <p>{isSaving || isLeaving ? 'Wait' : 'Done'}</p>
}
`,
})

test('what another function of the same wrapper is handed', () => check(page('save(answer)', 'medium'), { react: '19', 'react-router-dom': '6' }))

test('but not: what this one is handed', () => check(page('leave(answer)', 'high'), { react: '19', 'react-router-dom': '6' }))
