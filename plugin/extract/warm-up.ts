// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is code, and stays as it is
/**
 * A page of code with everything the language has. The engine compiles the parser for what it has met so far; whatever comes
 * up later for the first time throws that code away, and the scanner alone, whose one function is the largest, was compiled
 * fourteen times in a run. Meeting everything before anything is compiled saves a sixth of the processor time of extraction.
 */
import { extractFile } from './file'

/** Before its feedback counts, a function has to have been called a few times. */
const ROUNDS = 3

/** Worth its time (30 ms) only where much is to be parsed. */
export function warmUp(): void {
  for (let round = 0; round < ROUNDS; round++) extractFile('everything.tsx', EVERYTHING)
}

/** Its meaning does not matter, and neither does that some of it would be refused by a type checker. */
export const EVERYTHING = [
  '#!/usr/bin/env node',
  "'use strict'",
  '/* one',
  '   two */',
  '/** three */',
  '// four',
  "import a, { b as c, type d } from './a'",
  'import * as e from "./b"',
  "import type { f } from './c'",
  "import g = require('g')",
  "import './d'",
  "export * from './e'",
  "export * as h from './f'",
  'export { c, e as default }',
  'export type { f }',
  "declare module 'x' { const y: number }",
  'declare global { interface Window { z?: unknown } }',
  'namespace N.M { export const n = 1 }',
  'abstract class A<T extends object = {}> extends (B as any)<T> implements I, J {',
  '  static #p = 0; static { A.#p++ }',
  "  @d() readonly q?: string; private r!: number = 0x1F + 0b11 + 0o17 + 1_000 + .5 + 1e-9 + 5n; declare s: bigint; accessor t = 1; [u]: v; 'w' = 1; 2 = 3",
  '  constructor(public x: string, protected readonly y = 1, ...z: any[]) { super(x, ...z); this.#m; new.target }',
  '  get aa(): number { return 1 } set aa(v) { this.v = v }',
  '  async *bb<K extends keyof T>(@p() k: K, { l, m: [n, , o = 1], ...p }: X = {}): AsyncGenerator<T[K]> { yield* k; yield; await l?.m?.[n]?.(o)! }',
  '  abstract cc(): asserts x is string; override dd(this: Window, x?: number): x is 5; dd(): void {}',
  '  async ee() {} static async ff() {} #m() { return #p in this }',
  '}',
  "enum E { A, B = 1 << 2, 'C' = `x`.length } const enum F { A }",
  'declare function fff(x: string): void',
  "interface I<in out T> extends J, K<T> { (x: number): string; new (x: number): I<T>; readonly [key: string]: any; m?(): void; get x(): number; set x(v: number); p: typeof import('x'); [Symbol.iterator](): void }",
  'type T1<A> = A extends (infer B extends string)[] ? B : never',
  "type T2 = { readonly [K in keyof I as `get${K & string}`]?: I[K] } & { -readonly [K in X]-?: Y } | [a: string, b?: number, ...c: boolean[]] | unique symbol | `a${string}b` | -1 | 'x' | null | undefined | void | never | object | symbol | bigint | any | unknown | this | import('./a').B<C> | (new () => A) | (abstract new (...x: A[]) => B) | ((x?: number, ...y: string[]) => void) | typeof a.b<c> | readonly string[] | A.B.C<D, E>[] | asserts | true | false",
  'type T3 = [A?, ...B[]]',
  'let v1: string | number, v2 = <T,>(x: T): x is T => x, v3 = async <T,>(x) => await x, v4 = async y => y, v5 = (): A => ({}), v6 = function* named() {}, v7 = async function () {}, v8 = class extends A {}',
  'var { a: { b: bb2 = 1 }, ...rest } = o, [x1, , x2 = 2, ...x3] = l; using r1 = f()',
  'function fn(a, b = 1, { c }, [d], ...e) { return a + b - c * d / e % a ** b & c | d ^ e && a || b ?? c }',
  'x = y; x += 1; x -= 1; x *= 2; x /= 2; x %= 2; x **= 2; x <<= 1; x >>= 1; x >>>= 1; x &= 1; x |= 1; x ^= 1; x &&= 1; x ||= 1; x ??= 1',
  'x++; x--; ++x; --x; !x; ~x; +x; -x; typeof x; void x; delete x.y; (x, y); x ? y : z; x < y; x > y; x <= y; x >= y; x == y; x != y; x === y; x !== y; x << y; x >> y; x >>> y; x in y; x instanceof y; x as y; x satisfies y; x!; a?.b; a?.[b]; a?.(b); a![b]; a<b>(c); new A; new A<B>(...c); new (f())(); a`b${c}d${e}f`; a`x`; `y`; tag<string>`z`',
  'x = /a[/\\]]\\/b/giu; y = "a\\n\\t\\x41\\u0041\\u{1F600}\\',
  "b'\\0\"; z = 'c\"\\''; w = `multi",
  'line ${`nested ${x}`} \\u0041 \\${}`; é = ñ + 日本 + \\u0061b + $ + _ + __p; 1..x; 0; 0.5; 1e3; 0XF; 017',
  "o = { a, b: 1, 'c': 2, 3: 4, [d]: 5, ...e, f() {}, get g() { return 1 }, set g(v) {}, async h() {}, *i() {}, async *j() {}, 'k'() {}, [l]() {}, m = 1 }",
  'l = [a, , ...b, [c], { d }, function () {}, () => {}]',
  'if (a) b; else if (c) { d } else e',
  'for (let i = 0, n = l.length; i < n; i++) { continue }',
  'for (const k in o) break; for (const [k, v] of l) { } for (;;) { } for (x of l) ; for (var q in o) ; async () => { for await (const x of y) z }',
  'while (a) { b } do c; while (d)',
  "outer: for (;;) { inner: { break outer } } switch (a) { case 1: case 'b': c; break; default: d }",
  "try { a } catch (e) { b } finally { c } try { a } catch { b } throw new Error('x'); debugger; ; with (a) b",
  "(function () { })(); (() => { })(); (async () => { await import('./x') })(); import.meta.url; super.x; this.y; return; module.exports = exports.a = 1; require('./y')",
  'f(a, b => c, (d, e) => { f }, async (g) => h, ({ i }) => i, ([j]) => j, (k: string, l?: number): void => { }, <T,>(m: T) => m, function (n) { return n }, ...o)',
  'const J1 = <div className="a" {...b} c={d} e=\'f\' data-g aria-label={`h`} ns:i="j">text &amp; {k} {/* l */} {...m} <A.B c /> <></> {n && <p>o</p>} {q ? <r /> : null} {l.map((s) => <t key={s}>{s}</t>)}</div>',
  'const J2 = <><b>x</b></>, J3 = <Foo<string> render={() => <i />} onClick={async (e) => { await f(e) }} style={{ a: 1 }}></Foo>',
  "@dec @dec2({ a: 1 }) export default class Z { @Input() a: string; @Output() b = new EventEmitter<string>(); constructor(@Inject(X) private readonly x: X<Y>) { } @Get(':id') async get(@Param('id') id: string, @Body() body: Dto): Promise<void> { } }",
  'export const E1 = 1, E2 = 2; export function E3() { } export default function () { } export abstract class E4 { } export = x; export as namespace Q',
].join('\n')
