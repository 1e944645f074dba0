/**
 * Templates and the code that renders them: `response.render('list', { posts })` hands its second argument to `views/list.ejs`, where
 * the names of the template are read. In: the linked program. Out: for a call and what is put into `response.locals`, the places
 * in templates that read a name, those in templates that these include with it.
 */
import path from 'node:path'
import { FunctionFlag, Kind } from '../../graph'
import { calledName, type Linked, receiverOf } from '../linked'
import { lookupOf } from '../lookup'
import { calledHere, thingNamed } from '../names'

const EXTENSION = /\.(?:ejs|eta|hbs|handlebars|mustache|hjs|hogan|pug|jade|njk|nunjucks|swig|twig|liquid|dust|tl|edge|html?)$/i
const RENDERS =
  /^(?:render|renderFile|renderFileSync|renderFileAsync|renderAsync|renderSync|renderView|renderTemplate|renderToString|view|viewAsync|__express|__expressPromise|ejs|pug|jade|handlebars|nunjucks|swig|mustache|hogan|dust|eta|liquid|twig|\$include)$/
const COMPILES = /^(?:compile|compileFile|compileFileSync|template|getTemplate|precompile)$/
const READS = /^readFile(?:Sync)?$/
/** What a function that a template is given hands back of a text, by its name: it is not here to be read. */
const KEEPS = /mark(?:ed|down)|^md$|html|raw|safe|nl2br|linkify|autolink|trim|truncate|excerpt|capital|breaklines|bbcode/i
const CLEANS = /esc|sanit|strip|clean|purif|encode|string(?:ify)?$/i
/** What answers, or makes answers: `response.status(404).render('lost')` is called on a call. */
const SHOWS =
  /^(?:res|resp|response|reply|ctx|context|app|application|server|express|h|this|self|status|code|type|set|header|\w*(?:Res|Response|Reply|Ctx|Context|App))$/
const LAYOUT = /(?:^|\/)(?:layout|layouts\/(?:main|layout|default))$/
/** Names that engines fill themselves, and those that code puts beside the data. */
const FILLED = /^(?:body|yield|content_for)$/
const ADDED = /^(?:body|yield|content_for|scripts?|styles?|title|layout|csrf\w*|_csrf|\w*(?:errors?|messages?|flash|[sS]cripts?))$/i
/** Most templates that one name may mean, where part of it is not known. */
const MOST_MEANT = 40
/** Reads of files around one name. */
const MOST_READS = 4
const NONE: readonly number[] = []

const isBelow = (file: string, folder: string): boolean => folder === '.' || file.startsWith(`${folder}/`)

interface Template {
  file: number
  /** Without the extension. */
  name: string
  extension: string
  /** Name → places that read it. */
  reads: Map<number, number[]>
  /** Templates that are given all that this one is given. */
  includes: Set<number>
}

export class Templates {
  private readonly templates: Template[] = []
  private readonly byFile = new Map<number, number>()
  /** Call → templates that its arguments are handed to, and the first of these arguments. */
  private readonly handed = new Map<number, { from: number; to: number[] }>()
  private readonly reached = new Map<number, number[]>()
  /** Function → templates that its result is handed to. */
  private readonly results = new Map<number, number[]>()
  private served: readonly Template[] | undefined

  constructor(private readonly linked: Linked) {
    const { whole } = linked
    if (!whole.files.some((file) => EXTENSION.test(file.path))) return
    for (const { fact, file, params } of whole.functions)
      if (fact.name === '$template' && params[0] !== undefined) this.addTemplate((whole.files[file] as { path: string }).path, file, params[0])
    if (this.templates.length === 0) return
    for (const call of lookupOf(whole).named(Kind.Call, RENDERS)) this.findRendered(call)
    this.findCompiled()
    this.findDecorated()
  }

  get isEmpty(): boolean {
    return this.templates.length === 0
  }

  /** Places that read what stands under a name of an argument. */
  readersAt(call: number, argument: number, head: number): readonly number[] {
    const handed = this.handed.get(call)
    return handed && argument >= handed.from ? this.readersIn(handed.to, head) : NONE
  }

