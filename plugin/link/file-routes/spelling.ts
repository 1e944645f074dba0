/** Names of files as route paths. In: the part of a file's path that spells the route. Out: the path, or undefined where it has none. */
import type { FileRouteModel } from '../models'

export function spelled(inside: string, spelling: FileRouteModel['spelling']): string | undefined {
  return spelling === 'flat' ? flat(inside) : brackets(spelling === 'double brackets' ? inside.replace(/\[\[(\w+)\]\]/g, '[...$1]') : inside)
}

/**
 * `api/users/[id]/index` → `/api/users/:id`; groups in parentheses and slots say nothing about the path. An intercepting segment
 * (`(.)photo`) shows another page's address, and so has none of its own.
 */
function brackets(inside: string): string | undefined {
  const segments = inside.split('/')
  if (segments.some((segment) => /^\(\.{1,3}\)/.test(segment))) return undefined
  if (segments[segments.length - 1] === 'index') segments.pop()
  return `/${segments
    .filter((segment) => segment !== '' && !/^\([^)]*\)$/.test(segment) && !/^@[\w-]+$/.test(segment))
    .map(bracketed)
    .join('/')}`
}

function bracketed(segment: string): string {
  return segment
    .replace(/\[[xu]\+([0-9a-f]{2,6})\]/gi, (_, code: string) => String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)))
    .replace(/\[\[?\.\.\.([\w-]*)(?:=\w+)?\]?\]/g, (_, name: string) => parameter(name || '_', '*'))
    .replace(/\[\[([\w-]+)(?:=\w+)?\]\]/g, (_, name: string) => parameter(name, '?'))
    .replace(/\[([\w-]+)(?:=\w+)?\]/g, (_, name: string) => parameter(name, ''))
}

/** A name with a hyphen would end at it. */
const parameter = (name: string, takes: '' | '?' | '*') => (/^\w+$/.test(name) ? `:${name}${takes}` : `{${name}}`)

/**
 * `users.$id_.edit` → `/users/:id/edit`. Dots and folders separate; `_name` only lays out, `name_` only leaves a layout, `$` takes
 * the rest, `[.]` is a dot, `($lang)` may be missing. A file that only lays out has no path.
 */
function flat(inside: string): string | undefined {
  const parts = inside
    .replace(/\/(?:route|index|_index|\+?_?route)$/, '')
    .replace(/\+(?:\/|$)/g, '/')
    .replace(/\/$/, '')
    .split('/')
    .flatMap(atDots)
  const last = parts[parts.length - 1] ?? ''
  if (/^_/.test(last) && last !== '_index') return undefined
  if (last === '_index' || last === 'index') parts.pop()
  return `/${parts
    .filter((part) => part !== '' && !part.startsWith('_'))
    .map(dollar)
    .join('/')}`
}

/** Parts of a name between dots; dots in square brackets belong to it. */
function atDots(name: string): string[] {
  return name.match(/(?:\[[^\]]*\]|[^.])+/g) ?? []
}

function dollar(part: string): string {
  const optional = /^\((.*)\)_?$/.exec(part)
  const name = (optional ? (optional[1] as string) : part).replace(/_$/, '')
  if (name === '$') return ':splat*'
  const text = name.startsWith('$') ? parameter(name.slice(1), optional ? '?' : '') : name.replace(/\[([^\]]*)\]/g, '$1')
  return optional && !name.startsWith('$') ? `${text}?` : text
}
