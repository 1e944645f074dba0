/**
 * Names of languages by extension. A table of our own: the languages of `linguist-languages` load as 800 modules in 160 ms,
 * more than a whole scan, and leave open which of several owners of `.ts`, `.h` or `.m` is meant.
 */

/** Names as GitHub's Linguist gives them, in lower case. */
const extensions: Record<string, string> = {
  typescript: 'ts tsx mts cts',
  javascript: 'js jsx mjs cjs es6 jsm',
  vue: 'vue',
  svelte: 'svelte',
  astro: 'astro',
  coffeescript: 'coffee litcoffee cson',
  livescript: 'ls',
  actionscript: 'as',
  ada: 'adb ads',
  apex: 'cls apex',
  assembly: 'asm s',
  bicep: 'bicep',
  c: 'c h',
  'c++': 'cpp cc cxx hpp hh hxx',
  'c#': 'cs csx',
  clojure: 'clj cljs cljc edn',
  cobol: 'cob cbl',
  crystal: 'cr',
  cuda: 'cu',
  d: 'd',
  dart: 'dart',
  elixir: 'ex exs',
  elm: 'elm',
  erlang: 'erl hrl',
  'f#': 'fs fsi fsx',
  fortran: 'f90 f95 f03',
  gleam: 'gleam',
  go: 'go',
  groovy: 'groovy gradle',
  haskell: 'hs lhs',
  haxe: 'hx',
  hcl: 'tf tfvars hcl',
  java: 'java',
  julia: 'jl',
  kotlin: 'kt kts',
  lua: 'lua',
  matlab: 'mlx',
  nim: 'nim',
  nix: 'nix',
  'objective-c': 'm mm',
  ocaml: 'ml mli',
  pascal: 'pas dpr',
  perl: 'pl pm',
  php: 'php phtml',
  powershell: 'ps1 psm1 psd1',
  prisma: 'prisma',
  prolog: 'pro',
  'protocol buffer': 'proto',
  puppet: 'pp',
  purescript: 'purs',
  python: 'py pyi pyw',
  r: 'r rmd',
  racket: 'rkt',
  reason: 're rei',
  rescript: 'res resi',
  ruby: 'rb rake gemspec',
  rust: 'rs',
  scala: 'scala sc',
  scheme: 'scm ss',
  shell: 'sh bash zsh fish',
  batchfile: 'bat cmd',
  solidity: 'sol',
  sql: 'sql psql plsql',
  starlark: 'bzl star',
  swift: 'swift',
  tcl: 'tcl',
  v: 'vv',
  'visual basic .net': 'vb',
  vhdl: 'vhd vhdl',
  verilog: 'v sv',
  webassembly: 'wat wast',
  zig: 'zig',
  html: 'html htm xhtml',
  css: 'css pcss postcss',
  scss: 'scss',
  sass: 'sass',
  less: 'less',
  stylus: 'styl',
  pug: 'pug jade',
  handlebars: 'hbs handlebars mustache',
  ejs: 'ejs',
  nunjucks: 'njk nunjucks',
  liquid: 'liquid',
  twig: 'twig',
  haml: 'haml',
  graphql: 'graphql gql graphqls',
  json: 'json json5 jsonc jsonl geojson webmanifest',
  yaml: 'yml yaml',
  toml: 'toml',
  xml: 'xml xsd xsl xslt wsdl plist csproj vbproj fsproj',
  svg: 'svg',
  ini: 'ini cfg conf properties editorconfig',
  dotenv: 'env',
  csv: 'csv',
  tsv: 'tsv',
  markdown: 'md markdown mdown mkd',
  mdx: 'mdx',
  restructuredtext: 'rst',
  asciidoc: 'adoc asciidoc',
  tex: 'tex',
  text: 'txt',
  'jupyter notebook': 'ipynb',
  mermaid: 'mmd mermaid',
  plantuml: 'puml plantuml',
}

const byExtension = new Map(
  Object.entries(extensions).flatMap(([language, list]) => list.split(' ').map((extension) => [extension, language] as const)),
)

const byName: [RegExp, string][] = [
  [/^(?:.+\.)?(?:docker|container)file(?:\..+)?$/i, 'dockerfile'],
  [/^(?:gnu)?makefile$|\.mk$/i, 'makefile'],
  [/^(?:rake|gem|guard|pod|fast|vagrant|berks)file$/i, 'ruby'],
  [/^jenkinsfile$/i, 'groovy'],
  [/^cmakelists\.txt$/i, 'cmake'],
  [/^go\.(?:mod|sum)$/i, 'go module'],
  [/^\.env(?:\..+)?$/i, 'dotenv'],
  [/^\.(?:bash|zsh)(?:rc|_profile|_login)$/i, 'shell'],
  [/^(?:build|workspace)(?:\.bazel)?$/, 'starlark'],
]

/** @param name base name of a file */
export function languageOf(name: string): string | undefined {
  const ofExtension = byExtension.get(extensionOf(name))
  // `dockerfile.ts` is a program about Dockerfiles; `Dockerfile.dev` is one of them.
  if (ofExtension === 'typescript' || ofExtension === 'javascript') return ofExtension
  return byName.find(([pattern]) => pattern.test(name))?.[1] ?? ofExtension
}

/** In lower case, without the dot; empty when there is none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : ''
}

export function baseNameOf(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1)
}
