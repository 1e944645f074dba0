/** What a check lets through, held against the quotes that a value stands in where a shell reads the command. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the programs under test.
import { describe } from 'vitest'
import { each } from './taint-cases'

describe('in quotes of a shell', () => {
  each([
    [
      'an expression that leaves out what ends them',
      `const NO_QUOTES = /^[a-zA-Z0-9@#%^&*()_+\\-=[\\]{}|;:,.<>?~\`]*$/
      ---
      const { a, b, c, d, e, f, g } = req.query
      if (!NO_QUOTES.test(a)) return res.end()
      exec(\`redis-cli CONFIG SET requirepass '\${a}'\`) // safe
      exec(\`mysql -e "ALTER USER x IDENTIFIED BY '\${a}';"\`) // flows: command
      exec(\`redis-cli CONFIG SET requirepass \${a}\`) // flows: command
      exec('redis-cli SET ' + "'" + a + "'") // safe
      exec('redis-cli SET "' + a + '"') // flows: command
      exec(\`sh -c 'redis-cli SET \${a}'\`) // flows: command
      exec(\`echo '\${a}' | bash\`) // flows: command
      exec(\`redis-cli SET '\${a}' '\${b}'\`) // flows: command
      if (/^[^'"\`$\\\\]+$/.test(c)) exec(\`mysql -e "ALTER USER \${c}" -u '\${c}'\`) // safe
      if (/["'\\\\$\`]/.test(d)) return res.end()
      exec(\`mysql -e "ALTER USER \${d}"\`) // safe
      if (/["$\`]/.test(e)) return res.end()
      exec(\`mysql -e "ALTER USER \${e}"\`) // flows: command
      if (/'/.test(f)) console.log('a quote')
      exec(\`mysql -u '\${f}'\`) // flows: command
      if (/^[^']+/.test(g)) exec(\`mysql -u '\${g}'\`) // flows: command`,
    ],
    [
      'quotes that a value brings along are written as such',
      `const quote = (text) => "'" + text.replace(/'/g, "'\\\\''") + "'"
      const once = (text) => "'" + text.replace(/'/, "'\\\\''") + "'"
      const nested = (text) => "'" + text.replace(/'/g, "'\\\\''") + "'"
      const bare = (text) => text.replace(/'/g, "'\\\\''")
      ---
      const { a, b, c, d, e, f, g } = req.query
      exec('ls ' + quote(a)) // safe
      exec(\`ls '\${b.replaceAll("'", "'\\\\''")}'\`) // safe
      exec(\`ls '\${c.replace(/'/g, "'\\"'\\"'")}'\`) // safe
      exec('ls ' + once(d)) // flows: command
      exec('ls ' + bare(e)) // flows: command
      exec(\`ls "\${f.replace(/'/g, "'\\\\''")}"\`) // flows: command
      exec(\`sh -c "ls \${nested(g)}"\`) // flows: command`,
    ],
    [
      'a text that stands in quotes of another one',
      `const NO_QUOTES = /^[^']*$/
      ---
      const { a, b } = req.query
      if (!NO_QUOTES.test(a) || !NO_QUOTES.test(b)) return res.end()
      const name = \`'\${a}'\`
      exec(\`mysql -u \${name}\`) // safe
      const quoted = \`'\${b}'\`
      exec(\`mysql -e "use \${quoted}"\`) // flows: command`,
    ],
    [
      'a schema that says so',
      `const schema = z.object({ secret: z.string().min(1).regex(/^[^']*$/), other: z.string().regex(/^[^"]*$/), any: z.string(), list: z.array(z.string().regex(/^[^']*$/)) })
      const rough = z.object({ secret: z.string().regex(/^[^']*$/).transform((text) => text + "'") })
      const either = z.object({ secret: z.string().regex(/^[^']*$/).or(z.literal('')), other: z.string().regex(/^[^']*$/).or(z.string()) })
      ---
      const { secret, other, any, list } = schema.parse(req.body)
      exec(\`mysql -p'\${secret}'\`) // safe
      exec(\`mysql -p'\${other}'\`) // flows: command
      exec(\`mysql -p'\${any}'\`) // flows: command
      for (const each of list) exec(\`mysql -p'\${each}'\`) // safe
      exec(\`mysql -p'\${rough.parse(req.body).secret}'\`) // flows: command
      exec(\`mysql -p'\${either.parse(req.body).secret}'\`) // safe
      exec(\`mysql -p'\${either.parse(req.body).other}'\`) // flows: command
      exec(\`mysql -p"\${secret}"\`) // flows: command`,
    ],
    [
      'outside of quotes',
      `const { a, b, c, d } = req.query
      if (!/^--[a-zA-Z0-9-]+(=[a-zA-Z0-9._:/@-]+)?$/.test(a)) return res.end()
      exec('rclone ls ' + a) // safe
      if (!/^[a-z/]+;?$/.test(b)) return res.end()
      exec('rclone ls ' + b) // flows: command
      if (!/^[a-z]+$|--/.test(c)) return res.end()
      exec('rclone ls ' + c) // flows: command
      if (!/^[\\w\\s/]+$/.test(d)) return res.end()
      exec('rclone ls ' + d) // flows: command`,
    ],
  ])
})
