import type { Format, Stated } from '../format'

export const dotnetProject: Format = {
  name: '.NET project',
  claims: ({ name }) => /\.(?:cs|fs|vb)proj$|^directory\.packages\.props$|^packages\.config$/i.test(name),
  facts(source) {
    const text = source.text.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, ' '))
    const found: Stated[] = []
    const resolved = (version: string | undefined) => {
      const property = /^\$\(([\w.]+)\)$/.exec(version ?? '')?.[1]
      if (property === undefined) return version?.includes('$(') ? undefined : version
      return new RegExp(`<${property.replaceAll('.', '\\.')}>\\s*([^<\\s]+)`).exec(text)?.[1]
    }
    for (const match of text.matchAll(/<(?:PackageReference|PackageVersion|package)\s+([^>]*)>/gi)) {
      const name = /\b(?:Include|id)="([^"]+)"/i.exec(match[1] as string)?.[1]
      const version = resolved(/\bVersion="([^"]+)"/i.exec(match[1] as string)?.[1])
      if (name !== undefined)
        found.push({ kind: 'dependency', ecosystem: 'nuget', name, version, scope: 'runtime', line: source.lineAt(match.index) })
    }
    const target = /<TargetFrameworks?>\s*(?:net(?:coreapp|standard)?)([\d.]+)/i.exec(text)
    if (target)
      found.push({
        kind: 'engine',
        ecosystem: 'nuget',
        name: 'dotnet',
        version: target[1],
        value: 'TargetFramework',
        line: source.lineAt(target.index),
      })
    return found
  },
}
