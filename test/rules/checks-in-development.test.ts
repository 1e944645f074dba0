/** Checks that let more through on a developer's own machine: in production they hold. */
import { test } from 'vitest'
import { check } from './marked-lines'

const page = (first: string, last: string, wanted: string) =>
  check(
    {
      'src/Leave.vue': `<script setup lang="ts">
import { onMounted } from 'vue'
import { useRoute } from 'vue-router'
const route = useRoute()
const ours = (() => {
  try {
    return new URL(import.meta.env.VITE_SHOP).hostname
  } catch {
    return ''
  }
})()
function mayLeave(text: string) {
  const address = new URL(text, window.location.origin)
  ${first}
  ${last}
}
onMounted(() => {
  try {
    const to = decodeURIComponent(route.query.to as string)
    if (!mayLeave(to)) {
      return
    }
    window.location.href = to // javascript-address: ${wanted}
  } catch {
    console.error('no address')
  }
})
</script>
<template><p>Leaving</p></template>
`,
    },
    { vue: '3', 'vue-router': '4' },
  )

const LAST = "if (address.protocol !== 'https:') return false\n  return address.hostname === ours || address.hostname === 'pay.shop.example'"

test.each([
  ["if (import.meta.env.DEV) { if (address.hostname === 'localhost' || address.hostname === '127.0.0.1') return true }", LAST],
  ["if (process.env.NODE_ENV === 'development') return true", LAST],
  ['', LAST],
  ['if (import.meta.env.DEV) return true', LAST],
  ["if (import.meta.env.DEV) { if (address.hostname === 'localhost') return true }", LAST],
  ["if (process.env.NODE_ENV === 'development') { if (address.hostname === 'localhost') return true }", LAST],
])('%s', (first, last) => page(first, last, 'none'))

test.each([
  ["if (import.meta.env.PROD) { if (address.hostname === 'localhost') return true }", LAST],
  ["if (address.hostname === 'localhost') return true", LAST],
  ["if (import.meta.env.DEV) { if (address.hostname === 'localhost') return true }", 'return address.hostname === ours'],
])('but not: %s %s', (first, last) => page(first, last, 'high'))