  /**
   * Places that read what an argument is as a whole. A stored record has the names of its fields, which are those that the page
   * itself prints, and not those that code adds beside it.
   */
  readersOfWhole(call: number, argument: number, hasAnyName: boolean): readonly number[] {
    const handed = this.handed.get(call)
    if (!handed || argument < handed.from) return NONE
    const { whole } = this.linked
    const isField = (name: string) => !(hasAnyName ? FILLED : ADDED).test(name)
    return (hasAnyName ? handed.to.flatMap((index) => this.withIncluded(index)) : handed.to).flatMap((index) => {
      const { reads } = this.templates[index] as Template
      return [...reads].flatMap(([name, nodes]) => (isField(whole.text(name)) ? nodes : []))
    })
  }

  /** Places that read a part of what a function returns: its decorator names the template. */
  readersOfResult(fn: number, head: number): readonly number[] {
    const templates = this.results.get(fn)
    return templates ? this.readersIn(templates, head) : NONE
  }

  /** Every function whose result some template is handed, and the places that may read a part of it. */
  eachResult(tell: (fn: number, reader: number) => void): void {
    for (const [fn, templates] of this.results) for (const reader of this.readersIn(templates, -1)) tell(fn, reader)
  }

  /** Every argument that some template is handed, and the places that may read a part of it. */
  eachHanded(tell: (argument: number, reader: number) => void): void {
    const { whole } = this.linked
    for (const [call, { from, to }] of this.handed)
      for (const argument of whole.args(call).slice(from)) for (const reader of this.readersIn(to, -1)) tell(argument, reader)
  }

  /** `response.locals.name = …`, `application.locals.name = …`: every template may be given it. */
  readersOfShared(object: number, property: number): readonly number[] {
    if (this.isEmpty) return NONE
    const { whole, values } = this.linked
    if (whole.kind[object] !== Kind.Load) return NONE
    const name = whole.text(whole.b[object] as number)
    if (name !== 'locals' && (name !== 'state' || !/^(?:ctx|context)$/.test(values.nameOf(whole.a[object] as number)))) return NONE
    return this.sharing().flatMap(({ reads }) => reads.get(property) ?? [])
  }

  /**
   * Templates that the program may render itself: those in the folder of one that it renders by name, or below it. Others are handed to
   * browsers as files, and a page fills them there; where no name is known, all of them may be rendered. What is shared is put in by
   * `response.render` alone: an engine that is called by itself is given what it is given.
   */
  private sharing(): readonly Template[] {
    if (!this.served && !this.isShownByAnswers()) this.served = []
    if (!this.served) {
      const rendered = [...this.handed].flatMap(([call, { to }]) => (this.byFile.has(this.linked.whole.fileOf(call)) ? [] : to))
      const named = new Set([...rendered, ...[...this.results.values()].flat()].flatMap((index) => this.withIncluded(index)))
      const folders = new Set([...named].map((index) => path.posix.dirname((this.templates[index] as Template).name)))
      this.served = folders.size === 0 ? this.templates : this.templates.filter(({ name }) => [...folders].some((folder) => isBelow(name, folder)))
    }
    return this.served
  }

  private isShownByAnswers(): boolean {
    const { whole, values } = this.linked
    const nameOf = (node: number) => (whole.kind[node] === Kind.Call ? calledName(this.linked, node) : values.nameOf(node) || calledHere(whole, node))
    return [...lookupOf(whole).named(Kind.Call, /^(?:render|view)(?:Async|View)?$/)].some((call) => {
      const receiver = receiverOf(this.linked, call)
      return receiver >= 0 && SHOWS.test(nameOf(thingNamed(whole, receiver))) && !this.byFile.has(whole.fileOf(call))
    })
  }

  /** Whether a call in a template hands back what it is given: `marked(text)`, whose code the template does not say. */
  passes(call: number): boolean {
    if (this.isEmpty || !this.byFile.has(this.linked.whole.fileOf(call))) return false
    const name = calledName(this.linked, call)
    return KEEPS.test(name) && !CLEANS.test(name)
  }

