import type { Format, Stated } from '../format'
import { withoutHashComments } from '../read/comments'

export const gemfile: Format = {
  name: 'Gemfile',
  claims: ({ name }) => name === 'Gemfile' || name === 'gems.rb' || name.endsWith('.gemspec'),
  facts(source) {
    const found: Stated[] = []
    const scopes: boolean[] = []
    for (const [index, line] of withoutHashComments(source.text).split('\n').entries()) {
      const number = index + 1
      const group = /^\s*group\b(.*)\bdo\b/.exec(line)
      if (group) scopes.push(/:?(?:development|test|lint|ci)\b/.test(group[1] as string))
      else if (/\bdo\b\s*(?:\|[^|]*\|)?\s*$/.test(line) || /^\s*(?:if|unless|case)\b/.test(line)) scopes.push(scopes.at(-1) ?? false)
      else if (/^\s*end\b/.test(line)) scopes.pop()
      const ruby = /^\s*ruby\s+['"]([^'"]+)['"]/.exec(line) ?? /\brequired_ruby_version\s*=\s*['"]([^'"]+)['"]/.exec(line)
      if (ruby) found.push({ kind: 'engine', ecosystem: 'gem', name: 'ruby', version: ruby[1], value: 'ruby', line: number })
      const gem =
        /^\s*gem\s*\(?\s*['"]([\w.-]+)['"](?:\s*,\s*['"]([^'"]+)['"])?/.exec(line) ??
        /\.add_(?:runtime_|development_)?dependency\s*\(?\s*['"]([\w.-]+)['"](?:\s*,\s*['"]([^'"]+)['"])?/.exec(line)
      if (!gem) continue
      const dev = scopes.at(-1) === true || /group:\s*\[?:(?:development|test)|add_development_dependency/.test(line)
      found.push({ kind: 'dependency', ecosystem: 'gem', name: gem[1] as string, version: gem[2], scope: dev ? 'dev' : 'runtime', line: number })
    }
    return found
  },
}
