/** Engines and frameworks that write pages, by what their packages and files are called, and what they do with values unasked. */

export interface Engine {
  title: string
  /** Packages whose import or whose place in a manifest tells it. */
  packages: RegExp
  /** Files that it prints. */
  files: RegExp
}

/** Engines for templates. Files of several stand under `.html`; then the package decides. Source: the engines' documentation. */
export const ENGINES: Engine[] = [
  { title: 'EJS', packages: /^ejs(?:-mate)?$/, files: /\.ejs$/i },
  { title: 'Pug', packages: /^(?:pug|jade)$/, files: /\.(?:pug|jade)$/i },
  { title: 'Handlebars', packages: /^(?:handlebars|hbs|express-handlebars|koa-hbs|express-hbs)$/, files: /\.(?:hbs|handlebars)$/i },
  { title: 'Mustache', packages: /^(?:mustache|mustache-express|hogan\.js|hjs)$/, files: /\.(?:mustache|hjs|hogan)$/i },
  { title: 'Nunjucks', packages: /^(?:nunjucks|express-nunjucks|koa-nunjucks-2)$/, files: /\.(?:njk|nunjucks|html)$/i },
  { title: 'Swig', packages: /^(?:swig|swig-templates)$/, files: /\.(?:swig|html)$/i },
  { title: 'Twig', packages: /^twig$/, files: /\.twig$/i },
  { title: 'Eta', packages: /^eta$/, files: /\.eta$/i },
  { title: 'Liquid', packages: /^(?:liquidjs|liquid)$/, files: /\.liquid$/i },
  { title: 'Dust', packages: /^(?:dustjs-linkedin|dustjs-helpers|dust|adaro)$/, files: /\.(?:dust|tl)$/i },
]

export interface Framework {
  title: string
  packages: RegExp
  /** Files or code that it prints; JSX counts by itself. */
  files: RegExp
  /** Refuses addresses with a scheme that runs script. */
  checksAddresses: boolean
  /** Keeps styles from leaving their place. */
  keepsStyles: boolean
  /** How to print markup all the same. */
  bypass: string
}

/** Frameworks that set text and attributes through the document, and so escape nothing because nothing is parsed. */
export const FRAMEWORKS: Framework[] = [
  {
    title: 'Angular',
    packages: /^@angular\/(?:core|platform-browser)$/,
    files: /\.component\.(?:ts|html)$/,
    checksAddresses: true,
    keepsStyles: true,
    bypass: 'bypassSecurityTrust…',
  },
  {
    title: 'React',
    packages: /^(?:react|react-dom|preact|next)$/,
    files: /\.[jt]sx$/,
    checksAddresses: false,
    keepsStyles: true,
    bypass: 'dangerouslySetInnerHTML',
  },
  { title: 'Vue', packages: /^(?:vue|nuxt)$/, files: /\.vue$/, checksAddresses: false, keepsStyles: true, bypass: 'v-html' },
  { title: 'Svelte', packages: /^(?:svelte|@sveltejs\/kit)$/, files: /\.svelte$/, checksAddresses: false, keepsStyles: true, bypass: '{@html}' },
  { title: 'Solid', packages: /^solid-js$/, files: /\.[jt]sx$/, checksAddresses: false, keepsStyles: true, bypass: 'innerHTML' },
  { title: 'Lit', packages: /^(?:lit|lit-html|lit-element)$/, files: /\.[jt]s$/, checksAddresses: false, keepsStyles: false, bypass: 'unsafeHTML' },
]
