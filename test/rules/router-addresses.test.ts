/** Addresses that routers of Next.js are sent to: since 16.2.0 none of them is a script. */
import { test } from 'vitest'
import { check } from './marked-lines'

const PAGES = (claimed: string) => ({
  'app/sign-on/page.tsx': `
'use client'
import { useEffect } from 'react'
import { useRouter, useSearchParams } from 'next/navigation'
export default function Page() {
  const router = useRouter()
  const next = useSearchParams().get('next')
  useEffect(() => {
    if (next) router.push(next) // javascript-address: ${claimed}
  }, [])
  const leave = () => {
    location.href = next // javascript-address: high
  }
  return <button onClick={leave}>Leave</button>
}
`,
  'pages/old.tsx': `
import { useEffect } from 'react'
import { useRouter } from 'next/router'
export default function Old() {
  const router = useRouter()
  useEffect(() => {
    router.replace(router.query.next as string) // javascript-address: ${claimed}
  }, [])
  return <p>Wait</p>
}
`,
})

test('a router that refuses scripts runs none', async () => {
  await check(PAGES('none'), { next: '16.2.6', react: '19.2.0' })
  await check(PAGES('high'), { next: '16.1.0', react: '19.2.0' })
  await check(PAGES('high'), { next: '^15.5.0', react: '19.2.0' })
})
