/** Code of other people that lies among the sources. In: paths, and for single files their head. Out: what to leave alone. */
import path from 'node:path'
import type { Reason } from './sniff'

/** Folders that say it by their name alone. */
const foreign = /^(?:third[_-]?party|\.yarn|\.pnp|Pods|Carthage)$/
/** A shop may have vendors of its own: here the contents have to say so too. */
const ambiguous = /^(?:vendors?|externals?)$/
/** Either of them in a path: most have none, and need not be taken apart. */
const maybeForeign = /(?:^|\/)(?:third[_-]?party|\.yarn|\.pnp|Pods|Carthage|vendors?|externals?)\//
const licence = /^(?:licen[cs]e|copying|notice|copyright)(?:[.-].+)?$/i
const packageOfOthers =
  /^(?:package\.json|bower\.json|component\.json|composer\.json|autoload\.php|modules\.txt|.+\.gemspec|cargo\.toml|go\.mod|readme\.md)$/i
const script = /\.[cm]?jsx?$/i
const source = /\.(?:[cm]?ts|tsx|vue|svelte|astro)$/i

/**
 * @param files every path of the tree
 * @returns folders that are not entered, each with a slash at its end
 */
export function vendoredFolders(files: string[]): string[] {
  const below = new Map<string, string[]>()
  for (const file of files) {
    if (!maybeForeign.test(file)) continue
    const steps = file.split('/')
    const at = steps.findIndex((step, index) => index < steps.length - 1 && (foreign.test(step) || ambiguous.test(step)))
    if (at < 0) continue
    const folder = `${steps.slice(0, at + 1).join('/')}/`
    const inside = below.get(folder)
    if (inside) inside.push(file)
    else below.set(folder, [file])
  }
  return [...below].filter(([folder, inside]) => foreign.test(path.posix.basename(folder)) || isForeign(folder, inside)).map(([folder]) => folder)
}

/** Somebody else's licence or manifest is in it, or it is all minified; and it is not a folder of TypeScript without either. */
function isForeign(folder: string, inside: string[]): boolean {
  const names = inside.map((file) => path.posix.basename(file))
  const hasPapers = inside.some((file, index) => {
    const depth = file.slice(folder.length).split('/').length
    return licence.test(names[index]!) || (packageOfOthers.test(names[index]!) && (depth > 1 || /autoload\.php|modules\.txt/.test(names[index]!)))
  })
  if (hasPapers) return true
  const scripts = names.filter((name) => script.test(name))
  const isMinified = scripts.filter((name) => /[.-]min\./i.test(name) || knownLibrary(name)).length * 2 >= scripts.length
  return scripts.length > 0 && isMinified && !names.some((name) => source.test(name))
}

/** Libraries that people copy into a site, under names that mean little else. */
const libraries =
  'jquery jquery-ui jquery-migrate jquery.validate jquery.form jquery.datatables bootstrap bootstrap.bundle angular angular-route angular-animate angular-sanitize angular-resource react-dom backbone underscore lodash moment moment-with-locales dayjs d3 nv.d3 three orbitcontrols chartjs highcharts modernizr handlebars mustache scriptaculous mootools socket.io sockjs select2 datatables tinymce ckeditor codemirror html5shiv es5-shim es6-shim mapbox-gl owl.carousel fullcalendar toastr sweetalert sweetalert2 axios zepto tweenmax babylon mathjax katex purify dompurify crypto-js cryptojs jsencrypt sjcl jszip pdf.worker papaparse plotly echarts dat.gui'
/** Libraries whose names an application may want for a script of its own. */
const wordLibraries =
  'react vue vuex ember popper luxon chart highlight prism require knockout prototype dojo raphael ace respond polyfill leaflet swiper slick hammer gsap anime p5 pixi phaser marked showdown forge pdf xlsx video videojs hls vis c3 rickshaw stats tween'
const known = new Set(libraries.split(' '))
const knownWords = new Set(wordLibraries.split(' '))
/** Where a site keeps what browsers fetch. */
const assets = /(?:^|\/)(?:public|static|assets|www|wwwroot|webroot|htdocs|vendors?)\//i
const version = /[.-]v?\d+(?:\.\d+)+(?:[.-](?:rc|beta|alpha)\S*)?/i
/** No library of these names is smaller; somebody's few lines about it may be. */
const smallestLibrary = 20_000

function libraryName(name: string): { name: string; hasVersion: boolean } {
  const bare = name
    .replace(script, '')
    .replace(/(?:[.-](?:min|slim|umd|iife|cjs|esm|prod|production|development|global|core|full|pack|packed))+$/i, '')
  return { name: bare.replace(version, '').toLowerCase(), hasVersion: version.test(bare) }
}

function knownLibrary(name: string): boolean {
  const bare = libraryName(name).name
  return known.has(bare) || knownWords.has(bare)
}

/** `/*! Name v1.2.3`, `@license`, `Copyright (c)` with a version: how libraries introduce themselves. */
const banner = /^\s*\/\*[!*]?[\s\S]{0,600}?(?:@licen[sc]e|\blicen[sc]ed? under|\bMIT\b|\bApache\b|\bBSD\b|\bv\d+\.\d+\.\d+)/

/** A script that was given the ending of TypeScript, and whose types nobody looks at. */
const unchecked = /^\s*\/\/ @ts-nocheck\b.*/

/** A single script that is a library. TypeScript is never taken for one, unless it is a script in all but its ending. */
export function library(file: string, bytes: Uint8Array): Reason | undefined {
  const base = path.posix.basename(file)
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 700)).toString('latin1')
  if (/\.ts$/.test(base) && unchecked.test(head)) {
    const isCopy = known.has(libraryName(base.replace(/\.ts$/, '.js')).name) && assets.test(file) && bytes.length > smallestLibrary
    return isCopy && banner.test(head.replace(unchecked, ''))
      ? { reason: 'vendored', detail: 'A copy of a library: its name and its first comment say so.' }
      : undefined
  }
  if (!script.test(base)) return undefined
  if (/^\.pnp\.[cm]?js$/.test(base)) return { reason: 'vendored', detail: 'Written by the package manager.' }
  const { name, hasVersion } = libraryName(base)
  const isKnown = known.has(name)
  const introducesItself = banner.test(head)
  const isAsset = assets.test(file) && (introducesItself || (isKnown && bytes.length > smallestLibrary))
  if ((hasVersion && (isKnown || introducesItself)) || (isAsset && (isKnown || knownWords.has(name))))
    return { reason: 'vendored', detail: `A copy of a library: ${introducesItself ? 'its name and its first comment say' : 'its name says'} so.` }
  return undefined
}
