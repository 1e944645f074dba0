/** A taint rule about markup: an answer that says it is no HTML is none, whatever stands in it. */
import type { Confidence, Flow, Program, Usage } from '../types'
import { isHeadlessBrowser } from './injection/headless-browser-injection'
import type { Hit, Rule } from './rule'
import { lessSure } from './sureness'
import { type TaintRule, taintRule } from './taint-rule'

/** Libraries whose answers are plain text or JSON unless they are called something else. */
const PLAIN_BY_DEFAULT = new Set(['fastify', 'web-platform', 'next', 'restify'])

export interface HtmlRule extends TaintRule {
  /** Says how sure one hit is, where the flow alone says too much. */
  sure?: (hit: Hit) => Confidence | undefined
}

export function htmlRule({ sure, ...rule }: HtmlRule): Rule {
  const { where } = rule
  return {
    ...taintRule(rule),
    check: (program: Program) => {
      const types = new Map(program.usages.filter(({ kind }) => kind === 'response-type').map((usage) => [placeOf(usage), usage]))
      const checked = new Set(program.usages.filter(({ kind }) => kind === 'checked-message').map(({ at }) => `${at.file}:${at.line}`))
      /** What a request says may be a link that somebody follows; what is stored is read by programs that ask for feeds and maps. */
      const ofXml = ({ flow, at }: Hit): Confidence =>
        !flow || !isXml(types.get(placeOf({ at, api: flow.api }))) ? 'high' : flow.source === 'request' ? 'medium' : 'low'
      return taintRule({
        ...rule,
        where: (flow) => {
          const sent = types.get(placeOf(flow))
          if ((sent && !isHtml(sent)) || isSentAsJson(flow) || isOfMail(flow) || isHeadlessBrowser(flow)) return false
          if (/\bdata\b/.test(flow.origin) && checked.has(`${flow.from.file}:${flow.from.line}`)) return false
          return where?.(flow, program) ?? true
        },
      })
        .check(program)
        .map((hit) => ({
          ...whereMarked(hit),
          confidence: lessSure(lessSure(isCleanedByEditor(hit) ? 'low' : (sure?.(hit) ?? 'high'), ofXml(hit)), hit.confidence ?? 'high'),
        }))
    },
  }
}

const placeOf = ({ at, api }: Pick<Usage, 'at' | 'api'>) => `${at.file}:${at.line} ${api.replace(/^new |^.*\./g, '')}`

/** Elements of XHTML run scripts in any document of XML. Most of these are read by programs. */
const XML = /^(?:text|application)\/(?:[\w.-]+\+)?xml\b/i
const isXml = (usage: Usage | undefined): boolean => {
  const texts = usage?.values.type?.texts ?? []
  return texts.some((text) => XML.test(text)) && !texts.some((text) => /html|svg/i.test(text))
}

function isHtml({ library, values }: Usage): boolean {
  const { state, texts } = values.type ?? { state: 'missing', texts: [] }
  if (texts.some((text) => /html|svg/i.test(text) || XML.test(text))) return true
  if (state === 'constant') return false
  return state !== 'missing' || !PLAIN_BY_DEFAULT.has(library)
}

/** Attributes that are put together before the element is made: the place that calls them markup is the one to change. */
function whereMarked(hit: Hit): Hit {
  const marked = hit.trace?.findLast(({ text }) => text.includes('__html'))
  return marked && marked.file === hit.at.file ? { ...hit, at: marked } : hit
}

/** TinyMCE takes scripts out of what it is handed, since version 6 with DOMPurify: what it overlooks, and what it was told to let through, is left. */
const isCleanedByEditor = ({ flow }: Hit): boolean => flow?.library === 'tinymce'

/** What a mail shows is no page: scripts do not run there, so it is a fault of another kind. The model of mail is named after nodemailer. */
export const isOfMail = ({ library }: Flow): boolean => library === 'nodemailer'

/** Text that is taken for markup when it begins with a tag, as jQuery does with a selector, is markup; an address is not. */
export function isMarkup({ sink, library, api }: Flow): boolean {
  return sink === 'html' || sink === 'template' || (library === 'jquery' && !/\.(?:attr|prop)$/.test(api))
}

/**
 * An attribute that leads somewhere, of an element that a component or a script makes: `<a href={to}>`, `<embed src={from}>`. Who follows
 * a link sees where it leads; what it may be is a script.
 */
export function isLinkOrFrame({ library, api }: Flow): boolean {
  if (library === 'templates') return true
  if (library === 'dom') return /\bcreateElement\(\)\.href$/.test(api)
  return MARKUP_ELEMENTS.has(library) && /^(?:href|src|data|xlinkHref)$/.test(api)
}

/** Models of the elements that JSX makes. */
export const MARKUP_ELEMENTS: ReadonlySet<string> = new Set(['react', 'markup-components'])

/** Attributes and texts of the page itself: they are somebody else's only where the page put them there unchecked. */
const OF_THE_PAGE = /\.?(?:(?:getAttribute|attr|prop|data|text|val)\(\)|(?:textContent|innerText|innerHTML|value|dataset|attributes|href|src)\b.*)$/

/** Whether a script finds it in the page, and not in its address, a message or what is put in. */
export const isOfThePage = ({ source, origin }: Pick<Flow, 'source' | 'origin'>): boolean =>
  source === 'browser' && OF_THE_PAGE.test(origin) && !/location/i.test(origin)

/** Libraries that write an object as JSON where a text would be a page, and the names under which they send either. */
const SENDS_EITHER = new Set(['express', 'koa', 'fastify', '@hapi/hapi', 'restify', '@vercel/node'])
const SENDS = /(?:^|\.)(?:send|body|response|return)$/
const READS_TEXT = /\b(?:read(?:File|dir|link)\w*|getItem|errorsText)\(/
const PARSES_TEXT = /\bJSON5?\.parse\(/
const PARSED = /\.(?:body|query|params|payload)$/
/** What another service answered, read as JSON and sent on under one name. */
const PARSES = /\.json\(\)/
const SENDS_WHOLE = /\b(?:send|body|response|return)\(\s*[\w$]+\s*\)/
const MAKES_TEXT = /[`+]|\.(?:join|concat|toString|replace|stringify|render|format|process|processSync)\(|String\(/

/** A record of a database, the whole of a parsed body that went through other hands, or a parsed answer: objects, unless text is made of them. */
function isSentAsJson({ source, library, api, origin, from, at, trace, field }: Flow): boolean {
  if (!SENDS_EITHER.has(library) || !SENDS.test(api)) return false
  const isObject =
    source === 'stored'
      ? field === undefined && (!READS_TEXT.test(`${origin} ${from.text}`) || trace.some(({ text }) => PARSES_TEXT.test(text)))
      : source === 'response'
        ? trace.some(({ text }) => PARSES.test(text)) && SENDS_WHOLE.test(at.text)
        : PARSED.test(origin) && from.line !== at.line
  return isObject && !trace.some(({ text }) => MAKES_TEXT.test(text))
}
