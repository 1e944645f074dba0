/** Features of the system: what comes in and goes out, what it is made of, what it keeps. */
import type { Classification, Connection, Evidence } from '../../types'
import type { Scene } from '../scene'
import { CRYPTOGRAPHY } from '../sites/index'
import { absent, bySigns, doubtful, type Feature, there } from './feature'

const calls =
  (...ids: string[]) =>
  ({ program }: Scene): Evidence[] =>
    program.posture.input.interpreters
      .filter(({ id, calls: count, instead }) => ids.includes(id) && (count > 0 || instead.length > 0))
      .flatMap(({ examples, instead }) => [...examples.map(({ at }) => at), ...instead.flatMap(({ at }) => at)])

const used =
  (...kinds: string[]) =>
  ({ usages }: Scene): Evidence[] =>
    usages(...kinds).map(({ at }) => at)

const doorsOf =
  (...kinds: string[]) =>
  ({ program }: Scene): Evidence[] =>
    program.entryPoints.filter(({ kind }) => kinds.includes(kind)).map(({ at }) => at)

const connected =
  (...kinds: Connection['kind'][]) =>
  ({ program }: Scene): Evidence[] =>
    program.connections.filter(({ kind }) => kinds.includes(kind)).map(({ at }) => at)

const both =
  (...of: ((scene: Scene) => Evidence[])[]) =>
  (scene: Scene): Evidence[] =>
    of.flatMap((each) => each(scene))

const fields =
  (classes: Classification[], what?: RegExp) =>
  ({ program }: Scene): Evidence[] =>
    program.posture.dataProtection.fields
      .filter((it) => it.kind === 'stored' && classes.includes(it.classification) && (!what || what.test(it.what)))
      .map(({ at }) => at)

const technology =
  (...purposes: string[]) =>
  ({ program }: Scene): Evidence[] =>
    program.technologies.filter(({ purpose }) => purposes.includes(purpose)).flatMap(({ evidence }) => evidence.slice(0, 1))

const filesLike =
  (pattern: RegExp) =>
  ({ program }: Scene): Evidence[] =>
    program.files.filter(({ path }) => pattern.test(path)).map(({ path }) => ({ file: path, line: 1, text: '' }))

const pages = both(
  ({ program }) => program.uiRoutes.map(({ at }) => at),
  used('page-code', 'printed-text', 'printed-markup', 'printed-bare', 'printed-address'),
  technology('frontend framework', 'full-stack web framework', 'template engine'),
  filesLike(/\.(?:html?|ejs|pug|hbs|vue|svelte|njk|handlebars|mustache|liquid)$/),
)

/** Where a database is used and no field of it is known, nobody can say what it keeps. */
function dataKept(title: string, signs: Parameters<typeof bySigns>[1]): Feature {
  const known = bySigns(title, signs)
  return {
    title,
    of(scene) {
      const presence = known.of(scene)
      const databases = connected('database')(scene)
      const isBlind = databases.length > 0 && !scene.program.entities.some(({ kind, fields: of }) => kind === 'stored' && of.length > 0)
      return presence.answer === 'no' && isBlind ? doubtful('A database is used, and no field of its records was recognised.', databases) : presence
    },
  }
}