  private readersIn(templates: readonly number[], head: number): number[] {
    const found: number[] = []
    for (const index of templates)
      for (const each of this.withIncluded(index)) {
        const { reads } = this.templates[each] as Template
        if (head < 0) found.push(...[...reads.values()].flat())
        else found.push(...(reads.get(head) ?? []))
      }
    return found
  }

  private withIncluded(index: number): readonly number[] {
    const known = this.reached.get(index)
    if (known) return known
    const found = [index]
    for (let i = 0; i < found.length; i++)
      for (const next of this.templates[found[i] as number]?.includes ?? []) if (!found.includes(next)) found.push(next)
    this.reached.set(index, found)
    return found
  }

  private addTemplate(place: string, file: number, param: number): void {
    const { whole } = this.linked
    if (!EXTENSION.test(place)) return
    const reads = new Map<number, number[]>()
    for (let node = whole.base[file] as number; node < (whole.base[file + 1] as number); node++) {
      if (whole.kind[node] !== Kind.Load || whole.a[node] !== param) continue
      const name = whole.b[node] as number
      const known = reads.get(name)
      if (known) known.push(node)
      else reads.set(name, [node])
    }
    const [extension = ''] = EXTENSION.exec(place) ?? []
    this.byFile.set(file, this.templates.length)
    this.templates.push({
      file,
      name: place.slice(0, place.length - extension.length),
      extension: extension.toLowerCase(),
      reads,
      includes: new Set(),
    })
  }

  private findRendered(call: number): void {
    const { whole } = this.linked
    const args = whole.args(call)
    for (const from of [0, 1]) {
      const named = args[from]
      if (named === undefined) return
      const to = this.meantBy(named, whole.fileOf(call))
      if (to.length === 0) continue
      const including = this.byFile.get(whole.fileOf(call))
      this.handed.set(call, { from: from + 1, to: [...to, ...this.layoutsOf(to)] })
      if (including !== undefined && calledName(this.linked, call) === '$include')
        for (const each of to) if (each !== including) this.templates[including]?.includes.add(each)
      return
    }
  }

  /** Engines of this kind put a layout around each page without being told to. */
  private layoutsOf(pages: readonly number[]): number[] {
    const kinds = new Set(pages.map((page) => this.templates[page]?.extension))
    const isMeant = ({ extension, name }: Template) =>
      kinds.has(extension) &&
      (/^\.(?:hbs|handlebars|hjs)$/.test(extension) || this.linked.dependencies.has('express-ejs-layouts')) &&
      LAYOUT.test(name)
    return this.templates.flatMap((template, index) => (isMeant(template) && !pages.includes(index) ? [index] : []))
  }

  /** `const list = pug.compileFile('list.pug')`, then `list({ posts })`. */
  private findCompiled(): void {
    const { whole } = this.linked
    const lookup = lookupOf(whole)
    const compiled = new Map<number, number[]>()
    for (const call of lookup.named(Kind.Call, COMPILES)) {
      const [named] = whole.args(call)
      const to = named === undefined ? [] : this.meantBy(named, whole.fileOf(call))
      if (to.length > 0) compiled.set(call, to)
    }
    if (compiled.size === 0) return
    for (const call of lookup.of(Kind.Call)) {
      let callee = whole.a[call] as number
      if (whole.kind[callee] === Kind.Load && calledName(this.linked, call) === 'render') callee = whole.a[callee] as number
      for (let hops = 0; hops < 4 && (whole.kind[callee] === Kind.Cell || whole.kind[callee] === Kind.Await); hops++)
        callee = whole.kind[callee] === Kind.Await ? (whole.a[callee] as number) : (whole.items(whole.a[callee] as number)[0] ?? callee)
      const to = compiled.get(callee)
      if (to) this.handed.set(call, { from: 0, to })
    }
  }

