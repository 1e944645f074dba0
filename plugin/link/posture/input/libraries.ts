/** Packages whose import says how a program goes about its input. Names as they are imported; a trailing `/` stands for all below. */
import { rowsByName } from '../../../rows-by-name'

/** Package → what people call it. Sources: the packages' own pages in the npm registry. */
export const VALIDATION: Record<string, string> = rowsByName({
  joi: 'Joi',
  '@hapi/joi': 'Joi',
  celebrate: 'celebrate (Joi)',
  'express-validation': 'express-validation (Joi)',
  'express-joi-validation': 'express-joi-validation (Joi)',
  'koa-joi-router': 'koa-joi-router (Joi)',
  zod: 'Zod',
  'zod/': 'Zod',
  'nestjs-zod': 'nestjs-zod (Zod)',
  '@hono/zod-validator': 'Zod validator of Hono',
  'zod-express-middleware': 'zod-express-middleware (Zod)',
  yup: 'Yup',
  valibot: 'Valibot',
  '@hono/valibot-validator': 'Valibot validator of Hono',
  superstruct: 'Superstruct',
  arktype: 'ArkType',
  runtypes: 'Runtypes',
  'io-ts': 'io-ts',
  'express-validator': 'express-validator',
  'express-validator/': 'express-validator',
  validator: 'validator.js',
  'validator/': 'validator.js',
  'class-validator': 'class-validator',
  ajv: 'Ajv',
  'ajv/': 'Ajv',
  jsonschema: 'jsonschema',
  tv4: 'tv4',
  '@sinclair/typebox': 'TypeBox',
  '@sinclair/typebox/': 'TypeBox',
  typebox: 'TypeBox',
  'fastest-validator': 'fastest-validator',
  'validate.js': 'validate.js',
  'express-openapi-validator': 'express-openapi-validator',
  '@vinejs/vine': 'VineJS',
  effect: 'Effect Schema',
  '@effect/schema': 'Effect Schema',
  ow: 'ow',
  parameter: 'parameter',
  'koa-validate': 'koa-validate',
  typia: 'typia',
  tsoa: 'tsoa',
})

/** What tells a file's kind by its bytes. */
export const SNIFFING =
  /^(?:file-type|file-type-checker|magic-bytes\.js|mmmagic|image-type|is-(?:png|jpg|gif|image|svg|webp|pdf)|detect-file-type|filetypeinfo|file-type-mime|stream-file-type|read-chunk|image-size|probe-image-size|isbinaryfile|libmagic|wasmagic|filetype)$/

/** What looks for malware in files. */
export const SCANNERS =
  /^(?:clamscan|clamdjs|clamav\.js|clamd|node-clam|clam-engine|clamav-client|pompelmi|virustotal(?:-api|\.js)?|node-virustotal|@api\.video\/virustotal|metadefender|opswat|cloudmersive-virus-api-client|attachmentav|@cloudmersive\/.+|yara|nodejs-clamav|scanii)$/

export function packageName(specifier: string): string {
  const parts = specifier.replace(/^node:/, '').split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] as string)
}

export function validationLibrary(specifier: string): string | undefined {
  return VALIDATION[specifier] ?? VALIDATION[`${packageName(specifier)}/`] ?? VALIDATION[packageName(specifier)]
}