export const system: Record<string, Feature> = {
  'http-input': bySigns('an interface that takes requests', {
    found: doorsOf('http', 'graphql', 'webhook', 'websocket', 'rpc'),
    looked: 'entry points over HTTP, GraphQL, RPC and sockets',
  }),
  'http-output': bySigns('an interface that answers over HTTP', {
    found: doorsOf('http', 'graphql', 'webhook', 'static'),
    looked: 'entry points that answer over HTTP',
  }),
  api: bySigns('an API', { found: doorsOf('http', 'graphql', 'rpc', 'webhook'), looked: 'entry points over HTTP, GraphQL and RPC' }),
  'browser-client': bySigns('code or pages for browsers', {
    found: pages,
    looked: 'pages, templates, frontend frameworks and code that touches a page',
  }),
  'client-storage': bySigns('data that a page keeps in the browser', {
    found: used('kept-in-storage'),
    names: ['local storage', 'session storage', 'indexed db', 'async storage'],
    looked: 'writes to localStorage, sessionStorage and cookies by script, and names that speak of them',
  }),
  'html-output': bySigns('pages', { found: both(pages, calls('markup')), looked: 'pages, templates, and code that writes markup' }),
  'rich-html': bySigns('markup that users write or that code writes as it is', {
    found: both(
      ({ program }) => program.posture.input.unescaped.map(({ at }) => at),
      calls('markup'),
      used('printed-markup', 'trusted-markup', 'escaping-off'),
    ),
    packages: [
      'quill',
      'tinymce',
      '@tinymce/*',
      'ckeditor*',
      '@ckeditor/*',
      'draft-js',
      'slate',
      '@tiptap/*',
      'dompurify',
      'isomorphic-dompurify',
      'sanitize-html',
      'xss',
      'react-quill',
      'froala-editor',
      'summernote',
      'trix',
    ],
    looked: 'editors and sanitizers of markup, places that write markup as it is, and prints that are not escaped',
  }),
  markup: bySigns('Markdown or another markup language', {
    packages: [
      'marked',
      'markdown-it',
      'showdown',
      'remarkable',
      'snarkdown',
      'micromark',
      'remark',
      'remark-*',
      'react-markdown',
      'markdown',
      'commonmark',
      'bbcode*',
      'ngx-markdown',
      'markdown-to-jsx',
      'rehype*',
      'textile-js',
      'asciidoctor',
      '@mdx-js/*',
      'contentlayer',
      'next-contentlayer',
    ],
    looked: 'libraries that turn Markdown, BBCode and the like into pages',
    by: 'manifests',
  }),
  template: bySigns('templates that are compiled while running', {
    found: calls('template'),
    looked: 'calls of template engines that are given a template as text',
  }),
  svg: {
    title: 'drawings (SVG) that users hand in',
    of(scene) {
      const { uploads } = scene.program.posture.input
      if (uploads.length === 0) return absent('Looked for parsers of uploaded files, by which a drawing could come in: none.')
      const lists = uploads.flatMap(({ controls }) => controls.filter(({ id, current }) => /^upload-(?:extensions|mime)$/.test(id) && current !== ''))
      const taking = lists.filter(({ current }) => /svg/i.test(current))
      if (taking.length > 0)
        return there(
          'Drawings (SVG) are among the files that are taken.',
          taking.flatMap(({ evidence }) => evidence),
        )
      return doubtful(
        'Files can be uploaded; whether a drawing (SVG) is among them could not be told.',
        uploads.map(({ at }) => at),
      )
    },
  },
  redirect: bySigns('redirects', { found: calls('redirect'), looked: 'calls that send the visitor elsewhere' }),
  'outbound-http': bySigns('calls of other services', {
    found: both(({ program }) => program.serviceCalls.map(({ at }) => at), calls('request'), used('outgoing-request')),
    looked: 'calls of HTTP clients and SDKs',
  }),
  mail: bySigns('mail', {
    found: both(connected('mail'), used('mail-transport')),
    packages: [
      'nodemailer',
      '@sendgrid/*',
      'postmark',
      'mailgun*',
      'resend',
      '@aws-sdk/client-ses',
      'sendgrid',
      'emailjs',
      '@nestjs-modules/mailer',
      'mailtrap',
      'sib-api-v3-sdk',
      '@mailchimp/*',
    ],
    looked: 'libraries and services that send mail',
  }),
  ldap: bySigns('a directory service', {
    found: calls('ldap'),
    packages: ['ldapjs', 'ldapts', 'activedirectory*', 'passport-ldapauth', 'ldap-authentication', 'ldapauth-fork', '@types/ldapjs'],
    looked: 'clients of LDAP',
    by: 'manifests',
  }),
  xml: bySigns('XML', {
    found: both(calls('xml', 'xpath'), used('xml-entities')),
    packages: [
      'libxmljs*',
      'xml2js',
      'fast-xml-parser',
      'xmldom',
      '@xmldom/xmldom',
      'sax',
      'saxes',
      'node-expat',
      'xml-js',
      'xpath',
      'xmlbuilder*',
      'cheerio',
      'xml-parse*',
      'soap',
      'strong-soap',
      'xslt-processor',
      'passport-saml',
      '@node-saml/*',
      'libxslt',
      'svgo',
      'xml',
      'easyxml',
      'jstoxml',
      'txml',
      'elementtree',
      'rss-parser',
      'feedparser',
      'htmlparser2',
      'xml-crypto',
    ],
    names: ['parse xml', 'xml parser', 'dom parser', 'xml document', 'parse xml string', 'xml http'],
    looked: 'XML parsers and XPath among packages and calls',
  }),
  soap: bySigns('SOAP services', {
    packages: ['soap', 'strong-soap', 'easy-soap-request', 'soap-as-promised', 'nestjs-soap', 'tinysoap'],
    names: ['wsdl', 'soap action', 'soap envelope'],
    looked: 'SOAP libraries, and names that speak of WSDL and SOAP',
    by: 'manifests',
  }),
  graphql: bySigns('GraphQL', {
    found: doorsOf('graphql'),
    packages: [
      'graphql',
      'apollo-server*',
      '@apollo/server',
      'graphql-yoga',
      'mercurius',
      'express-graphql',
      'graphql-http',
      'type-graphql',
      '@nestjs/graphql',
      'postgraphile',
      'hasura*',
    ],
    looked: 'GraphQL servers and entry points',
  }),
  database: bySigns('a database', { found: both(connected('database', 'search'), calls('sql', 'nosql')), looked: 'clients of databases and ORMs' }),
  serialization: bySigns('objects that are restored from text', {
    found: both(calls('objects'), used('yaml-load')),
    packages: [
      'node-serialize',
      'serialize-javascript',
      'serialize-to-js',
      'funcster',
      'cryo',
      'devalue',
      'superjson',
      'flatted',
      'js-yaml',
      'yaml',
      'msgpack*',
      '@msgpack/*',
      'bson',
      'v8-serialize',
      'telejson',
      'php-serialize',
      'php-unserialize',
    ],
    names: ['unserialize', 'deserialize'],
    looked: 'YAML readers, libraries that restore objects, and names that speak of it',
  }),
  crypto: bySigns('cryptography', {
    found: used(...CRYPTOGRAPHY),
    packages: [
      'crypto-js',
      'node-forge',
      'tweetnacl',
      'libsodium*',
      'sodium*',
      'jose',
      'jsonwebtoken',
      'openpgp',
      'sjcl',
      'elliptic',
      'aes-js',
      '@noble/*',
      'bcrypt',
      'bcryptjs',
      'argon2',
    ],
    looked: 'hashes, ciphers, signatures and libraries of cryptography',
  }),
  uuid: bySigns('UUIDs', {
    packages: ['uuid', 'uuidv4', '@lukeed/uuid', 'uuid-v4', 'node-uuid'],
    names: ['uuid', 'randomuuid', 'random uuid', 'uuidv4', 'guid'],
    looked: 'UUID libraries, `crypto.randomUUID` and names that speak of UUIDs',
  }),
  secrets: {
    title: 'secrets in use',
    of({ program }) {
      const { inventory, sightings } = program.posture.secrets
      const evidence = [...inventory.flatMap((it) => it.evidence.slice(0, 1)), ...sightings.map(({ at }) => at)]
      return inventory.length + sightings.length > 0
        ? there(`${inventory.length} secrets are in use.`, evidence)
        : absent('Looked for passwords, keys and tokens that the program hands to libraries, and for texts that look like one: none.')
    },
  },
  'service-auth': bySigns('services that are reached with a credential', {
    found: both(
      ({ program }) => program.connections.filter(({ name }) => !/in memory|SQLite/i.test(name)).map(({ at }) => at),
      ({ program }) => program.serviceCalls.map(({ at }) => at),
      used('mail-transport'),
    ),
    looked: 'databases, queues, caches, mail and other services that are reached over a network',
  }),
  'multi-component': bySigns('parts that talk over a network', {
    found: both(
      ({ program }) => program.connections.filter(({ kind, name }) => kind !== 'llm' && !/in memory|SQLite/i.test(name)).map(({ at }) => at),
      doorsOf('rpc', 'queue'),
    ),
    looked: 'databases, queues, caches and services that are reached over a network',
  }),
  container: bySigns('containers', {
    found: technology('container', 'orchestration'),
    looked: 'Dockerfiles, Compose files and files of Kubernetes',
    by: 'manifests',
  }),
  cache: bySigns('a cache on the server', {
    found: connected('cache'),
    packages: [
      'node-cache',
      'apicache',
      'memory-cache',
      'lru-cache',
      'cache-manager',
      '@nestjs/cache-manager',
      'keyv',
      'memcached',
      'memjs',
      'redis',
      'ioredis',
      'express-redis-cache',
      'route-cache',
      'catbox*',
      '@fastify/caching',
      'quick-lru',
    ],
    looked: 'caches and their clients among packages and connections',
  }),
  tls: bySigns('TLS that the program sets up itself', {
    found: ({ usages }) =>
      usages('server')
        .filter(({ values }) => ['https', 'key', 'keyFile', 'tls', 'http2'].some((name) => values[name] && values[name].state !== 'missing'))
        .map(({ at }) => at),
    packages: ['spdy', 'greenlock*', 'letsencrypt*'],
    names: ['min version', 'secure protocol', 'tlsoptions', 'https server', 'create secure context'],
    looked: 'servers with a certificate and settings of TLS',
  }),
  logging: bySigns('logs', { found: both(calls('log'), used('logger', 'access-log')), looked: 'loggers, access logs and calls of the console' }),
  upload: bySigns('uploads', {
    found: both(
      ({ program }) => program.posture.input.uploads.map(({ at }) => at),
      ({ program }) => program.entryPoints.filter(({ parameters }) => parameters.some((it) => it.in === 'file')).map(({ at }) => at),
    ),
    looked: 'parsers of uploaded files and entry points that take files',
  }),
  archive: bySigns('archives that are unpacked', {
    packages: [
      'adm-zip',
      'unzipper',
      'yauzl',
      'decompress',
      'extract-zip',
      'jszip',
      'node-stream-zip',
      'unzip',
      'unzip-stream',
      'tar',
      'tar-stream',
      'tar-fs',
      'node-unrar-js',
      '7zip-min',
      'zip-lib',
      'fflate',
    ],
    names: ['create gunzip', 'unzip', 'extract all to', 'brotli decompress', 'inflate'],
    looked: 'libraries that unpack archives, and names that speak of it',
  }),
  'static-files': bySigns('files that are served', {
    found: both(doorsOf('static'), used('static-files', 'served-files')),
    looked: 'static files that are served',
  }),
  cors: bySigns('answers to pages of other sites (CORS)', {
    found: ({ controls }) =>
      (controls.get('cors-policy') ?? [])
        .filter(({ state, current }) => state !== 'not applicable' && current !== '' && !/^Not configured/.test(current))
        .flatMap(({ evidence }) => evidence),
    packages: ['cors', '@fastify/cors', '@koa/cors', 'koa2-cors', 'fastify-cors'],
    looked: 'CORS middleware, options of frameworks and headers that allow other sites',
  }),
  'proxy-headers': bySigns('headers that a proxy sets', {
    found: ({ controls }) =>
      (controls.get('trust-proxy') ?? [])
        .filter(({ state, current }) => state !== 'not applicable' && current !== '')
        .flatMap(({ evidence }) => evidence),
    names: ['x forwarded for', 'forwarded for', 'x real ip', 'remote user', 'trust proxy'],
    looked: 'settings that trust a proxy, and headers that one sets',
  }),
  'personal-data': dataKept('personal data that are stored', {
    found: fields(['PII', 'Sensitive PII', 'PCI', 'PHI']),
    looked: 'words of personal data among the fields of stored records',
  }),
  'health-data': dataKept('health data that are stored', {
    found: fields(['PHI']),
    looked: 'words of health and medicine among the fields of stored records',
  }),
  'financial-data': dataKept('financial data that are stored', {
    found: both(fields(['PCI']), fields(['PII', 'Sensitive PII'], /bank|account|card|salary|income|payment|tax/i)),
    looked: 'cards, accounts, salaries and the like among the fields of stored records',
  }),
  'native-code': bySigns('native code', {
    found: filesLike(/(?:^|\/)(?:binding\.gyp|CMakeLists\.txt)$|\.(?:c|cc|cpp|cxx|rs|zig)$/),
    packages: ['node-addon-api', 'nan', 'bindings', 'node-gyp-build', 'napi-macros', 'ffi-napi', 'ref-napi', 'koffi', '@napi-rs/cli'],
    looked: 'sources in C, C++ or Rust, `binding.gyp`, and libraries that call native code',
    by: 'manifests',
  }),
  'auto-update': bySigns('updates that the program installs itself', {
    packages: [
      'electron-updater',
      'update-electron-app',
      'electron-simple-updater',
      'expo-updates',
      'react-native-code-push',
      '@tauri-apps/plugin-updater',
      'auto-updater',
      'squirrel*',
    ],
    names: ['auto updater', 'check for updates', 'quit and install'],
    looked: 'libraries by which a program updates itself, and names that speak of it',
    by: 'manifests',
  }),
  'multi-step-flow': {
    title: 'flows of several steps',
    of({ program }) {
      const changing = program.entryPoints.filter(({ data = [] }) => data.some(({ does }) => does !== 'read'))
      // Which of them belong together, no code says.
      return changing.length > 1
        ? doubtful(
            'Several entry points change records; which of them are steps of one flow, the code does not say.',
            changing.map(({ at }) => at),
          )
        : absent(`Looked for entry points that change records and could be steps of a flow: ${changing.length === 0 ? 'none' : 'one'}.`)
    },
  },
}
