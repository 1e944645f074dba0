/**
 * Files that an engine makes pages of. In: a path and its text. Out: a small program that prints what the template prints, in the
 * same places; it is parsed and never run.
 */
import { blockTemplate } from './blocks'
import { embeddedCode } from './embedded-code'
import { Synthetic, type TemplateProgram } from './program'
import { pugTemplate } from './pug'
import { sectionTemplate } from './sections'

/** Largest template that is read, in characters; pages that people write are a hundredth of it. */
const MOST_TEXT = 600_000

/** Pages are templates where servers keep theirs; elsewhere they are sent as they are, or belong to a program in the browser. */
const SERVED = /(?:^|\/)(?:[\w-]*views?|[\w-]*templates?|layouts?|partials?|emails?|mails?)\/(?:.+\/)?[^/]+(?<!\.component)\.html?$/i
/** The page that a bundler or a server begins with, which may be filled. */
const FIRST_PAGE = /^(?:(?:[\w-]+\/){0,3}(?:public|static|src|www|web|client|frontend)\/)?index\.html?$/i

export function templateProgram(path: string, text: string): TemplateProgram {
  if (text.length > MOST_TEXT) throw new Error(`a template of ${text.length} characters, above ${MOST_TEXT}`)
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  switch (extension) {
    case 'ejs':
    case 'eta':
      return embeddedCode(text, extension)
    case 'pug':
    case 'jade':
      return pugTemplate(text)
    case 'hbs':
    case 'handlebars':
    case 'mustache':
    case 'hjs':
    case 'hogan':
    case 'dust':
    case 'tl':
      return sectionTemplate(text, extension)
    case 'html':
    case 'htm':
      return SERVED.test(path) || FIRST_PAGE.test(path) ? page(text) : new Synthetic(text).finish()
    default:
      return blockTemplate(text)
  }
}

/** Attributes of frameworks that fill pages in the browser, where `{{ name }}` means something else. */
const IN_BROWSER = /\s(?:(?:data-)?ng-[a-z]{1,20}|v-[a-z]{1,20}|\*ng[A-Z][a-z]{1,20}|x-data|\[[\w.]{1,40}\]|\([\w.]{1,40}\)|\[\([\w.]{1,40}\)\])=/

/** A page whose engine is told by its tags. */
function page(text: string): TemplateProgram {
  // Its scripts are the browser's, as those of a page that no engine fills.
  if (IN_BROWSER.test(text)) return new Synthetic(text).finish()
  if (/<%[-=_\s]/.test(text)) return embeddedCode(text, 'ejs')
  if (/\{\{~?[#/>^]/.test(text) && !/\{%/.test(text)) return sectionTemplate(text, 'html')
  return blockTemplate(text)
}