  /** `@Render('list')` */
  private findDecorated(): void {
    const { whole } = this.linked
    for (const { members } of whole.classes)
      for (const { node, decorators } of members)
        for (const decorator of decorators) {
          if (whole.kind[decorator] !== Kind.Call || whole.kind[node] !== Kind.Function || calledName(this.linked, decorator) !== 'Render') continue
          const [named] = whole.args(decorator)
          const to = named === undefined ? [] : this.meantBy(named, whole.fileOf(decorator))
          if (to.length > 0) this.results.set(whole.a[node] as number, [...to, ...this.layoutsOf(to)])
        }
  }

  /** Templates that a value names, or holds the text of. */
  private meantBy(node: number, file: number, hops = 0): number[] {
    const { whole, values } = this.linked
    const read = this.readBy(node)
    if (read >= 0) return hops > MOST_READS ? [] : this.meantBy(read, file, hops + 1)
    if (whole.kind[node] === Kind.Object || whole.kind[node] === Kind.Function) return []
    const found = new Set<number>()
    for (const { value } of values.texts(node)) for (const each of this.named(value, file)) found.add(each)
    return [...found]
  }

  /** What a call that reads a file is given as its name, -1 where a value comes from none. */
  private readBy(node: number): number {
    const { whole, values } = this.linked
    let at = node
    for (let hops = 0; hops < 6; hops++) {
      switch (whole.kind[at] as Kind) {
        case Kind.Await:
          at = whole.a[at] as number
          break
        case Kind.Param: {
          const own = whole.functions[whole.a[at] as number]
          const call = own && (own.fact.flags & FunctionFlag.Method) === 0 ? values.callAround(own.node) : -1
          return call >= 0 && READS.test(calledName(this.linked, call)) ? (whole.args(call)[0] ?? -1) : -1
        }
        case Kind.Call: {
          const name = calledName(this.linked, at)
          if (READS.test(name)) return whole.args(at)[0] ?? -1
          if (name !== 'toString' && name !== 'trim') return -1
          at = receiverOf(this.linked, at)
          if (at < 0) return -1
          break
        }
        default:
          return -1
      }
    }
    return -1
  }

  /** Templates whose path ends in a name; of several, those that lie nearest. */
  private named(written: string, file: number): number[] {
    const name = written.replace(/\\/g, '/').replace(/^(?:\{[^}]*\}\/?|\.{0,2}\/)+/, '')
    if (name === '' || name.length > 300 || !/[\w}]$/.test(name) || /\s/.test(name)) return []
    const [extension = ''] = EXTENSION.exec(name) ?? []
    const stem = extension ? name.slice(0, name.length - extension.length) : name
    const pieces = stem.split(/\{[^}]*\}/)
    if (pieces.join('').replace(/\W/g, '') === '') return []
    const isMeant = ({ name: own, extension: its }: Template) => (extension === '' || its === extension.toLowerCase()) && endsWith(own, pieces)
    const found = this.templates.flatMap((template, index) => (isMeant(template) ? [index] : []))
    if (found.length < 2 || pieces.length > 1) return found.slice(0, MOST_MEANT)
    const { path } = this.linked.whole.files[file] as { path: string }
    const near = (index: number) => {
      const own = (this.templates[index] as Template).name
      return common(path, own) * 1000 - own.length
    }
    const best = Math.max(...found.map(near))
    return found.filter((index) => near(index) === best)
  }
}

/** Whether a path ends in pieces with anything but a slash between them. */
function endsWith(path: string, pieces: readonly string[]): boolean {
  const last = pieces[pieces.length - 1] as string
  if (!path.endsWith(last)) return false
  let at = path.length - last.length
  for (let index = pieces.length - 2; index >= 0; index--) {
    const piece = pieces[index] as string
    const found = piece === '' ? at : path.lastIndexOf(piece, at - piece.length)
    if (found < 0 || path.slice(found + piece.length, at).includes('/')) return false
    at = found
  }
  return at === 0 || path[at - 1] === '/' || pieces[0] === ''
}

/** Folders that two paths have in common. */
function common(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')]
  let count = 0
  while (count < a.length - 1 && a[count] === b[count]) count++
  return count
}
