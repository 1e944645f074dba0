import { all, renamedInCode, replaced } from '../edits'
import { operator } from '../mutant'

const settings = 'src/config/settings.ts'

export const ofEnvironment = [
  ...operator(
    'environment',
    'rename a variable',
    ['shop', renamedInCode('MAIL_SENDER', 'MAIL_FROM'), ['README.md: | `MAIL_SENDER`', '.env.example: MAIL_SENDER']],
    ['shop', renamedInCode('TOKEN_SECRET', 'SIGNING_KEY'), ['README.md: | `TOKEN_SECRET`', '.env.example: TOKEN_SECRET']],
    ['shop', renamedInCode('REDIS_URL', 'CACHE_ADDRESS'), ['README.md: | `REDIS_URL`', '.env.example: REDIS_URL']],
    ['notes', replaced('src/environment.js', 'NOTES_LIMIT', 'NOTES_MAXIMUM'), 'README.md: NOTES_LIMIT'],
  ),
  ...operator(
    'environment',
    'stop reading a variable',
    ['shop', replaced(settings, /\n {2}mailSender.*/, ''), ['README.md: | `MAIL_SENDER`', '.env.example: MAIL_SENDER']],
    [
      'shop',
      replaced(settings, 'Number(process.env.SESSION_MINUTES || 30)', '30'),
      ['README.md: | `SESSION_MINUTES`', '.env.example: SESSION_MINUTES'],
    ],
    ['notes', replaced('src/environment.js', /\n {2}NOTES_THEME.*/, ''), 'README.md: NOTES_THEME'],
  ),
  ...operator(
    'environment',
    'change what stands in for a variable',
    ['shop', replaced(settings, '|| 30', '|| 45'), 'README.md: | `SESSION_MINUTES`'],
    ['shop', replaced(settings, 'redis://localhost:6379', 'redis://cache:6379'), 'README.md: | `REDIS_URL`'],
    ['notes', replaced('src/environment.js', 'default(200)', 'default(500)'), 'README.md: NOTES_LIMIT'],
    ['notes', replaced('src/environment.js', "default('light')", "default('dark')"), 'README.md: NOTES_THEME'],
  ),
  ...operator(
    'environment',
    'demand a variable that was optional',
    [
      'shop',
      all(
        replaced(settings, " || 'redis://localhost:6379'", ''),
        replaced(settings, /^/, "if (!process.env.REDIS_URL) throw new Error('REDIS_URL is not set')\n"),
      ),
      'README.md: | `REDIS_URL`',
    ],
    ['notes', replaced('src/environment.js', 'Joi.number().default(200)', 'Joi.number().required()'), 'README.md: NOTES_LIMIT'],
  ),
  ...operator(
    'environment',
    'do without a variable that was demanded',
    [
      'shop',
      all(
        replaced(settings, /^if.*\n/, ''),
        replaced(settings, 'process.env.DATABASE_URL,', "process.env.DATABASE_URL ?? 'postgres://localhost/shop',"),
      ),
      'README.md: | `DATABASE_URL`',
    ],
    ['notes', replaced('src/environment.js', 'string().required()', "string().default('notes')"), 'README.md: NOTES_FOLDER'],
  ),
  ...operator(
    'environment',
    'read one more variable',
    [
      'shop',
      replaced(settings, '  mailSender', "  mailHost: process.env.SMTP_HOST ?? 'localhost',\n  mailSender"),
      ['README.md: | `MAIL_SENDER`', '.env.example: MAIL_SENDER'],
    ],
    ['notes', replaced('src/environment.js', '  NOTES_THEME', '  NOTES_LOCALE: Joi.string(),\n  NOTES_THEME'), 'README.md: NOTES_THEME'],
  ),
]
